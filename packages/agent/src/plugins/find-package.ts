import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isIn } from '../real-places.ts'

/**
 * The folder of an installed package: beside the plugins or above them, as far as that is the user's own, or beside
 * Palimpsest itself.
 */
export async function findPackage(name: string, pluginsFolder: string): Promise<string | undefined> {
  const own = upwards(pluginsFolder).filter((folder) => isIn([dirname(pluginsFolder), homedir()], folder))
  for (const folder of [...own, ...upwards(dirname(fileURLToPath(import.meta.url)))]) {
    const path = join(folder, 'node_modules', name)
    if (await isFolder(path)) return path
  }
  return undefined
}

export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

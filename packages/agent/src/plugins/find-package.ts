import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of an installed package: beside the plugins, above them, or beside Palimpsest itself. Never the workspace. */
export async function findPackage(name: string, pluginsFolder: string): Promise<string | undefined> {
  const starts = [pluginsFolder, dirname(fileURLToPath(import.meta.url))]
  for (const start of starts) {
    for (const folder of upwards(start)) {
      const path = join(folder, 'node_modules', name)
      if (await isFolder(path)) return path
    }
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

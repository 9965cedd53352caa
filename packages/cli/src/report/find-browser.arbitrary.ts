import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** A browser that tests can drive: the one that is named, else one on the path. */
export function findBrowser(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.PALIMPSEST_BROWSER) return env.PALIMPSEST_BROWSER
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

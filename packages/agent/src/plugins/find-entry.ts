import { readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isList, isObject, type Json, parseJson } from '@palimpsest/core/json'
import { found, type PluginResult, pluginRefused } from './plugin-problem.ts'

/** The file that a plugin's folder is entered by: what its package.json says, else index.mjs or index.js. */
export async function findEntry(folder: string): Promise<PluginResult<string>> {
  const manifest = await readManifest(folder)
  if (manifest === 'broken')
    return pluginRefused('no-entry', `${join(folder, 'package.json')} is not JSON`, 'Correct it, or remove it.')
  const named = isObject(manifest) ? entryOf(manifest) : undefined
  for (const name of named === undefined ? ['index.mjs', 'index.js'] : [named]) {
    const path = resolve(folder, name)
    if (!(await isFile(path))) continue
    if (await isInside(folder, path)) return found(path)
    return pluginRefused(
      'no-entry',
      `${name}, the entry of ${folder}, lies outside of it`,
      'Name a file in the folder.',
    )
  }
  return named === undefined
    ? pluginRefused(
        'no-entry',
        `${folder} has no index.js or index.mjs`,
        'Add one, or name the file as "main" in package.json.',
      )
    : pluginRefused(
        'no-entry',
        `${folder} names ${named} as its entry, which is not there`,
        'Build it, or correct package.json.',
      )
}

async function readManifest(folder: string): Promise<Json | 'broken' | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return parseJson(text) ?? 'broken'
}

function entryOf({ exports, main }: { readonly exports?: Json; readonly main?: Json }): string | undefined {
  const door = isObject(exports) && Object.keys(exports).some((key) => key.startsWith('.')) ? exports['.'] : exports
  return targetOf(door) ?? (typeof main === 'string' && main !== '' ? main : undefined)
}

/** Of conditions the first that holds for an import in Node. */
function targetOf(door: Json | undefined): string | undefined {
  if (typeof door === 'string') return door
  if (isList(door)) return door.map(targetOf).find((target) => target !== undefined)
  if (!isObject(door)) return undefined
  const held = Object.entries(door).filter(([condition]) =>
    ['node', 'import', 'module-sync', 'default'].includes(condition),
  )
  return held.map(([, target]) => targetOf(target)).find((target) => target !== undefined)
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true
}

/** The folder itself may be a link, as it is while a plugin is being written; its entry may not lead elsewhere. */
async function isInside(folder: string, path: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(path))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way
}

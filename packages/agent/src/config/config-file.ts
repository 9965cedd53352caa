import { readFileSync } from 'node:fs'
import type { Environment } from './home-paths.ts'
import { type LoadedConfig, loadConfig } from './load-config.ts'
import { type ChangedConfig, setConfig } from './set-config.ts'
import { writeSmallFile } from './write-small-file.ts'

/** Loads the configuration from its file; a file that is not there says nothing and the defaults count. */
export function readConfigFile(path: string, env: Environment): LoadedConfig {
  return loadConfig({ text: textOf(path), env, path })
}

/** Sets one key in the file. What the file held is kept when the value is refused or the disk fails. */
export function changeConfigFile(path: string, key: string, value: string): ChangedConfig {
  const changed = setConfig(textOf(path), key, value, path)
  if (changed.kind === 'changed') writeSmallFile(path, changed.text)
  return changed
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

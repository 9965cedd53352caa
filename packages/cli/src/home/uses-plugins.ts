import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../terminal/io.ts'

/**
 * Returns true when a plugin might replace a built-in engine. If nothing hints at one, the code that reads
 * settings and runs plugins need not be loaded, and commands start faster.
 */
export function usesPlugins(engine: string, env: Io['env']): boolean {
  const home = env.PALIMPSEST_HOME || join(homedir(), '.palimpsest')
  if (env.PALIMPSEST__PLUGINS || existsSync(join(home, 'plugins', 'context_engine', engine))) return true
  try {
    return readFileSync(join(home, 'config.yaml'), 'utf8').includes('plugins')
  } catch {
    return false
  }
}

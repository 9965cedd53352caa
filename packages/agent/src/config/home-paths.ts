import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The environment, as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Absolute paths of everything that Palimpsest keeps. */
export interface HomePaths {
  readonly home: string
  readonly config: string
  readonly database: string
  readonly results: string
  readonly plugins: string
  readonly memory: string
}

/** The layout of `$PALIMPSEST_HOME`, or of `~/.palimpsest` where that is unset or empty. */
export function homePaths(env: Environment): HomePaths {
  const home = resolve(env.PALIMPSEST_HOME || join(homedir(), '.palimpsest'))
  return {
    home,
    config: join(home, 'config.yaml'),
    database: join(home, 'state.db'),
    results: join(home, 'results'),
    plugins: join(home, 'plugins'),
    memory: join(home, 'memory'),
  }
}

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SessionStore } from '@palimpsest/core/store'
import type { ContextOptions } from './context-options.ts'
import type { ContextEnvironment } from './settings.ts'

/** A store, and whether it is ours to close. */
export interface OpenedStore {
  readonly store: SessionStore
  readonly isOwn: boolean
}

/** Opens the store of the options; where they name none, the one in the home folder that the command line uses too. */
export async function openContextStore({ store }: ContextOptions, env: ContextEnvironment): Promise<OpenedStore> {
  if (typeof store === 'object') return { store, isOwn: false }
  const location = store ?? join(env.PALIMPSEST_HOME || join(homedir(), '.palimpsest'), 'state.db')
  if (/^postgres(?:ql)?:\/\//i.test(location)) {
    const { createPostgresStore } = await import('@palimpsest/stores/postgres')
    return { store: await createPostgresStore({ connectionString: location }), isOwn: true }
  }
  const { createSqliteStore } = await import('@palimpsest/stores/sqlite')
  return { store: await createSqliteStore({ path: location }), isOwn: true }
}

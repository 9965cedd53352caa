import { homedir } from 'node:os'
import { join } from 'node:path'
import { Failure, type SessionStore } from '@palimpsest/core/store'
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
  // One letter is a drive of Windows.
  const scheme = /^[a-z][a-z0-9+.-]+:/i.exec(location)?.[0]
  if (scheme !== undefined) {
    const reason = `A store at ${scheme} is not known. Name a path, such as ./state.db, or a postgres:// URL.`
    throw new Failure('store/invalid', reason, { reason })
  }
  const { createSqliteStore } = await import('@palimpsest/stores/sqlite')
  return { store: await createSqliteStore({ path: location.replace(/^~(?=[/\\])/, () => homedir()) }), isOwn: true }
}

/** A store that cannot be opened is tried again after this time: each try starts a thread, or waits for a server. */
const reopenMs = 5_000

/** The store of a context, which is opened when it is first needed. */
export function openOnce(options: ContextOptions, env: ContextEnvironment) {
  let opening: Promise<OpenedStore> | undefined
  let failed: { readonly error: unknown; readonly at: number } | undefined
  const open = async () => {
    if (failed !== undefined && Date.now() - failed.at < reopenMs) throw failed.error
    opening ??= openContextStore(options, env)
    return opening.catch((error: unknown) => {
      opening = undefined
      failed = { error, at: Date.now() }
      throw error
    })
  }
  return {
    store: async (): Promise<SessionStore> => (await open()).store,
    close: async (): Promise<void> => {
      const done = await opening?.catch(() => undefined)
      opening = undefined
      if (done?.isOwn) await done.store.end()
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createPostgresStore } from '@palimpsest/stores/postgres'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

/** The server that campaigns start, see there. */
interface ServerModule {
  whyNoServer(): Promise<string | undefined>
  startServer(): Promise<{ readonly url: string; stop(): Promise<void> }>
}

const file = new URL('../../../../bench/campaign/postgres-server.mjs', import.meta.url)
const { whyNoServer, startServer } = (await import(/* @vite-ignore */ file.href)) as ServerModule

/** A place where stores of one kind are made, and opened again by what stands for another process. */
export interface LcmLab {
  open(target: string): Promise<SessionStore>
  end(): Promise<void>
}

/** Kinds of stores; Postgres only where a server can be started. */
export const labKinds = ['memory', 'sqlite', ...((await whyNoServer()) === undefined ? ['postgres'] : [])] as const

export async function openLcmLab(kind: string): Promise<LcmLab> {
  if (kind === 'sqlite') return sqliteLab()
  return kind === 'postgres' ? postgresLab() : memoryLab()
}

function memoryLab(): LcmLab {
  const stores = new Map<string, SessionStore>()
  return {
    open: async (target) => {
      const store = stores.get(target) ?? createMemoryStore()
      stores.set(target, store)
      return { ...store, end: async () => undefined }
    },
    end: async () => undefined,
  }
}

function sqliteLab(): LcmLab {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-lcm-'))
  return {
    open: (target) => createSqliteStore({ path: join(folder, `${target}.db`) }),
    end: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function postgresLab(): Promise<LcmLab> {
  const server = await startServer()
  return {
    open: (target) => createPostgresStore({ connectionString: server.url, schema: target, max: 2 }),
    end: () => server.stop(),
  }
}

/** A store that fails at its nth step, and from then on at every call, as one whose process was killed. */
export interface StruckStore {
  readonly store: SessionStore
  /** True once it has failed. */
  isDead(): boolean
}

/** Where a store fails: a step is any call, unless those that are one are named. */
export interface Strike {
  readonly at: number
  /** `before`: the step does nothing; `after`: it is done, but its caller never learns it. */
  readonly when: 'before' | 'after'
  readonly isStep?: (call: string) => boolean
}

export function strikeStore(whole: SessionStore, { at, when, isStep = () => true }: Strike): StruckStore {
  let steps = 0
  let isDead = false
  const strike =
    (name: string, act: (...given: readonly unknown[]) => unknown) =>
    async (...given: readonly unknown[]) => {
      if (isStep(name)) steps++
      if (!isDead && steps < at) return act(...given)
      const isLate = isDead
      isDead = true
      if (when === 'after' && !isLate) await act(...given)
      throw new Error('struck')
    }
  const wrap = <T extends object>(parts: T): T =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part === 'function' ? strike(name, part.bind(parts)) : part,
      ]),
    ) as T
  return { store: { ...wrap(whole), state: wrap(whole.state) }, isDead: () => isDead }
}

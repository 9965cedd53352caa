import type { DumpState, Json, LeaseStore, StateStore } from '@palimpsest/core/store'
import type { Tables } from './tables.ts'

/** Works on the tables as long as the store is open. */
export type UseTables = <T>(act: (tables: Tables) => T) => Promise<T>

export function createMemoryState(use: UseTables, write: UseTables): StateStore {
  return {
    get: (scope, key) =>
      use(({ state }) => {
        const text = state.get(scope)?.get(key)
        return text === undefined ? undefined : (JSON.parse(text) as Json)
      }),
    set: (scope, key, value) =>
      write(({ state }) => {
        const keys = state.get(scope) ?? new Map<string, string>()
        state.set(scope, keys.set(key, JSON.stringify(value)))
      }),
    remove: (scope, key) =>
      write(({ state }) => {
        state.get(scope)?.delete(key)
      }),
    all: (scope) => use((tables) => readScopeInMemory(tables, scope)),
  }
}

export function readScopeInMemory({ state }: Tables, scope: string): Readonly<Record<string, Json>> {
  const keys = [...(state.get(scope) ?? [])]
  return Object.fromEntries(keys.map(([key, text]) => [key, JSON.parse(text) as Json]))
}

/** Makes a scope hold these facts and no other. */
export function writeScopeInMemory(
  { state }: Tables,
  scope: string,
  facts: readonly Pick<DumpState, 'key' | 'value'>[],
): void {
  state.set(scope, new Map(facts.map(({ key, value }) => [key, JSON.stringify(value)])))
}

export function createMemoryLeases(use: UseTables): LeaseStore {
  return {
    take: (name, holder, until, now) =>
      use(({ leases }) => {
        const held = leases.get(name)
        if (held !== undefined && held.holder !== holder && held.until > now) return false
        leases.set(name, { holder, until })
        return true
      }),
    release: (name, holder) =>
      use(({ leases }) => {
        if (leases.get(name)?.holder === holder) leases.delete(name)
      }),
  }
}

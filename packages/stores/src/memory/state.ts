import type { Json, LeaseStore, StateStore } from '@palimpsest/core'
import type { Tables } from './tables.ts'

export function createState({ state }: Tables): StateStore {
  return {
    async get(scope, key) {
      const text = state.get(scope)?.get(key)
      return text === undefined ? undefined : (JSON.parse(text) as Json)
    },
    async set(scope, key, value) {
      const keys = state.get(scope) ?? new Map<string, string>()
      state.set(scope, keys.set(key, JSON.stringify(value)))
    },
    async remove(scope, key) {
      state.get(scope)?.delete(key)
    },
    async all(scope) {
      const keys = [...(state.get(scope) ?? [])]
      return Object.fromEntries(keys.map(([key, text]) => [key, JSON.parse(text) as Json]))
    },
  }
}

export function createLeases({ leases }: Tables): LeaseStore {
  return {
    async take(name, holder, until, now) {
      const held = leases.get(name)
      if (held !== undefined && held.holder !== holder && held.until > now) return false
      leases.set(name, { holder, until })
      return true
    },
    async release(name, holder) {
      if (leases.get(name)?.holder === holder) leases.delete(name)
    },
  }
}

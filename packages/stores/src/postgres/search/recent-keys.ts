import { setImmediate as breathe } from 'node:timers/promises'
import type { EntryId, NewEntry } from '@palimpsest/core/store'
import { termKeys } from './term-keys.ts'

/** Keys that are remembered: about sixteen segments of them. */
const maxKeys = 200_000
/** Messages whose keys are found in one go: about a millisecond. */
const atATime = 10

/** The keys of messages that this process has just written: to find them again would cost as much as to write them. */
export interface RecentKeys {
  readonly of: (id: EntryId) => ReadonlySet<number> | undefined
  /** Takes them for what is stored under these ids, so they must be. */
  add(keys: ReadonlyMap<EntryId, ReadonlySet<number>>): void
}

export function createRecentKeys(): RecentKeys {
  const known = new Map<EntryId, ReadonlySet<number>>()
  let size = 0
  const forget = (id: EntryId) => {
    size -= known.get(id)?.size ?? 0
    known.delete(id)
  }
  return {
    of: (id) => known.get(id),
    add: (keys) => {
      for (const [id, added] of keys) {
        forget(id)
        known.set(id, added)
        size += added.size
      }
      for (const id of known.keys()) {
        if (size <= maxKeys) return
        forget(id)
      }
    },
  }
}

/** The keys of messages that are being written. */
export async function keysOfEntries(entries: readonly NewEntry[]): Promise<ReadonlyMap<EntryId, ReadonlySet<number>>> {
  const keys = new Map<EntryId, ReadonlySet<number>>()
  for (const { id, message } of entries) {
    keys.set(id, await termKeys(message))
    if (keys.size % atATime === 0) await breathe()
  }
  return keys
}

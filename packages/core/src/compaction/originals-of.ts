import type { Shown } from '../contract/occasion.ts'
import type { EntryId } from '../log/entry.ts'
import type { SessionStore } from '../store/store.ts'

/** Returns the original messages of these entries: those that an engine made are followed back to the log. */
export async function originalsOf(store: SessionStore, ids: readonly EntryId[]): Promise<readonly Shown[]> {
  const found: Shown[] = []
  for (const id of ids) {
    const stored = await store.message(id)
    if (stored === undefined) continue
    if (stored.standsFor === undefined) found.push(stored)
    else for (const original of await originalsOf(store, stored.standsFor)) found.push(original)
  }
  return found
}

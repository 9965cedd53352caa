import type { EntryId } from '../log/entry.ts'
import type { ConversationId, Session } from '../store/session.ts'
import type { SessionStore, StoredMessage } from '../store/store.ts'

/** An entry that a continuation lost, or represents more than once. */
export interface CoverageFault {
  readonly kind: 'lost' | 'doubled'
  readonly session: Session['id']
  readonly entry: EntryId
}

/**
 * Proves that nothing fell out of sight: whatever a session showed is shown by its continuation as well, by itself or by a
 * message that represents it, once. Along the chain it follows that every original is represented in the view that is
 * shown now.
 */
export async function verifyCoverage(
  store: SessionStore,
  conversation: ConversationId,
): Promise<readonly CoverageFault[]> {
  const found = await store.conversation(conversation)
  if (found === undefined) return []
  const faults: CoverageFault[] = []
  let before: readonly StoredMessage[] | undefined
  for (const session of await store.lineage(found.tip)) {
    const view = await store.view(session.id)
    if (before !== undefined && session.kind === 'continuation') faults.push(...compareViews(before, view, session))
    before = view
  }
  return faults
}

function compareViews(
  before: readonly StoredMessage[],
  after: readonly StoredMessage[],
  { id: session }: Session,
): readonly CoverageFault[] {
  const times = new Map<EntryId, number>()
  const count = (id: EntryId) => times.set(id, (times.get(id) ?? 0) + 1)
  for (const entry of after) {
    count(entry.id)
    // One that was made earlier represents what an earlier view showed.
    if (entry.session === session) for (const id of entry.standsFor ?? []) count(id)
  }
  return before.flatMap(({ id: entry }): readonly CoverageFault[] => {
    const seen = times.get(entry) ?? 0
    if (seen === 1) return []
    return [{ kind: seen === 0 ? 'lost' : 'doubled', session, entry }]
  })
}

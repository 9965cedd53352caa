import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { type Session, type SessionId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'

/** A contender: what it writes carries its name, so that ids never meet by chance. */
export interface Contender {
  readonly store: SessionStore
  readonly name: string
}

/** Compacts a session as of now. Returns the continuation, or nothing when another was faster. */
export async function compactOnce(
  { store, name }: Contender,
  id: SessionId,
  round: number,
): Promise<Session | undefined> {
  const view = await store.view(id)
  try {
    return await store.compact({
      session: id,
      basedOnSeq: view.length,
      continuation: sessionId(`${name}-session-${round}`),
      view: [
        {
          kind: 'made',
          id: entryId(`${name}-summary-${round}`),
          message: user(`summary by ${name}`),
          standsFor: view.slice(0, -1).map((stored) => stored.id),
        },
        ...view.slice(-1).map((stored) => ({ kind: 'kept' as const, id: stored.id })),
      ],
      at: 2_000 + round,
    })
  } catch (error) {
    if (isFailure(error, 'store/conflict')) return undefined
    throw error
  }
}

/** Appends to wherever the conversation goes on, however often others get in between. */
export async function sayAtTip({ store, name }: Contender, root: SessionId, n: number): Promise<string> {
  const id = entryId(`${name}-entry-${n}`)
  for (;;) {
    const tip = await store.compressionTip(root)
    try {
      await store.append(tip.id, tip.nextSeq, [{ id, message: user(`${name} ${n}`), usage: { input: 1 } }], 2_000)
      return id
    } catch (error) {
      if (!isFailure(error, 'store/conflict')) throw error
    }
  }
}

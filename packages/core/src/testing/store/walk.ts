import type { EntryId } from '../../log/entry.ts'
import type { SessionId } from '../../store/session.ts'
import type { Compaction, NewEntry, ViewItem } from '../../store/store.ts'
import { assistant, user } from '../build.ts'
import { demandEqual, demandFailure } from './demand.ts'
import type { Random } from './random.ts'
import type { Talk } from './talk.ts'

/** What a conversation must look like, kept by hand: lists of ids and nothing more. */
export interface Walk {
  readonly talk: Talk
  readonly random: Random
  /** The sessions that count, root first. */
  readonly chain: SessionId[]
  /** The view of every session, undone ones too. */
  readonly lists: Map<SessionId, readonly EntryId[]>
  readonly bornWith: Map<SessionId, number>
  readonly originals: EntryId[]
  readonly texts: Map<EntryId, string>
  readonly output: Map<SessionId, number>
  /** What was sent, to be sent again. */
  readonly sent: { readonly session: SessionId; readonly seq: number; readonly batch: readonly NewEntry[] }[]
  readonly compactions: Compaction[]
}

export type Step = (walk: Walk) => Promise<void>

export function startWalk(talk: Talk, random: Random): Walk {
  const { root } = talk
  return {
    talk,
    random,
    chain: [root],
    lists: new Map([[root, []]]),
    bornWith: new Map([[root, 0]]),
    originals: [],
    texts: new Map(),
    output: new Map(),
    sent: [],
    compactions: [],
  }
}

/** All steps; those listed twice are taken twice as often. */
export const steps: readonly Step[] = [speak, speak, speak, compact, compact, undo, resend, recompact, speakLate]

async function speak(walk: Walk): Promise<void> {
  const { talk, random, lists, originals, texts, sent } = walk
  const session = tipOf(walk)
  const seq = listOf(walk, session).length
  const batch = Array.from({ length: 1 + random.below(4) }, (): NewEntry => {
    const text = `word${random.below(5)} number ${talk.mint.entry()}`
    const id = talk.mint.entry()
    texts.set(id, text)
    const output = random.below(9)
    return output < 3 ? { id, message: user(text) } : { id, message: assistant(text), usage: { output } }
  })
  await talk.store.append(session, seq, batch, talk.mint.now())
  const ids = batch.map(({ id }) => id)
  lists.set(session, [...listOf(walk, session), ...ids])
  originals.push(...ids)
  for (const { usage } of batch) {
    if (usage?.output !== undefined) walk.output.set(session, (walk.output.get(session) ?? 0) + usage.output)
  }
  sent.push({ session, seq, batch })
}

/** Any share of the entries is kept, in any number of pieces stood for, based on any moment. */
async function compact(walk: Walk): Promise<void> {
  const { talk, random } = walk
  const session = tipOf(walk)
  const list = listOf(walk, session)
  const basedOnSeq = random.below(list.length + 1)
  const seen = list.slice(0, basedOnSeq)
  const view = seen.flatMap((id): ViewItem[] => {
    const fate = random.below(3)
    if (fate === 0) return []
    if (fate === 1) return [{ kind: 'kept', id }]
    const made = talk.mint.entry()
    walk.texts.set(made, `word${random.below(5)} made`)
    return [{ kind: 'made', id: made, message: user(walk.texts.get(made) ?? ''), standsFor: random.some(seen) }]
  })
  const compaction = { session, basedOnSeq, continuation: talk.mint.session(), view, at: talk.mint.now() }
  await talk.store.compact(compaction)
  const entries = [...view.map(({ id }) => id), ...list.slice(basedOnSeq)]
  walk.lists.set(compaction.continuation, entries)
  walk.bornWith.set(compaction.continuation, entries.length)
  walk.chain.push(compaction.continuation)
  walk.compactions.push(compaction)
}

async function undo(walk: Walk): Promise<void> {
  const { talk, chain, lists, bornWith } = walk
  const tip = tipOf(walk)
  if (chain.length === 1) {
    await demandFailure(talk.store.undo(tip, talk.mint.now()), 'store/invalid', 'the undo of a root')
    return
  }
  await talk.store.undo(tip, talk.mint.now())
  chain.pop()
  const parent = tipOf(walk)
  lists.set(parent, [...listOf(walk, parent), ...listOf(walk, tip).slice(bornWith.get(tip))])
}

/** A sender that never heard back sends again, whatever happened since. */
async function resend({ talk, random, sent, lists }: Walk): Promise<void> {
  if (sent.length === 0) return
  const { session, seq, batch } = random.pick(sent)
  const { nextSeq } = await talk.store.append(session, seq, batch, talk.mint.now())
  demandEqual(nextSeq, lists.get(session)?.length, 'nextSeq of the session that was sent to again')
}

async function recompact({ talk, random, compactions }: Walk): Promise<void> {
  if (compactions.length === 0) return
  const compaction = random.pick(compactions)
  demandEqual((await talk.store.compact(compaction)).id, compaction.continuation, 'the continuation written before')
}

/** A sender that missed what happened is refused. */
async function speakLate(walk: Walk): Promise<void> {
  const { talk, random, lists, chain } = walk
  const session = random.pick([...lists.keys()])
  const ended = session !== chain.at(-1)
  const seq = ended ? listOf(walk, session).length : listOf(walk, session).length + 1 + random.below(3)
  const late = talk.store.append(session, seq, [{ id: talk.mint.entry(), message: user('late') }], talk.mint.now())
  await demandFailure(late, 'store/conflict', 'an append to the wrong place')
}

export function tipOf({ chain, talk }: Walk): SessionId {
  return chain.at(-1) ?? talk.root
}

export function listOf({ lists }: Walk, session: SessionId): readonly EntryId[] {
  return lists.get(session) ?? []
}

import type { Shown, ToolChoice } from '@palimpsest/core/engine'
import { isFailure } from '@palimpsest/core/errors'
import type { EntryId } from '@palimpsest/core/log'
import { callsOf, interrupted, type Message, type ToolMessage } from '@palimpsest/core/message'
import type { NewEntry, Session, SessionId, StoredMessage } from '@palimpsest/core/store'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { compactedNote } from '../base-prompt.ts'
import type { AgentParts } from './agent.ts'
import { createChoiceReader } from './request/choice-reader.ts'
import type { SlowWatch } from './slow-watch.ts'

/** A conversation as a turn needs it: the tip of its chain, and its view. */
export interface TurnConversation {
  /** Adds to the end; someone else's compaction in between changes nothing for the speaker. @default a new id */
  say(message: Message, usage?: BilledUsage, id?: EntryId): Promise<Entered>
  view(): Promise<readonly Shown[]>
  /** All of it that a request is built from. */
  standing(): Promise<ConversationTip>
  /** Names of the tools whose schemas are left out of requests now. */
  leftOut(): Promise<readonly string[]>
}

/** A message, and its position. */
export interface Entered {
  readonly id: EntryId
  readonly message: Message
  readonly session: SessionId
  readonly seq: number
}

/** The session that goes on, and what is sent of it. */
export interface ConversationTip {
  readonly session: Session
  readonly view: readonly StoredMessage[]
  /** The system prompt: what stays the same for the whole session first, then what only a continuation gets. */
  readonly system: readonly string[]
  /** The choice of tools that its compaction made; `undefined` where all are sent. */
  readonly tools?: ToolChoice
}

/** Follows the chain of a session wherever compactions take it. */
export function openConversation(
  { store, now, mintEntry, wait, startWithout }: AgentParts,
  session: SessionId,
  watch: SlowWatch,
): TurnConversation {
  const tip = () => store.compressionTip(session)
  const begun = startWithout && { shown: 0, leftOut: startWithout, savedTokens: 0 }
  const choiceOf = createChoiceReader(store, begun)
  return {
    say: async (message, usage, id = mintEntry()) => {
      const entry: NewEntry = { id, message, ...(usage && { usage }) }
      return { id: entry.id, message, ...(await watch(append(entry, now()))) }
    },
    view: () => watch(tip().then(({ id }) => store.view(id))),
    standing: async () => {
      const session = await tip()
      const { system, kind } = session
      const view = await watch(store.view(session.id))
      const note = kind === 'continuation' ? [compactedNote] : []
      const tools = await watch(choiceOf(session))
      return { session, view, system: [...(system === undefined ? [] : [system]), ...note], ...(tools && { tools }) }
    },
    leftOut: async () => (await watch(choiceOf(await tip())))?.leftOut ?? [],
  }

  /** The id is minted once, so trying again says nothing twice. */
  async function append(entry: NewEntry, startedAt: number, tries = 0): Promise<Pick<Entered, 'session' | 'seq'>> {
    const triedAt = now()
    try {
      const { id, nextSeq } = await tip()
      await store.append(id, nextSeq, [entry], now())
      return { session: id, seq: nextSeq }
    } catch (error) {
      if (tries >= mostTries || now() - startedAt >= mostMs || !mayPass(error)) throw error
      const hasWaited = now() - triedAt >= waitedMs
      if (isFailure(error, 'store/unavailable') && !hasWaited)
        await wait(firstWaitMs * 2 ** tries, new AbortController().signal)
      return append(entry, startedAt, tries + 1)
    }
  }
}

const mostTries = 4
const firstWaitMs = 200
/** A store that is locked waits by itself before it fails. */
const waitedMs = 1_000
/** A process that holds a lock for longer may hold it forever. */
const mostMs = 30_000

/** Someone was faster, or holds the store for a moment. */
function mayPass(error: unknown): boolean {
  return isFailure(error, 'store/conflict') || (isFailure(error, 'store/unavailable') && error.detail.retry)
}

/** Calls at the end that were never answered, because the process died or the user stopped it. */
export function unanswered(view: readonly Shown[]): readonly ToolMessage[] {
  const last = view.findLastIndex(({ message }) => message.role === 'assistant')
  const asked = view[last]
  if (asked === undefined) return []
  const later = view.slice(last + 1)
  if (later.some(({ message }) => message.role !== 'tool')) return []
  const answered = new Set(later.flatMap(({ message }) => (message.role === 'tool' ? [message.callId] : [])))
  return callsOf(asked.message)
    .filter(({ callId }) => !answered.has(callId))
    .map(({ callId }) => interrupted(callId))
}

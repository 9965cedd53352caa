import { deriveBudget } from '@palimpsest/core/budget'
import { forgetCached, keepPauses } from '@palimpsest/core/cache'
import type { CompactionOutcome } from '@palimpsest/core/compaction'
import { isFailure } from '@palimpsest/core/errors'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { Session, SessionId } from '@palimpsest/core/store'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { AgentModel, AgentOptions, AgentParts, ModelConnection, TurnOutcome } from './agent.ts'
import {
  type AgentState,
  createAgentState,
  knownWindow,
  learnedAt,
  noteBeside,
  openContext,
  type Tell,
} from './agent-state.ts'
import { type IdentifiedMessage, keepFit, noteMessages, tidyConversation } from './between-turns.ts'
import { compactIfDue } from './compaction/compact.ts'
import { liveModel } from './compaction/live-model.ts'
import { delegateTool } from './delegate.ts'
import { keepAlive } from './keep-warm/keep-alive.ts'
import type { KeepAliveCounts } from './keep-warm/rest.ts'
import { fitModel } from './request/fit-model.ts'
import { type PreparedRequest, prepare } from './request/request.ts'
import { answerAtEnd, runTurn } from './run-turn.ts'
import { tellModel } from './tell-model.ts'
import { leftOutOf, listTools, pinTool, type ToolList } from './tool-list.ts'
import { keepLearned } from './turn-context.ts'
import { unanswered } from './turn-conversation.ts'
import { addTally, cacheHitRate, type TurnTally } from './usage/turn-tally.ts'
import { workspaceGone } from './workspace-gone.ts'

/** An agent on one conversation. What it learns from call to call it keeps between turns. It does one thing at a time. */
export interface Agent {
  /**
   * One turn: the user speaks, the model answers, and its tools run in between. With the id of an entry that is there
   * already nothing is said: the turn goes on where it was cut off, or returns the answer that it had.
   */
  turn(said: Message, onEvent: Tell, signal: AbortSignal, entry?: EntryId): Promise<TurnOutcome>
  /** Keeps messages that want no answer. */
  note(said: readonly IdentifiedMessage[]): Promise<void>
  /** Makes a conversation that grew between turns fit, at 85 % of the window, before what comes in is answered. */
  keepFit(incoming: readonly Message[], onEvent: Tell, signal: AbortSignal): Promise<CompactionOutcome>
  /** Compacts where the next turn would, while nobody waits. */
  tidy(onEvent: Tell, signal: AbortSignal): Promise<CompactionOutcome>
  /** Compacts now, regardless of cooldowns; a focus is kept in full detail. */
  compress(focus: string | undefined, onEvent: Tell, signal: AbortSignal): Promise<CompactionOutcome>
  /** Undoes the last compaction; `undefined` when none is in effect. */
  undo(): Promise<Session | undefined>
  /** Speaks with another model from the next call on. */
  speakWith(connection: ModelConnection): Promise<void>
  /** The model that is spoken with now: the second one after a failover. */
  connection(): ModelConnection
  /** Sizes a view that nobody has asked about yet, so that the status knows it. */
  measure(): Promise<void>
  /** The next request as it is now. */
  request(): Promise<PreparedRequest>
  /** All tools with their size and use. */
  tools(): Promise<ToolList>
  /** How many of them are left out of requests now, and what that saves. */
  toolsLeftOut(): Promise<Pick<ToolList, 'leftOut' | 'savedTokens'>>
  /** Pins a tool, a plugin or a pattern, from the next compaction on; or takes the pin away. */
  pinTool(pin: string, isPinned: boolean): Promise<void>
  status(): AgentStatus
  /** Adds what a call beside the conversation took, such as one that wrote a summary. */
  noteUsage(usage: BilledUsage, model: AgentModel): void
  /** Notifies engine and memory that the conversation rests. */
  end(): Promise<void>
}

export interface AgentStatus extends TurnTally {
  readonly contextTokens: number
  readonly thresholdTokens: number
  readonly compactions: number
  readonly keepAlives: KeepAliveCounts
  /** Share of all prompt tokens that came from the cache. */
  readonly cacheHitRate: number | undefined
}

export function createAgent(given: AgentParts, session: SessionId, options: AgentOptions = {}): Agent {
  const { maxSteps = 200 } = options
  const state = createAgentState(given, session, options)
  if (given.subagent !== undefined) state.parts = { ...state.parts, tools: [...state.parts.tools, delegateOf(state)] }
  const later: Tell = (event) => state.unheard.push(event)
  return {
    turn: (said, onEvent, signal, entry) => turn(state, { message: said, entry }, { onEvent, signal, maxSteps }),
    note: (said) => noteMessages(state, said),
    keepFit: (incoming, onEvent, signal) => keepFit(state, incoming, { onEvent, signal }),
    tidy: (onEvent, signal) => tidyConversation(state, { onEvent, signal }),
    compress: (focus, onEvent, signal) => compress(state, focus, { onEvent, signal }),
    undo: async () => {
      await state.ahead.end()
      const tip = await given.store.compressionTip(session)
      if (tip.kind !== 'continuation') return undefined
      const parent = await given.store.undo(tip.id, given.now())
      leaveSent(state)
      await state.sessions.follow(later)
      await measure(state)
      return parent
    },
    speakWith: async (connection) => {
      await state.ahead.end()
      const known = await learnedAt(state)
      state.home = undefined
      state.parts = { ...given, tools: state.parts.tools, ...connection }
      state.learned = { ...known, cache: forgetCached(known.cache) }
      leaveSent(state)
      tellModel(state.parts, state.learned, later)
      await measure(state)
    },
    connection: () => state.parts,
    measure: () => measure(state),
    request: async () => prepare(state.parts, state.conversation, await learnedAt(state)),
    tools: () => listTools(state),
    toolsLeftOut: () => leftOutOf(state),
    pinTool: (pin, isPinned) => pinTool(state, pin, isPinned),
    status: () => statusOf(state),
    noteUsage: noteBeside(state),
    end: async () => {
      state.rest?.end()
      await state.ahead.end()
      const { learned } = state
      state.learned = undefined
      const { store, caching } = state.parts
      if (learned !== undefined) await keepPauses(store.state, caching.route.channel, learned.cache.pauses)
      await state.unbilled.keep()
      await state.sessions.end(later)
    },
  }
}

function delegateOf(state: AgentState): AgentTool {
  return delegateTool({
    parts: () => state.parts,
    session: state.session,
    leftOut: () => state.conversation.leftOut(),
    start: createAgent,
    onEvent: (event) => state.tell(event),
    onTally: (tally) => {
      state.tally = addTally(state.tally, tally)
    },
  })
}

interface Listening {
  readonly onEvent: Tell
  readonly signal: AbortSignal
}

/** What the user says, and the id of its entry where somebody else chose it. */
interface Spoken {
  readonly message: Message
  readonly entry: EntryId | undefined
}

async function turn(
  state: AgentState,
  said: Spoken,
  how: Listening & { readonly maxSteps: number },
): Promise<TurnOutcome> {
  const { onEvent, signal, maxSteps } = how
  const { conversation } = state
  const gone = await workspaceGone(state.parts)
  if (gone !== undefined) return gone
  try {
    const context = await openContext(state, onEvent, signal)
    const { store } = state.parts
    const kept = said.entry === undefined ? undefined : await store.message(said.entry)
    // Not in the view: a compaction may have shortened the answer since, or put a summary in its place.
    const had = kept && answerAtEnd(await store.originals(kept.conversation, { from: kept.index ?? 0 }))
    if (had !== undefined) return had
    for (const result of unanswered(await conversation.view())) await conversation.say(result)
    if (kept === undefined) await sayOwing(state, said)
    const known = await learnedAt(state)
    const ended = await runTurn(context, known, maxSteps)
    state.learned = ended.learned
    if (ended.outcome.kind === 'refused' || state.sent === undefined) await measure(state)
    state.rest = keepAlive(state)
    await keepLearned(state.parts, known, ended.learned)
    await state.unbilled.keep()
    return ended.outcome
  } catch (error) {
    if (signal.aborted) {
      await measure(state).catch(() => undefined)
      return { kind: 'aborted' }
    }
    // What was acknowledged is in the store; what could not be written is not, and is told.
    if (isFailure(error, 'store/unavailable')) return { kind: 'refused', message: unwritten(error.message) }
    throw error
  }
}

/** Records the usage of a compaction that came to nothing with the user's next message; one that is to come carries its own. */
async function sayOwing(state: AgentState, { message, entry = state.parts.mintEntry() }: Spoken): Promise<void> {
  const { conversation, unbilled, ahead } = state
  const due = ahead.isWaiting() ? undefined : await unbilled.claimWithModels(entry)
  await conversation.say(message, due?.usage, entry)
  if (due !== undefined) await unbilled.settle()
}

function unwritten(reason: string): string {
  return `${reason} All that was said before is kept. Put that right, then send the message again.`
}

async function compress(
  state: AgentState,
  focus: string | undefined,
  { onEvent, signal }: Listening,
): Promise<CompactionOutcome> {
  try {
    const context = await openContext(state, onEvent, signal)
    const learned = await learnedAt(state)
    const { promptTokens } = await prepare(state.parts, state.conversation, learned)
    // Two summaries of the same would be paid.
    await state.ahead.end()
    const pressure = { trigger: 'manual', promptTokens, isReported: false, contextTokens: knownWindow(state) } as const
    const live = () => liveModel(context, learned)
    const outcome = await compactIfDue(context, { ...pressure, live, ...(focus !== undefined && { focus }) })
    await measure(state)
    state.rest = keepAlive(state)
    return outcome
  } catch (error) {
    if (!isFailure(error, 'store/unavailable')) throw error
    return { kind: 'failed', failure: error, preserved: true, guard: undefined }
  }
}

/** Nothing goes on from the last prompt any more. */
function leaveSent(state: AgentState): void {
  state.rest?.over()
  state.sent = undefined
}

/** An empty conversation has no size worth telling. */
async function measure(state: AgentState): Promise<void> {
  if ((await state.conversation.view()).length === 0) return
  const { promptTokens } = await prepare(state.parts, state.conversation, await learnedAt(state))
  state.tally = { ...state.tally, promptTokens }
}

function statusOf(state: AgentState): AgentStatus {
  const { model, compaction } = state.parts
  const contextTokens = knownWindow(state)
  const { thresholdTokens } = deriveBudget(fitModel(model, contextTokens), compaction)
  const compactions = state.sessions.compactions()
  const { tally, keepAlives } = state
  return { ...tally, contextTokens, thresholdTokens, compactions, keepAlives, cacheHitRate: cacheHitRate(tally) }
}

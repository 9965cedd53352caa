import {
  type BilledUsage,
  type CompactionOutcome,
  deriveBudget,
  forgetCached,
  isFailure,
  keepPauses,
  type Message,
  type Session,
  type SessionId,
} from '@palimpsest/core'
import type { Tool } from '../tools/tool.ts'
import type { AgentModel, AgentOptions, AgentParts, ModelLine, TurnOutcome } from './agent.ts'
import { compactIfDue } from './compaction/compact.ts'
import { liveModel } from './compaction/live-model.ts'
import { unanswered } from './conversation.ts'
import { delegateTool } from './delegate.ts'
import { createDesk, type Desk, learnedAt, noteBeside, openRun, type Tell, windowAt } from './desk.ts'
import { keepAlive } from './keep-warm/keep-alive.ts'
import type { KeepAlives } from './keep-warm/rest.ts'
import { fitModel } from './request/fit-model.ts'
import { type Prepared, prepare } from './request/request.ts'
import { keepLearned } from './run.ts'
import { runTurn } from './run-turn.ts'
import { tellModel } from './tell-model.ts'
import { addTally, cacheHitRate, type Tally } from './usage/tally.ts'
import { workspaceGone } from './workspace-gone.ts'

/** An agent on one conversation. What it learns from call to call it keeps between turns. It does one thing at a time. */
export interface Agent {
  /** One turn: the user speaks, the model answers, and its tools run in between. */
  turn(said: Message, onEvent: Tell, signal: AbortSignal): Promise<TurnOutcome>
  /** Compacts now, regardless of cooldowns; a focus is kept in full detail. */
  compress(focus: string | undefined, onEvent: Tell, signal: AbortSignal): Promise<CompactionOutcome>
  /** Undoes the last compaction; `undefined` when none is in effect. */
  undo(): Promise<Session | undefined>
  /** Speaks with another model from the next call on. */
  speakWith(line: ModelLine): Promise<void>
  /** The model that is spoken with now: the second one after a failover. */
  line(): ModelLine
  /** Sizes a view that nobody has asked about yet, so that the status knows it. */
  measure(): Promise<void>
  /** The next request as it is now. */
  request(): Promise<Prepared>
  status(): AgentStatus
  /** Adds what a call beside the conversation took, such as one that wrote a summary. */
  noteUsage(usage: BilledUsage, model: AgentModel): void
  /** Notifies engine and memory that the conversation rests. */
  end(): Promise<void>
}

export interface AgentStatus extends Tally {
  readonly contextTokens: number
  readonly thresholdTokens: number
  readonly compactions: number
  readonly keepAlives: KeepAlives
  /** Share of all prompt tokens that came from the cache. */
  readonly cacheHitRate: number | undefined
}

export function createAgent(given: AgentParts, session: SessionId, options: AgentOptions = {}): Agent {
  const { maxSteps = 200 } = options
  const desk = createDesk(given, session, options)
  if (given.subagent !== undefined) desk.parts = { ...desk.parts, tools: [...desk.parts.tools, delegateOf(desk)] }
  const later: Tell = (event) => desk.unheard.push(event)
  return {
    turn: (said, onEvent, signal) => turn(desk, said, { onEvent, signal, maxSteps }),
    compress: (focus, onEvent, signal) => compress(desk, focus, { onEvent, signal }),
    undo: async () => {
      const tip = await given.store.compressionTip(session)
      if (tip.kind !== 'continuation') return undefined
      const parent = await given.store.undo(tip.id, given.now())
      leaveSent(desk)
      await desk.sessions.follow(later)
      await measure(desk)
      return parent
    },
    speakWith: async (line) => {
      const known = await learnedAt(desk)
      desk.home = undefined
      desk.parts = { ...given, tools: desk.parts.tools, ...line }
      desk.learned = { ...known, cache: forgetCached(known.cache) }
      leaveSent(desk)
      tellModel(desk.parts, desk.learned, later)
      await measure(desk)
    },
    line: () => desk.parts,
    measure: () => measure(desk),
    request: async () => prepare(desk.parts, desk.conversation, await learnedAt(desk)),
    status: () => statusOf(desk),
    noteUsage: noteBeside(desk),
    end: async () => {
      desk.rest?.end()
      const { learned } = desk
      desk.learned = undefined
      const { store, caching } = desk.parts
      if (learned !== undefined) await keepPauses(store.state, caching.route.channel, learned.cache.pauses)
      await desk.owed.keep()
      await desk.sessions.end(later)
    },
  }
}

function delegateOf(desk: Desk): Tool {
  return delegateTool({
    parts: () => desk.parts,
    session: desk.session,
    start: createAgent,
    onEvent: (event) => desk.tell(event),
    onTally: (tally) => {
      desk.tally = addTally(desk.tally, tally)
    },
  })
}

interface Listening {
  readonly onEvent: Tell
  readonly signal: AbortSignal
}

async function turn(desk: Desk, said: Message, how: Listening & { readonly maxSteps: number }): Promise<TurnOutcome> {
  const { onEvent, signal, maxSteps } = how
  const { conversation } = desk
  const gone = await workspaceGone(desk.parts)
  if (gone !== undefined) return gone
  try {
    const run = await openRun(desk, onEvent, signal)
    for (const result of unanswered(await conversation.view())) await conversation.say(result)
    await sayOwing(desk, said)
    const known = await learnedAt(desk)
    const ended = await runTurn(run, known, maxSteps)
    desk.learned = ended.learned
    if (ended.outcome.kind === 'refused' || desk.sent === undefined) await measure(desk)
    desk.rest = keepAlive(desk)
    await keepLearned(desk.parts, known, ended.learned)
    return ended.outcome
  } catch (error) {
    if (signal.aborted) {
      await measure(desk).catch(() => undefined)
      return { kind: 'aborted' }
    }
    // What was acknowledged is in the store; what could not be written is not, and is told.
    if (isFailure(error, 'store/unavailable')) return { kind: 'refused', message: unwritten(error.message) }
    throw error
  }
}

/** Records the usage of a compaction that came to nothing with the user's next message. */
async function sayOwing({ conversation, owed }: Desk, said: Message): Promise<void> {
  const due = owed.read()
  const { id } = await conversation.say(said, due?.usage)
  if (due !== undefined) await owed.settle(due, id)
}

function unwritten(reason: string): string {
  return `${reason} All that was said before is kept. Put that right, then send the message again.`
}

async function compress(
  desk: Desk,
  focus: string | undefined,
  { onEvent, signal }: Listening,
): Promise<CompactionOutcome> {
  try {
    const run = await openRun(desk, onEvent, signal)
    const learned = await learnedAt(desk)
    const { promptTokens } = await prepare(desk.parts, desk.conversation, learned)
    const pressure = { trigger: 'manual', promptTokens, isReported: false, contextTokens: windowAt(desk) } as const
    const live = () => liveModel(run, learned)
    const outcome = await compactIfDue(run, { ...pressure, live, ...(focus !== undefined && { focus }) })
    await measure(desk)
    desk.rest = keepAlive(desk)
    return outcome
  } catch (error) {
    if (!isFailure(error, 'store/unavailable')) throw error
    return { kind: 'failed', failure: error, preserved: true, guard: undefined }
  }
}

/** Nothing goes on from the last prompt any more. */
function leaveSent(desk: Desk): void {
  desk.rest?.over()
  desk.sent = undefined
}

/** An empty conversation has no size worth telling. */
async function measure(desk: Desk): Promise<void> {
  if ((await desk.conversation.view()).length === 0) return
  const { promptTokens } = await prepare(desk.parts, desk.conversation, await learnedAt(desk))
  desk.tally = { ...desk.tally, promptTokens }
}

function statusOf(desk: Desk): AgentStatus {
  const { model, compression } = desk.parts
  const contextTokens = windowAt(desk)
  const { thresholdTokens } = deriveBudget(fitModel(model, contextTokens), compression)
  const compactions = desk.sessions.compactions()
  const { tally, keepAlives } = desk
  return { ...tally, contextTokens, thresholdTokens, compactions, keepAlives, cacheHitRate: cacheHitRate(tally) }
}

import type { SessionId } from '@palimpsest/core/store'
import { promptTokens } from '@palimpsest/core/tokens'
import type { AgentEvent, AgentOptions, AgentParts } from './agent.ts'
import type { BackgroundPreparation } from './compaction/background-preparation.ts'
import { createPrepareAhead } from './compaction/prepare-ahead.ts'
import { engineTools, pluginTools } from './engine-tools.ts'
import { contained, followSessions, type Sessions } from './follow-sessions.ts'
import type { KeepAliveCounts, Rest, Sent } from './keep-warm/rest.ts'
import { createSlowWatch, type SlowWatch } from './slow-watch.ts'
import { tellModel } from './tell-model.ts'
import { type Learned, startLearned, type TurnContext, windowOf } from './turn-context.ts'
import { openConversation, type TurnConversation } from './turn-conversation.ts'
import { freshTally, type TurnTally, tallyCall } from './usage/turn-tally.ts'
import { createUnbilledCalls, type UnbilledCalls } from './usage/unbilled-calls.ts'

/** Receives events. */
export type Tell = (event: AgentEvent) => void

/** The state of an agent between turns, including what changes there. */
export interface AgentState {
  readonly session: SessionId
  readonly conversation: TurnConversation
  /** Notifies the user of a wait for the store. */
  readonly watch: SlowWatch
  readonly sessions: Sessions
  readonly unbilled: UnbilledCalls
  readonly ahead: BackgroundPreparation
  /** With the engine's tools, on the model that is spoken with now. */
  parts: AgentParts
  learned: Learned | undefined
  tally: TurnTally
  /** The last request sent, as long as the view continues from it. */
  sent: Sent | undefined
  /** The pause since the last turn, while the cache is kept warm in it. */
  rest: Rest | undefined
  keepAlives: KeepAliveCounts
  /** The first model, while the second fills in for it. */
  home: { readonly parts: AgentParts; readonly from: number } | undefined
  /** Said when nobody listened. */
  readonly unheard: AgentEvent[]
  /** The current listener. */
  tell: Tell
}

const slowNotice =
  'The database does not answer; it seems to be locked by another process. Waiting for it for half a minute.'

export function createAgentState(given: AgentParts, session: SessionId, { cause = 'new' }: AgentOptions): AgentState {
  const watch = createSlowWatch(() => state.tell({ kind: 'notice', text: slowNotice }))
  const conversation = openConversation(given, session, watch)
  const brought = pluginTools(given)
  const own = [...given.tools, ...brought.tools]
  const offered = engineTools(given.engine, conversation, own)
  const notices = [...brought.notices, ...offered.notices]
  const unheard: AgentEvent[] = notices.map((text) => ({ kind: 'notice', text }))
  const state: AgentState = {
    session,
    conversation,
    watch,
    sessions: followSessions(given, session, cause),
    unbilled: createUnbilledCalls(given, session),
    // The process may end before anybody speaks again.
    ahead: createPrepareAhead({ session, conversation, paid: () => state.unbilled.keep() }),
    parts: { ...given, tools: [...own, ...offered.tools] },
    learned: undefined,
    tally: freshTally,
    sent: undefined,
    rest: undefined,
    keepAlives: { sent: 0, failed: 0 },
    home: undefined,
    unheard,
    tell: (event) => unheard.push(event),
  }
  return state
}

/** Returns what was learned so far; at first, what other conversations left. */
export async function learnedAt(state: AgentState): Promise<Learned> {
  state.learned ??= await startLearned(state.parts)
  return state.learned
}

/** The window as it is known now. */
export function knownWindow({ parts, learned }: AgentState): number {
  return learned === undefined ? parts.model.contextTokens : windowOf(parts, learned)
}

/** Prepares for work: delivers events nobody received, and follows sessions and models that changed meanwhile. */
export async function openContext(state: AgentState, onEvent: Tell, signal: AbortSignal): Promise<TurnContext> {
  const { session, conversation, sessions, unbilled } = state
  state.rest?.over()
  for (const event of state.unheard.splice(0)) onEvent(event)
  state.tell = onEvent
  const isFirst = state.learned === undefined
  const known = await state.watch(learnedAt(state))
  await state.watch(unbilled.takeUp())
  await state.watch(sessions.follow(onEvent))
  const isBack = goHome(state)
  if (isFirst || isBack) tellModel(state.parts, known, onEvent)
  const hearing = {
    onEvent,
    onUsage: noteAnswer(state),
    onUnkept: noteBeside(state),
    sent: () => state.sent,
    onSent: (sent: Sent | undefined) => {
      state.sent = sent
    },
    onConnection: (parts: AgentParts) => stayWith(state, parts),
    ahead: state.ahead,
  }
  return { parts: state.parts, session, conversation, sessions, unbilled, ...hearing, signal }
}

/** A model that was down is tried again after so long; until then each turn would wait for it in vain. */
const downMs = 300_000

/** Lets another model fill in. */
function stayWith(state: AgentState, parts: AgentParts): void {
  state.home ??= { parts: state.parts, from: state.parts.now() + downMs }
  state.parts = parts
}

function goHome(state: AgentState): boolean {
  const { home } = state
  if (home === undefined || state.parts.now() < home.from) return false
  state.parts = home.parts
  state.home = undefined
  return true
}

/** Records usage that no message of the conversation carries. */
export function noteBeside(state: AgentState): TurnContext['onUnkept'] {
  return (usage, model) => {
    state.tally = tallyCall(state.tally, usage, model.info)
    state.unbilled.add(usage, model)
  }
}

function noteAnswer(state: AgentState): TurnContext['onUsage'] {
  return (usage, model) => {
    const prompt = promptTokens(usage)
    state.tally = {
      ...tallyCall(state.tally, usage, model.info),
      ...(prompt !== undefined && { promptTokens: prompt }),
    }
    const { engine } = state.parts
    void contained(
      `The engine ${engine.name}`,
      () => engine.updateFromResponse?.(usage),
      (event) => state.unheard.push(event),
    )
  }
}

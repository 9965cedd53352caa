import { promptTokens, type SessionId } from '@palimpsest/core'
import type { AgentEvent, AgentOptions, AgentParts } from './agent.ts'
import { type Conversation, openConversation } from './conversation.ts'
import { engineTools } from './engine-tools.ts'
import { contained, followSessions, type Sessions } from './follow-sessions.ts'
import type { KeepAlives, Rest, Sent } from './keep-warm/rest.ts'
import { type Learned, type Run, startLearned, windowOf } from './run.ts'
import { createSlowWatch, type SlowWatch } from './slow-watch.ts'
import { tellModel } from './tell-model.ts'
import { createOwed, type Owed } from './usage/owed.ts'
import { freshTally, type Tally, tallyCall } from './usage/tally.ts'

/** Receives events. */
export type Tell = (event: AgentEvent) => void

/** The state of an agent between turns, including what changes there. */
export interface Desk {
  readonly session: SessionId
  readonly conversation: Conversation
  /** Notifies the user of a wait for the store. */
  readonly watch: SlowWatch
  readonly sessions: Sessions
  readonly owed: Owed
  /** With the engine's tools, on the model that is spoken with now. */
  parts: AgentParts
  learned: Learned | undefined
  tally: Tally
  /** The last request sent, as long as the view continues from it. */
  sent: Sent | undefined
  /** The pause since the last turn, while the cache is kept warm in it. */
  rest: Rest | undefined
  keepAlives: KeepAlives
  /** The first model, while the second fills in for it. */
  home: { readonly parts: AgentParts; readonly from: number } | undefined
  /** Said when nobody listened. */
  readonly unheard: AgentEvent[]
  /** The current listener. */
  tell: Tell
}

const slowNotice =
  'The database does not answer; it seems to be locked by another process. Waiting for it for half a minute.'

export function createDesk(given: AgentParts, session: SessionId, { cause = 'new' }: AgentOptions): Desk {
  const watch = createSlowWatch(() => desk.tell({ kind: 'notice', text: slowNotice }))
  const conversation = openConversation(given, session, watch)
  const offered = engineTools(given.engine, conversation, given.tools)
  const unheard: AgentEvent[] = offered.notices.map((text) => ({ kind: 'notice', text }))
  const desk: Desk = {
    session,
    conversation,
    watch,
    sessions: followSessions(given, session, cause),
    owed: createOwed(given, session),
    parts: { ...given, tools: [...given.tools, ...offered.tools] },
    learned: undefined,
    tally: freshTally,
    sent: undefined,
    rest: undefined,
    keepAlives: { sent: 0, failed: 0 },
    home: undefined,
    unheard,
    tell: (event) => unheard.push(event),
  }
  return desk
}

/** Returns what was learned so far; at first, what other conversations left. */
export async function learnedAt(desk: Desk): Promise<Learned> {
  desk.learned ??= await startLearned(desk.parts)
  return desk.learned
}

/** The window as it is known now. */
export function windowAt({ parts, learned }: Desk): number {
  return learned === undefined ? parts.model.contextTokens : windowOf(parts, learned)
}

/** Prepares for work: delivers events nobody received, and follows sessions and models that changed meanwhile. */
export async function openRun(desk: Desk, onEvent: Tell, signal: AbortSignal): Promise<Run> {
  const { session, conversation, sessions, owed } = desk
  desk.rest?.over()
  for (const event of desk.unheard.splice(0)) onEvent(event)
  desk.tell = onEvent
  const isFirst = desk.learned === undefined
  const known = await desk.watch(learnedAt(desk))
  if (isFirst) await desk.watch(owed.takeUp())
  await desk.watch(sessions.follow(onEvent))
  const isBack = goHome(desk)
  if (isFirst || isBack) tellModel(desk.parts, known, onEvent)
  const hearing = {
    onEvent,
    onUsage: noteAnswer(desk),
    onUnkept: noteBeside(desk),
    sent: () => desk.sent,
    onSent: (sent: Sent | undefined) => {
      desk.sent = sent
    },
    onLine: (parts: AgentParts) => stayWith(desk, parts),
  }
  return { parts: desk.parts, session, conversation, sessions, owed, ...hearing, signal }
}

/** A model that was down is tried again after so long; until then each turn would wait for it in vain. */
const downMs = 300_000

/** Lets another model fill in. */
function stayWith(desk: Desk, parts: AgentParts): void {
  desk.home ??= { parts: desk.parts, from: desk.parts.now() + downMs }
  desk.parts = parts
}

function goHome(desk: Desk): boolean {
  const { home } = desk
  if (home === undefined || desk.parts.now() < home.from) return false
  desk.parts = home.parts
  desk.home = undefined
  return true
}

/** Records usage that no message of the conversation carries. */
export function noteBeside(desk: Desk): Run['onUnkept'] {
  return (usage, model) => {
    desk.tally = tallyCall(desk.tally, usage, model.info)
    desk.owed.add(usage, model)
  }
}

function noteAnswer(desk: Desk): Run['onUsage'] {
  return (usage, model) => {
    const prompt = promptTokens(usage)
    desk.tally = { ...tallyCall(desk.tally, usage, model.info), ...(prompt !== undefined && { promptTokens: prompt }) }
    const { engine } = desk.parts
    void contained(
      `The engine ${engine.name}`,
      () => engine.updateFromResponse?.(usage),
      (event) => desk.unheard.push(event),
    )
  }
}

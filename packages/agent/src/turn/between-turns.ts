import { type CompactionOutcome, grownTokens } from '@palimpsest/core/compaction'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { unlessAborted } from '../tools/unless-aborted.ts'
import { type AgentState, knownWindow, learnedAt, openContext, type Tell } from './agent-state.ts'
import { compactIfDue } from './compaction/compact.ts'
import { liveModel } from './compaction/live-model.ts'
import { prepare } from './request/request.ts'

/** A message with the id that its entry has, whoever tries how often. */
export interface IdentifiedMessage {
  readonly id: EntryId
  readonly message: Message
}

/** Keeps messages that want no answer. Those that are kept already are left as they are. */
export async function noteMessages(state: AgentState, said: readonly IdentifiedMessage[]): Promise<void> {
  for (const { id, message } of said) {
    if ((await state.parts.store.message(id)) === undefined) await state.conversation.say(message, undefined, id)
  }
}

export interface BetweenTurns {
  readonly onEvent: Tell
  readonly signal: AbortSignal
}

/**
 * The layer before the agent: a conversation that grew between turns is made to fit before the model is asked. The
 * incoming message counts; it is not part of the conversation yet.
 */
export async function keepFit(
  state: AgentState,
  incoming: readonly Message[],
  { onEvent, signal }: BetweenTurns,
): Promise<CompactionOutcome> {
  const { parts, conversation } = state
  const context = await openContext(state, onEvent, signal)
  const learned = await learnedAt(state)
  const { session, view } = await conversation.standing()
  const reported = grownTokens(view, session.id, incoming, parts.counter)
  const estimated = async () => {
    const { promptTokens } = await prepare(parts, conversation, learned)
    return incoming.reduce((sum, message) => sum + parts.counter.message(message), promptTokens)
  }
  return compactIfDue(context, {
    trigger: 'hygiene',
    promptTokens: reported ?? (await estimated()),
    isReported: false,
    contextTokens: knownWindow(state),
    live: () => liveModel(context, learned),
  })
}

/** Compacts where the next turn would, while nobody waits for it. */
export async function tidyConversation(
  state: AgentState,
  { onEvent, signal }: BetweenTurns,
): Promise<CompactionOutcome> {
  const context = await openContext(state, onEvent, signal)
  const learned = await learnedAt(state)
  const { promptTokens } = await prepare(state.parts, state.conversation, learned)
  const outcome = await compactIfDue(context, {
    trigger: 'preflight',
    promptTokens,
    isReported: false,
    contextTokens: knownWindow(state),
    live: () => liveModel(context, learned),
    isUnattended: true,
  })
  // Whoever lets go of the conversation after this can keep nothing that is prepared later.
  const underWay = state.ahead.underWay()
  if (underWay !== undefined) await unlessAborted(underWay, signal)
  // The next one who works on the conversation may be in another process.
  await state.unbilled.keep()
  return outcome
}

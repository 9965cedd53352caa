import {
  afterRefusal,
  bindsThinking,
  type ConversationId,
  codecs,
  type FunctionTool,
  findRefused,
  type Json,
  readThinkingRecord,
  repeatable,
  type StoredMessage,
  storedThinkingRecord,
  type ThinkingRule,
  textHash,
  thinkingKey,
  underSetting,
} from '@palimpsest/core'
import type { Asked } from '../provider/provider.ts'
import type { AgentParts } from './agent.ts'
import type { Standing } from './conversation.ts'

/** What decides whose thinking a request carries. */
export interface ThinkingState extends ThinkingRule {
  readonly conversation: ConversationId
  readonly view: readonly StoredMessage[]
  /** The store does not know it yet. */
  readonly isNew: boolean
}

/** Reads what is known of a session's thinking, and holds it against what the next request begins with. */
export async function readThinkingState(
  { store, model }: Pick<AgentParts, 'store' | 'model'>,
  { session, view, system }: Standing,
  tools: readonly FunctionTool[],
): Promise<ThinkingState> {
  const { id, conversation } = session
  const binds = bindsThinking(model.name, model.info)
  // What cannot be read is taken for nothing, which only leaves out more than need be.
  const stored = await store.state.get(conversation, thinkingKey(id)).catch(() => undefined)
  const known = readThinkingRecord(stored)
  const record = binds ? underSetting(known, settingOf(system, tools), view) : known
  return { conversation, session: id, view, record, binds, isNew: record !== known }
}

/** Stands for the system prompt and the tools of a request. */
function settingOf(system: readonly string[], tools: readonly FunctionTool[]): string {
  const text = JSON.stringify([system, tools])
  return textHash(text) + textHash(text, 0x2f0b4c47)
}

/** Written down before a request goes out: what is thought in answer to it belongs to it. */
export async function keepThinkingState(parts: Pick<AgentParts, 'store'>, state: ThinkingState): Promise<void> {
  if (state.isNew) await write(parts, state, state.record)
}

/** Remembers that thinking was refused, so that no later request carries it: from the place that is named on, or all. */
export async function omitRefused(
  parts: Pick<AgentParts, 'store' | 'provider'>,
  state: ThinkingState,
  asked: Asked,
  place: string | undefined,
): Promise<void> {
  const messages = state.view.map(({ message }) => message)
  const at = place === undefined ? undefined : findRefused(place, bodyOf(asked, parts.provider.format), messages)
  const from = at === undefined ? undefined : state.view[at]?.id
  await write(parts, state, afterRefusal(state.record, state.view, from))
}

/** The request as its provider got it: refusals name places in it. */
function bodyOf({ messages, tools, model }: Asked, format: AgentParts['provider']['format']): Json {
  return codecs[format].encode({ messages: repeatable(messages, { format, model }), tools, model }, { model }).value
}

/** A store that cannot take it now costs another refusal at most. */
async function write(
  { store }: Pick<AgentParts, 'store'>,
  { conversation, session }: ThinkingState,
  record: ThinkingRule['record'],
): Promise<void> {
  await store.state.set(conversation, thinkingKey(session), storedThinkingRecord(record)).catch(() => undefined)
}

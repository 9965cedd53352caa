import type { Json } from '@palimpsest/core/json'
import type { FunctionTool } from '@palimpsest/core/message'
import { bindsThinking } from '@palimpsest/core/models'
import type { Compaction, ConversationId, Session, StoredMessage } from '@palimpsest/core/store'
import { textHash } from '@palimpsest/core/text'
import {
  afterRefusal,
  findRefused,
  freshRecord,
  hasSeal,
  omittedEntries,
  readThinkingRecord,
  storedThinkingRecord,
  type ThinkingRecord,
  type ThinkingRule,
  thinkingKey,
  underSetting,
  withoutEntries,
} from '@palimpsest/core/thinking'
import { codecs, repeatable } from '@palimpsest/core/wire'
import type { ModelCall } from '../../provider/provider.ts'
import type { AgentParts } from '../agent.ts'
import type { ConversationTip, Entered } from '../turn-conversation.ts'

/** The facts that decide whose thinking a request carries. */
export interface ThinkingState extends ThinkingRule {
  readonly conversation: ConversationId
  readonly view: readonly StoredMessage[]
  /** The store does not know it yet. */
  readonly isNew: boolean
}

/** Reads what is known of a session's thinking, and holds it against what the next request begins with. */
export async function readThinkingState(
  { store, model }: Pick<AgentParts, 'store' | 'model'>,
  { session, view, system }: ConversationTip,
  tools: readonly FunctionTool[],
): Promise<ThinkingState> {
  const { id, conversation } = session
  const binds = bindsThinking(model.name, model.info)
  const known = await readRecord({ store }, { conversation, session: id })
  const record = binds ? underSetting(known, settingOf(system, tools), view) : known
  return { conversation, session: id, view, record, binds, isNew: record !== known }
}

/** Hashes the system prompt and the tools of a request. */
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
  asked: ModelCall,
  place: string | undefined,
): Promise<void> {
  const messages = state.view.map(({ message }) => message)
  const at = place === undefined ? undefined : findRefused(place, bodyOf(asked, parts.provider.format), messages)
  const from = at === undefined ? undefined : state.view[at]?.id
  await write(parts, state, afterRefusal(await readRecord(parts, state), state.view, from))
}

/** An answer that came after others had spoken follows a different prompt than the one it was thought after. */
export async function omitMisplaced(
  parts: Pick<AgentParts, 'store'>,
  { conversation, session, view, binds }: ThinkingState,
  answer: Entered,
): Promise<void> {
  const isInPlace = answer.session === session && answer.seq === view.length
  if (!binds || isInPlace || !hasSeal(answer.message)) return
  const place = { conversation, session: answer.session }
  await write(parts, place, withoutEntries(await readRecord(parts, place), [answer.id]))
}

/** Thinking that was refused in a session is not sent in its continuation either. */
export async function carryRefused(
  parts: Pick<AgentParts, 'store'>,
  { conversation, id }: Session,
  { continuation, view }: Pick<Compaction, 'continuation' | 'view'>,
): Promise<void> {
  const record = await readRecord(parts, { conversation, session: id })
  if (record.omitted.length === 0) return
  const stored = await parts.store.view(id).catch(() => [])
  const kept = new Set(view.map((item) => item.id))
  const ids = omittedEntries(stored, record).flatMap((entry) => (kept.has(entry.id) ? [entry.id] : []))
  if (ids.length > 0) await write(parts, { conversation, session: continuation }, withoutEntries(freshRecord, ids))
}

/** The request as its provider got it: refusals name places in it. */
function bodyOf({ messages, tools, model }: ModelCall, format: AgentParts['provider']['format']): Json {
  return codecs[format].encode({ messages: repeatable(messages, { format, model }), tools, model }, { model }).value
}

type Place = Pick<ThinkingState, 'conversation' | 'session'>

/** A record that cannot be read counts as empty, which only leaves out more than necessary. */
async function readRecord(
  { store }: Pick<AgentParts, 'store'>,
  { conversation, session }: Place,
): Promise<ThinkingRecord> {
  return readThinkingRecord(await store.state.get(conversation, thinkingKey(session)).catch(() => undefined))
}

/** A store that cannot take it now costs another refusal at most. */
async function write(
  { store }: Pick<AgentParts, 'store'>,
  { conversation, session }: Place,
  record: ThinkingRule['record'],
): Promise<void> {
  await store.state.set(conversation, thinkingKey(session), storedThinkingRecord(record)).catch(() => undefined)
}

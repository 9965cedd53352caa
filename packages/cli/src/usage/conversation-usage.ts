import type { Conversation, ConversationId, Session, SessionId, SessionStore } from '@palimpsest/core/store'
import { eachOriginal } from '../store/each-original.ts'
import { titleOf } from '../store/title-of.ts'
import { cleanConversation } from '../store/without-secrets.ts'
import { addCompactions, type Compactions, compactionsJson, compactionsOf } from './compactions-of.ts'
import { eachSummary } from './each-summary.ts'
import { createModelOf, isBilled } from './model-of.ts'
import { createPriceCall, type PriceCall } from './price-call.ts'
import { carriedCalls, unbilledCalls } from './unbilled-call.ts'
import { addCall, addTallies, emptyTally, tallyJson, type UsageCall, type UsageTally } from './usage-tally.ts'

/** The usage of a conversation; its sub-agents are separate, and included in `total`. */
export interface ConversationUsage {
  readonly conversation: Conversation
  /** Its title, or how it began. */
  readonly name: string
  readonly own: UsageTally
  readonly subagents: { readonly count: number; readonly tally: UsageTally }
  readonly total: UsageTally
  /** Of the total, what it took to write summaries. */
  readonly summaries: UsageTally
  /** The calls of the conversation and its sub-agents, by model; the most used first. */
  readonly models: readonly { readonly model: string; readonly tally: UsageTally }[]
  readonly compactions: Compactions
}

/** Called now and then with the number of messages read. */
export type OnRead = (messages: number) => void

/** Adds up everything that a conversation and its sub-agents took, call by call, in bounded memory. */
export async function conversationUsage(
  store: SessionStore,
  id: ConversationId,
  onRead: OnRead = () => {},
): Promise<ConversationUsage | undefined> {
  const reading: Reading = { store, price: createPriceCall(), onRead, seen: new Set([id]), read: 0 }
  const own = await readOne(reading, id)
  if (own === undefined) return undefined
  const subagents = await readSubagents(reading, own)
  const all = [own, ...subagents]
  const below = subagents.reduce((tally, each) => addTallies(tally, each.tally), emptyTally)
  return {
    conversation: cleanConversation(own.conversation),
    name: await titleOf(store, own.conversation),
    own: own.tally,
    subagents: { count: subagents.length, tally: below },
    total: addTallies(own.tally, below),
    summaries: all.map(({ summaries }) => summaries).reduce(addTallies),
    models: merged(all.map(({ models }) => models)),
    compactions: all.map(({ compactions }) => compactions).reduce(addCompactions),
  }
}

interface Reading {
  readonly store: SessionStore
  readonly price: PriceCall
  readonly onRead: OnRead
  readonly seen: Set<ConversationId>
  read: number
}

interface One {
  readonly conversation: Conversation
  /** Every session that something was said in, those of undone compactions included. */
  readonly sessions: ReadonlySet<SessionId>
  readonly tally: UsageTally
  readonly summaries: UsageTally
  readonly models: ReadonlyMap<string, UsageTally>
  readonly compactions: Compactions
}

async function readOne(reading: Reading, id: ConversationId): Promise<One | undefined> {
  const { store, price } = reading
  const conversation = await store.conversation(id)
  if (conversation === undefined) return undefined
  const standing = new Set((await store.lineage(conversation.tip)).map((session) => session.id))
  const sessions = new Set(standing)
  const models = new Map<string, UsageTally>()
  const modelOf = createModelOf(store)
  const add = (model = 'unknown model', call: UsageCall) =>
    models.set(model, addCall(models.get(model) ?? emptyTally, call))
  for await (const stored of eachOriginal(store, id)) {
    reading.onRead(++reading.read)
    sessions.add(stored.session)
    if (!isBilled(stored)) continue
    const carried = await carriedCalls(store, id, stored, price)
    for (const { model, call } of carried) add(model, call)
    if (carried.length > 0) continue
    const model = await modelOf(stored)
    add(model, { ...(stored.usage && { usage: stored.usage }), cost: price(model, stored.usage) })
  }
  for (const { model, call } of await unbilledCalls(store, conversation, price)) add(model, call)
  let summaries = emptyTally
  for await (const { model, call } of eachSummary(store, id, price)) {
    add(model, call)
    summaries = addCall(summaries, call)
  }
  const tally = [...models.values()].reduce(addTallies, emptyTally)
  return { conversation, sessions, tally, summaries, models, compactions: await compactionsOf(store, id, standing) }
}

/** Sub-agents of sub-agents are found as well; branches are conversations of their own. */
async function readSubagents(reading: Reading, { sessions }: One): Promise<readonly One[]> {
  const found: One[] = []
  for (const session of sessions) {
    const children = (await reading.store.children(session)).filter((child) => isNew(child, reading))
    for (const { conversation } of children) {
      reading.seen.add(conversation)
      const one = await readOne(reading, conversation)
      if (one !== undefined) found.push(one, ...(await readSubagents(reading, one)))
    }
  }
  return found
}

function isNew({ kind, conversation }: Session, { seen }: Reading): boolean {
  return kind === 'subagent' && !seen.has(conversation)
}

function merged(all: readonly ReadonlyMap<string, UsageTally>[]): ConversationUsage['models'] {
  const models = new Map<string, UsageTally>()
  for (const [model, tally] of all.flatMap((each) => [...each]))
    models.set(model, addTallies(models.get(model) ?? emptyTally, tally))
  return [...models].map(([model, tally]) => ({ model, tally })).toSorted((a, b) => b.tally.calls - a.tally.calls)
}

/** The document that `usage --json` prints: `null` is unknown. */
export function usageJson(usage: ConversationUsage) {
  const { conversation, own, subagents, total, summaries, models, compactions } = usage
  const { id, title, channel, sessions, messages, createdAt, updatedAt } = conversation
  return {
    conversation: id,
    title: title ?? null,
    channel: channel ?? null,
    createdAt,
    updatedAt,
    sessions,
    messages,
    own: tallyJson(own),
    subagents: { count: subagents.count, ...tallyJson(subagents.tally) },
    total: tallyJson(total),
    summaries: tallyJson(summaries),
    models: models.map(({ model, tally }) => ({ model, ...tallyJson(tally) })),
    compactions: compactionsJson(compactions),
  }
}

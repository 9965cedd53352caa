import type { Conversation, ConversationId, Instant, SessionStore, StoredMessage } from '@palimpsest/core/store'
import { commandDefaults } from '../options/command-defaults.ts'
import { eachOriginal } from '../store/each-original.ts'
import { addCompactions, type Compactions, compactionsJson, compactionsOf, noCompactions } from './compactions-of.ts'
import type { OnRead } from './conversation-usage.ts'
import { dayOf, lastDays } from './days.ts'
import { eachSummary } from './each-summary.ts'
import { createModelOf, isBilled, type ModelOf } from './model-of.ts'
import { createPriceCall, type PriceCall } from './price-call.ts'
import { createToolCounter, type ToolCounter, type ToolTally } from './tool-tally.ts'
import { carriedCalls, unbilledCalls } from './unbilled-call.ts'
import { addCall, addTallies, emptyTally, tallyJson, type UsageCall, type UsageTally } from './usage-tally.ts'

/** The use of tokens and money in the last days. */
export interface Insights {
  /** Every day of the time looked at, oldest first, those on which nothing happened included. */
  readonly days: readonly { readonly day: string; readonly tally: UsageTally; readonly messages: number }[]
  /** The others: the most used first. */
  readonly models: readonly Named[]
  readonly channels: readonly Named[]
  readonly tools: readonly (ToolTally & { readonly name: string })[]
  readonly total: UsageTally
  /** Of the total, what it took to write summaries. */
  readonly summaries: UsageTally
  readonly messages: number
  readonly conversations: number
  /** Of these, conversations that sub-agents held. */
  readonly subagents: number
  readonly compactions: Compactions
}

export interface Named {
  readonly name: string
  readonly tally: UsageTally
}

export interface InsightsOptions {
  /** @default 30 */
  readonly days?: number
  readonly now: Instant
  readonly onRead?: OnRead
}

/** Adds up what all conversations of a store took of late. Reads only what is new enough, in bounded memory. */
export async function insightsOf(
  store: SessionStore,
  { days = commandDefaults.insightDays, now, onRead }: InsightsOptions,
): Promise<Insights> {
  const range = lastDays(days, now)
  const book = createBook(store, range.since, onRead ?? (() => {}))
  for await (const conversation of activeSince(store, range.since)) await readConversation(book, conversation)
  const byCalls = (a: Named, b: Named) => b.tally.calls - a.tally.calls
  const named = (tallies: ReadonlyMap<string, UsageTally>) =>
    [...tallies].map(([name, tally]) => ({ name, tally })).toSorted(byCalls)
  const models = named(book.models)
  return {
    days: range.days.map((day) => ({
      day,
      tally: book.days.get(day) ?? emptyTally,
      messages: book.spoken.get(day) ?? 0,
    })),
    models,
    channels: named(book.channels),
    tools: [...book.tools.tallies()].map(([name, tally]) => ({ name, ...tally })).toSorted((a, b) => b.calls - a.calls),
    total: models.reduce((sum, { tally }) => addTallies(sum, tally), emptyTally),
    summaries: book.summaries,
    messages: book.messages,
    conversations: book.conversations,
    subagents: book.subagents,
    compactions: book.compactions,
  }
}

interface Book {
  readonly store: SessionStore
  readonly since: Instant
  readonly price: PriceCall
  readonly onRead: OnRead
  readonly tools: ToolCounter
  readonly days: Map<string, UsageTally>
  readonly spoken: Map<string, number>
  readonly models: Map<string, UsageTally>
  readonly channels: Map<string, UsageTally>
  messages: number
  conversations: number
  subagents: number
  compactions: Compactions
  summaries: UsageTally
}

function createBook(store: SessionStore, since: Instant, onRead: OnRead): Book {
  const maps = { days: new Map(), spoken: new Map(), models: new Map(), channels: new Map() }
  const counts = { messages: 0, conversations: 0, subagents: 0, compactions: noCompactions, summaries: emptyTally }
  return { store, since, onRead, price: createPriceCall(), tools: createToolCounter(), ...maps, ...counts }
}

/** Conversations asked for at a time. */
const pageSize = 500

/** Newest activity first, so what is older than asked for ends the search. */
async function* activeSince(store: SessionStore, since: Instant): AsyncGenerator<Conversation> {
  const seen = new Set<ConversationId>()
  for (let from = 0; ; from += pageSize) {
    const page = await store.conversations({ from, limit: pageSize, archived: true })
    for (const conversation of page) {
      if (conversation.updatedAt < since) return
      // One that was talked in meanwhile moves to the top, and pushes another one into the next page again.
      if (!seen.has(conversation.id)) yield conversation
      seen.add(conversation.id)
    }
    if (page.length < pageSize) return
  }
}

async function readConversation(book: Book, conversation: Conversation): Promise<void> {
  const { store, since, price } = book
  const lineage = await store.lineage(conversation.tip)
  const isSubagent = lineage[0]?.kind === 'subagent'
  const place: Place = {
    conversation: conversation.id,
    channel: isSubagent ? 'sub-agent' : (conversation.channel ?? 'unknown'),
    modelOf: createModelOf(store),
  }
  book.tools.next()
  const before = book.messages
  for await (const stored of eachOriginal(store, conversation.id, await firstSince(store, conversation, since)))
    if (stored.at >= since) await addMessage(book, stored, place)
  for (const unbilled of await unbilledCalls(store, conversation, price))
    addCalled(book, { ...place, ...unbilled, day: dayOf(conversation.updatedAt) })
  for await (const { at, model, call } of eachSummary(store, conversation.id, price, since)) {
    addCalled(book, { channel: place.channel, model, day: dayOf(at), call })
    book.summaries = addCall(book.summaries, call)
  }
  const standing = new Set(lineage.map(({ id }) => id))
  book.compactions = addCompactions(book.compactions, await compactionsOf(store, conversation.id, standing, since))
  if (book.messages === before) return
  book.conversations++
  if (isSubagent) book.subagents++
}

/** The place of the first message since then: what was said follows the clock, so halving finds it. */
async function firstSince(store: SessionStore, { id, messages, createdAt }: Conversation, since: Instant) {
  if (createdAt >= since) return 0
  let low = 0
  let high = messages
  while (low < high) {
    const middle = (low + high) >> 1
    const [message] = await store.originals(id, { from: middle, limit: 1 })
    if (message !== undefined && message.at < since) low = middle + 1
    else high = middle
  }
  return low
}

interface Place {
  readonly conversation: ConversationId
  readonly channel: string
  readonly modelOf: ModelOf
}

async function addMessage(book: Book, stored: StoredMessage, place: Place): Promise<void> {
  const { channel, modelOf, conversation } = place
  const { usage } = stored
  const day = dayOf(stored.at)
  book.onRead(++book.messages)
  book.spoken.set(day, (book.spoken.get(day) ?? 0) + 1)
  const model = isBilled(stored) ? await modelOf(stored) : undefined
  book.tools.add(stored, model)
  if (!isBilled(stored)) return
  const carried = await carriedCalls(book.store, conversation, stored, book.price)
  for (const each of carried) addCalled(book, { channel, day, ...each })
  if (carried.length > 0) return
  addCalled(book, { channel, model, day, call: { ...(usage && { usage }), cost: book.price(model, usage) } })
}

interface Called {
  readonly channel: string
  readonly model: string | undefined
  readonly day: string
  readonly call: UsageCall
}

function addCalled(book: Book, { channel, model, day, call }: Called): void {
  for (const [tallies, name] of [
    [book.days, day],
    [book.models, model ?? 'unknown model'],
    [book.channels, channel],
  ] as const)
    tallies.set(name, addCall(tallies.get(name) ?? emptyTally, call))
}

/** The document that `insights --json` prints: `null` is unknown. */
export function insightsJson(insights: Insights) {
  const { days, models, channels, tools, total, summaries, messages } = insights
  const { conversations, subagents, compactions } = insights
  return {
    from: days[0]?.day ?? null,
    to: days.at(-1)?.day ?? null,
    conversations,
    subagents,
    messages,
    total: tallyJson(total),
    summaries: tallyJson(summaries),
    days: days.map(({ day, tally, messages: spoken }) => ({ day, messages: spoken, ...tallyJson(tally) })),
    models: models.map(({ name, tally }) => ({ model: name, ...tallyJson(tally) })),
    channels: channels.map(({ name, tally }) => ({ channel: name, ...tallyJson(tally) })),
    tools: tools.map(({ name, calls, failed, declined, resultTokens, usd }) => ({
      tool: name,
      calls,
      failed,
      declined,
      resultTokens,
      resultsUsd: usd ?? null,
    })),
    compactions: compactionsJson(compactions),
  }
}

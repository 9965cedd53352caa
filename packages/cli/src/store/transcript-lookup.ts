import { equalJson, type Json, parseJson } from '@palimpsest/core/json'
import { type Message, messageIdentity } from '@palimpsest/core/message'
import type { Conversation, ConversationId, SessionStore } from '@palimpsest/core/store'
import { everyConversation } from './every-conversation.ts'

/** The extent to which a store already has a transcript; `shared` counts the messages that both begin with. */
export type KnownTranscript =
  | { readonly kind: 'new' }
  /** All of it is there, and perhaps more. */
  | { readonly kind: 'here'; readonly conversation: Conversation }
  /** The transcript goes on where the conversation ends. */
  | { readonly kind: 'grown'; readonly conversation: Conversation; readonly shared: number }
  /** They begin alike and go on differently. */
  | { readonly kind: 'parted'; readonly conversation: Conversation; readonly shared: number }

/** Knows conversations by their content, so that a transcript is kept once whatever its file is called. */
export interface TranscriptLookup {
  find(messages: readonly Message[]): Promise<KnownTranscript>
  /** Adds a conversation that came after the lookup was made. */
  add(id: ConversationId): Promise<void>
}

export async function createTranscriptLookup(store: SessionStore): Promise<TranscriptLookup> {
  const byOpening = new Map<string, Set<ConversationId>>()
  const add = async (id: ConversationId) => {
    const first = await store.originals(id, { limit: openingMessages })
    const opening = openingOf(first.map(({ message }) => message))
    byOpening.set(opening, (byOpening.get(opening) ?? new Set()).add(id))
  }
  for (const { id } of await everyConversation(store)) await add(id)
  return { find: (messages) => standingOf(store, messages, byOpening.get(openingOf(messages)) ?? new Set()), add }
}

/** Few runtimes say as much before the first answer. */
const openingMessages = 20

/** Many conversations begin with the same prompt; hardly two get the same first answer. */
function openingOf(messages: readonly Message[]): string {
  const start = messages.slice(0, openingMessages)
  const answer = start.findIndex(({ role }) => role === 'assistant')
  return start
    .slice(0, answer === -1 ? undefined : answer + 1)
    .map(messageIdentity)
    .join(' ')
}

async function standingOf(
  store: SessionStore,
  messages: readonly Message[],
  candidates: ReadonlySet<ConversationId>,
): Promise<KnownTranscript> {
  let best: Exclude<KnownTranscript, { readonly kind: 'here' }> = { kind: 'new' }
  for (const id of candidates) {
    const conversation = await store.conversation(id)
    if (conversation === undefined) continue
    const shared = await sharedMessages(store, id, messages)
    if (shared === messages.length) return { kind: 'here', conversation }
    const kind = shared === conversation.messages ? 'grown' : 'parted'
    const isBetter =
      best.kind === 'new' ? shared > 0 : shared > best.shared || (shared === best.shared && kind === 'grown')
    if (isBetter) best = { kind, conversation, shared }
  }
  return best
}

/** Messages read at a time. */
const pageSize = 200

/** Counts the messages that a conversation and a transcript share before the first difference, to the letter. */
async function sharedMessages(store: SessionStore, id: ConversationId, messages: readonly Message[]): Promise<number> {
  let shared = 0
  while (shared < messages.length) {
    const page = await store.originals(id, { from: shared, limit: Math.min(pageSize, messages.length - shared) })
    for (const { message } of page) {
      if (!equalJson(asJson(message), asJson(messages[shared]))) return shared
      shared++
    }
    if (page.length === 0) return shared
  }
  return shared
}

/** A field that is absent and one that is `undefined` are the same once kept. */
function asJson(message: Message | undefined): Json | undefined {
  return parseJson(JSON.stringify(message ?? null))
}

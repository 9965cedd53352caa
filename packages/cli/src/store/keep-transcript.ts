import {
  type Conversation,
  type ConversationId,
  conversationId,
  entryId,
  type Message,
  type SessionStore,
  sessionId,
  type Transcript,
} from '@palimpsest/core'
import { uuidv7 } from 'uuidv7'
import { keepEnvelope } from './envelope.ts'

export interface KeepOptions {
  readonly title?: string
  /** Told after every batch how many messages are kept. */
  readonly onProgress?: (messages: number) => void
}

/** Messages written in one transaction: many enough to be fast, few enough that others get their turn. */
const batchSize = 500

/** Makes a transcript a conversation of its own with one session. When it fails half-way, nothing of it stays. */
export async function keepTranscript(
  store: SessionStore,
  transcript: Transcript,
  options: KeepOptions = {},
): Promise<ConversationId> {
  const conversation = conversationId(uuidv7())
  const at = Date.now()
  const { id } = await store.begin({
    id: sessionId(uuidv7()),
    conversation,
    at,
    channel: 'import',
    ...(options.title !== undefined && { title: options.title }),
    ...(transcript.model !== undefined && { model: transcript.model }),
  })
  const add = (messages: readonly Message[], from: number) =>
    store.append(
      id,
      from,
      messages.map((message) => ({ id: entryId(uuidv7()), message })),
      at,
    )
  try {
    for (let from = 0; from < transcript.messages.length; from += batchSize) {
      const { nextSeq } = await add(transcript.messages.slice(from, from + batchSize), from)
      options.onProgress?.(nextSeq)
    }
    await keepEnvelope(store, conversation, transcript)
  } catch (error) {
    await store.remove(conversation).catch(() => undefined)
    throw error
  }
  return conversation
}

/** Adds what a transcript says beyond what a conversation has of it: all in one transaction, or nothing. */
export async function continueConversation(
  store: SessionStore,
  { id, tip, messages: kept }: Conversation,
  transcript: Transcript,
): Promise<void> {
  const session = await store.session(tip)
  if (session === undefined) throw new Error(`conversation ${id} has lost its newest session`)
  const added = transcript.messages.slice(kept).map((message) => ({ id: entryId(uuidv7()), message }))
  await store.append(tip, session.nextSeq, added, Date.now())
  await keepEnvelope(store, id, transcript)
}

import { entryId } from '@palimpsest/core/log'
import type { Transcript } from '@palimpsest/core/message'
import {
  type Conversation,
  type ConversationId,
  conversationId,
  type SessionStore,
  sessionId,
} from '@palimpsest/core/store'
import { uuidv7 } from 'uuidv7'
import { type TimedBatch, timedBatches } from './timed-batches.ts'
import { keepEnvelope } from './transcript-envelope.ts'

export interface KeepOptions {
  readonly title?: string
  /** Called after every batch with the number of messages kept. */
  readonly onProgress?: (messages: number) => void
}

/** Makes a transcript a conversation of its own with one session. When it fails half-way, nothing of it stays. */
export async function keepTranscript(
  store: SessionStore,
  transcript: Transcript,
  options: KeepOptions = {},
): Promise<ConversationId> {
  const conversation = conversationId(uuidv7())
  const now = Date.now()
  const batches = timedBatches(transcript.messages, now)
  const { id } = await store.begin({
    id: sessionId(uuidv7()),
    conversation,
    at: batches[0]?.at ?? now,
    channel: 'import',
    ...(options.title !== undefined && { title: options.title }),
    ...(transcript.model !== undefined && { model: transcript.model }),
  })
  const add = ({ messages, at }: TimedBatch, from: number) =>
    store.append(
      id,
      from,
      messages.map((message) => ({ id: entryId(uuidv7()), message })),
      at,
    )
  try {
    let from = 0
    for (const batch of batches) {
      const { nextSeq } = await add(batch, from)
      from = nextSeq
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
  const news = transcript.messages.slice(kept)
  const added = news.map((message) => ({ id: entryId(uuidv7()), message }))
  // One transaction has one time: that of the newest.
  const at = timedBatches(news, Date.now()).at(-1)?.at ?? Date.now()
  await store.append(tip, session.nextSeq, added, at)
  await keepEnvelope(store, id, transcript)
}

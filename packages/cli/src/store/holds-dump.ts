import { equalJson, isObject, type Json, parseJson } from '@palimpsest/core/json'
import { entryId } from '@palimpsest/core/log'
import { type Conversation, conversationId, type SessionStore } from '@palimpsest/core/store'

/** The conversation of a dump where it is in the store with all messages that the dump has, and perhaps more since. */
export async function holdsDump(store: SessionStore, lines: AsyncIterable<Json>): Promise<Conversation | undefined> {
  let conversation: Conversation | undefined
  for await (const line of lines) {
    if (!isObject(line)) return undefined
    if (conversation === undefined) conversation = await conversationIn(store, line.conversation)
    else if (line.kind === 'message' && !(await holdsMessage(store, line.message))) return undefined
    if (conversation === undefined) return undefined
  }
  return conversation
}

async function conversationIn(store: SessionStore, header: Json | undefined): Promise<Conversation | undefined> {
  const id = isObject(header) ? header.id : undefined
  return typeof id === 'string' ? store.conversation(conversationId(id)) : undefined
}

async function holdsMessage(store: SessionStore, message: Json | undefined): Promise<boolean> {
  if (!isObject(message) || typeof message.id !== 'string') return false
  const kept = await store.message(entryId(message.id))
  return kept !== undefined && equalJson(parseJson(JSON.stringify(kept)), message)
}

import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { SessionStore, StoredMessage } from '@palimpsest/core/store'
import type { ArrivalEnding } from './arrival-ending.ts'

/** A turn with more messages than this is not looked through for its answer. */
const mostMessages = 2_000

/** Finds the answer to an entry in the conversation itself, for when the events that told of it are gone. */
export async function findAnswer(store: SessionStore, entry: EntryId): Promise<ArrivalEnding | undefined> {
  const said = await store.message(entry)
  if (said?.index === undefined) return undefined
  const later = await store.originals(said.conversation, { from: said.index + 1, limit: mostMessages })
  const end = later.findIndex(({ message }) => message.role === 'user')
  const last = later.slice(0, end < 0 ? later.length : end).at(-1)
  if (last === undefined || !isAnswer(last)) return undefined
  return {
    kind: 'answered',
    entry,
    answer: last.id,
    text: saidInText(last.message),
    notices: [],
    ...(last.usage && { usage: last.usage }),
  }
}

/** An assistant that calls tools has not answered yet. */
function isAnswer({ message }: StoredMessage): boolean {
  return message.role === 'assistant' && !message.parts.some(({ type }) => type === 'tool-call')
}

/** All that a message says in text. */
export function saidInText({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

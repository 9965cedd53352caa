import type { Conversation, SessionStore } from '@palimpsest/core'
import { messageText } from '../store/message-text.ts'
import { printable } from '../terminal/width.ts'

/** Longer than any line it is shown in. */
const mostChars = 200

/** What a conversation is called: its title or, where it has none, how it began. */
export async function titleOf(store: SessionStore, { id, title }: Conversation): Promise<string> {
  if (title !== undefined && title.trim() !== '') return printable(title).trim()
  const first = await store.originals(id, { limit: 2 })
  const said = first.find(({ message }) => message.role === 'user')
  const text = said === undefined ? '' : printable(messageText(said.message).slice(0, mostChars)).trim()
  return text === '' ? 'Untitled' : text
}

import type { Conversation, SessionStore } from '@palimpsest/core/store'
import { said } from '../terminal/said.ts'
import { messageText } from './message-text.ts'

/** Longer than any line it is shown in. */
const mostChars = 200

/** Returns the title of a conversation or, if it has none, how it began. */
export async function titleOf(store: SessionStore, { id, title }: Conversation): Promise<string> {
  if (title !== undefined && title.trim() !== '') return said(title)
  const first = await store.originals(id, { limit: 2 })
  const asked = first.find(({ message }) => message.role === 'user')
  const text = asked === undefined ? '' : said(messageText(asked.message), mostChars)
  return text === '' ? 'Untitled' : text
}

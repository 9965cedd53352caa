import { shown } from './check-context-options.ts'
import type { ContextEvent } from './context-options.ts'

/** The name of a conversation as text; `undefined` for what names none, which is told. */
export function conversationName(id: unknown, emit: (event: ContextEvent) => void): string | undefined {
  if (typeof id === 'string' && id !== '') return id
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isFinite(id))) return String(id)
  const message = `A conversation was named by ${shown(id)}. Name each by a text of its own, such as "chat-42".`
  emit({ kind: 'problem', at: 'options', message })
  return undefined
}

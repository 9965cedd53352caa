import type { Message, Part, UserMessage } from '@palimpsest/core'

/**
 * What the user says in several messages one after the other, as one: the templates of many local models want the user and
 * the assistant to take turns, and refuse the rest of a conversation that does not. Where breakpoints are set anywhere,
 * each text stays a part of its own: a prompt must not be another one because a breakpoint has moved on.
 */
export function joinUsers(messages: readonly Message[]): readonly Message[] {
  const isMarked = messages.some(hasBreakpoint)
  const joined: Message[] = []
  for (const message of messages) {
    const before = joined.at(-1)
    if (message.role === 'user' && before?.role === 'user') joined[joined.length - 1] = join(before, message, isMarked)
    else joined.push(message)
  }
  return joined
}

function join(one: UserMessage, other: UserMessage, isMarked: boolean): UserMessage {
  const last = one.parts.at(-1)
  const [first, ...rest] = other.parts
  // Plain texts become one: not every server takes a list.
  if (isMarked || last?.type !== 'text' || first?.type !== 'text')
    return { role: 'user', parts: [...one.parts, ...other.parts] }
  const text = `${last.text}\n\n${first.text}`
  return { role: 'user', parts: [...one.parts.slice(0, -1), { type: 'text', text }, ...rest] }
}

function hasBreakpoint(message: Message): boolean {
  if (message.role === 'tool' && message.breakpoint !== undefined) return true
  return (message.parts as readonly Part[]).some(({ breakpoint }) => breakpoint !== undefined)
}

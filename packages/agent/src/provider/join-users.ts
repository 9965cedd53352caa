import type { Message, Part, UserMessage } from '@palimpsest/core'

/**
 * What the user says in several messages one after the other, as one: the templates of many local models want the user and
 * the assistant to take turns, and refuse the rest of a conversation that does not.
 */
export function joinUsers(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = []
  for (const message of messages) {
    const before = joined.at(-1)
    if (message.role === 'user' && before?.role === 'user') joined[joined.length - 1] = join(before, message)
    else joined.push(message)
  }
  return joined
}

function join(one: UserMessage, other: UserMessage): UserMessage {
  const last = one.parts.at(-1)
  const [first, ...rest] = other.parts
  // Plain texts become one: not every server takes a list.
  if (!isPlain(last) || !isPlain(first)) return { role: 'user', parts: [...one.parts, ...other.parts] }
  const text = `${last.text}\n\n${first.text}`
  return { role: 'user', parts: [...one.parts.slice(0, -1), { type: 'text', text }, ...rest] }
}

/** A breakpoint stays at its place. */
function isPlain(part: Part | undefined): part is Extract<Part, { type: 'text' }> {
  return part?.type === 'text' && part.breakpoint === undefined
}

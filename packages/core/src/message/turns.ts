import { callsOf } from './group.ts'
import type { Message, Part, UserMessage } from './message.ts'

/**
 * Whose turn a message is, as the chat templates of many local models see it: calls and their results are no turns, and
 * neither is the system prompt.
 */
export function turnOf(message: Message): 'user' | 'assistant' | undefined {
  if (message.role === 'user') return 'user'
  return message.role === 'assistant' && callsOf(message).length === 0 ? 'assistant' : undefined
}

/** True when the user begins and both take turns. Consecutive user messages are one turn: requests join them. */
export function takesTurns(messages: readonly Message[]): boolean {
  let next: 'user' | 'assistant' = 'user'
  for (const [at, message] of messages.entries()) {
    const turn = turnOf(message)
    if (turn === undefined || (turn === 'user' && messages[at - 1]?.role === 'user')) continue
    if (turn !== next) return false
    next = turn === 'user' ? 'assistant' : 'user'
  }
  return true
}

/** The role that spoke last, if any did: the other one is next. */
export function lastTurn(messages: readonly Message[]): 'user' | 'assistant' | undefined {
  const last = messages.findLast((message) => turnOf(message) !== undefined)
  return last && turnOf(last)
}

/**
 * Joins consecutive messages of the user into one: templates that require turns refuse the rest of a conversation in
 * which somebody has two. Where breakpoints are set anywhere, each text stays its own part: a prompt must not change
 * because a breakpoint has moved on.
 */
export function joinUsers(messages: readonly Message[]): readonly Message[] {
  return joinWhere(messages, () => true)
}

/** The same where the first of two messages of the user, by its place, may be joined to the next. */
export function joinWhere(messages: readonly Message[], mayJoin: (at: number) => boolean): readonly Message[] {
  const isMarked = messages.some(hasBreakpoint)
  const joined: Message[] = []
  for (const [at, message] of messages.entries()) {
    const before = joined.at(-1)
    if (message.role === 'user' && before?.role === 'user' && mayJoin(at - 1))
      joined[joined.length - 1] = join(before, message, isMarked)
    else joined.push(message)
  }
  return joined
}

/** The placeholder for an answer that never came. */
const noAnswer: Message = { role: 'assistant', parts: [{ type: 'text', text: '(No answer: the turn was stopped.)' }] }

/**
 * The messages with a turn of the assistant wherever the user has two that only calls and results part: a turn that was
 * stopped in its tools leaves them so. Always the same for the same messages, so that a prompt still only grows.
 */
export function fillTurns(messages: readonly Message[]): readonly Message[] {
  let last: 'user' | 'assistant' | undefined
  return messages.flatMap((message, at) => {
    const turn = turnOf(message)
    const isUnanswered = turn === 'user' && last === 'user' && messages[at - 1]?.role !== 'user'
    last = turn ?? last
    return isUnanswered ? [noAnswer, message] : [message]
  })
}

/** The later message's residue carries over to the joined one. */
function join(one: UserMessage, { listed: _, ...other }: UserMessage, isMarked: boolean): UserMessage {
  const last = one.parts.at(-1)
  const [first, ...rest] = other.parts
  // Plain texts become one: not every server takes a list.
  if (isMarked || !isPlain(last) || !isPlain(first)) return { ...other, parts: [...one.parts, ...other.parts] }
  const text = `${last.text}\n\n${first.text}`
  return { ...other, parts: [...one.parts.slice(0, -1), { type: 'text', text }, ...rest] }
}

function isPlain(part: Part | undefined): part is Extract<Part, { type: 'text' }> {
  return part?.type === 'text' && part.residue === undefined
}

function hasBreakpoint(message: Message): boolean {
  if (message.role === 'tool' && message.breakpoint !== undefined) return true
  return (message.parts as readonly Part[]).some(({ breakpoint }) => breakpoint !== undefined)
}

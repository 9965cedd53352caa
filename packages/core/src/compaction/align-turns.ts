import type { Message } from '../message/message.ts'
import { takesTurns, turnOf } from '../message/turns.ts'

/** Where a view is cut. */
interface CutPlace {
  readonly headEnd: number
  readonly tailStart: number
  readonly lastUser?: number
  readonly answer?: number
}

interface Said {
  readonly message: Message
}

/**
 * A cut after which the user and the assistant can take turns. Where the tail begins with calls that belong to an answer in
 * the middle, the user, who speaks next, would have two turns in a row: then that answer stays, too.
 */
export function alignTurns<Where extends CutPlace>(items: readonly Said[], where: Where): Where {
  const { headEnd, tailStart, lastUser } = where
  const next = items.findIndex(({ message }, at) => at >= tailStart && turnOf(message) !== undefined)
  if (next === tailStart || items[next]?.message.role === 'assistant') return where
  // Between two turns of the user the summary is one of the assistant, and right before one it is a part of it.
  if (lastUser === undefined && (next === -1 || turnBefore(items, headEnd)?.role === 'user')) return where
  const answer = turnBefore(items, tailStart)
  if (answer?.role !== 'assistant' || answer.at < Math.max(headEnd, lastUser ?? 0)) return where
  // Where they took no turns before, nothing is to be gained.
  return takesTurns(items.map(({ message }) => message)) ? { ...where, answer: answer.at } : where
}

function turnBefore(items: readonly Said[], end: number) {
  for (let at = end - 1; at >= 0; at--) {
    const message = items[at]?.message
    if (message !== undefined && turnOf(message) !== undefined) return { at, role: message.role }
  }
  return undefined
}

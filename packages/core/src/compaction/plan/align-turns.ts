import type { EntryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { takesTurns, turnOf } from '../../message/turns.ts'
import { withoutOwnText } from '../../sealed/own-text.ts'

/** The cut points of a view. */
interface CutPlace {
  readonly headEnd: number
  readonly tailStart: number
  readonly lastUser?: number
  readonly answer?: number
}

/** A message of a view; `standsFor` where an engine made it. */
interface Said {
  readonly message: Message
  readonly standsFor?: readonly EntryId[]
  readonly shown?: { readonly standsFor?: readonly EntryId[] }
}

/**
 * Returns a cut after which the user and the assistant can take turns. If the tail begins with calls that belong
 * to an answer in the middle, the user, who speaks next, would have two turns in a row: then that answer stays,
 * too. A summary is no answer: where it represented one, those calls go with it.
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
  if (!takesTurns(items.map(({ message }) => message))) return where
  if (!isNote(items[answer.at])) return { ...where, answer: answer.at }
  return next === -1 ? where : { ...where, tailStart: next }
}

function turnBefore(items: readonly Said[], end: number) {
  for (let at = end - 1; at >= 0; at--) {
    const message = items[at]?.message
    if (message !== undefined && turnOf(message) !== undefined) return { at, role: message.role }
  }
  return undefined
}

function isNote(item: Said | undefined): boolean {
  const standsFor = item?.standsFor ?? item?.shown?.standsFor
  if (standsFor !== undefined && standsFor.length !== 1) return true
  const [first] = item?.message.parts ?? []
  return first?.type === 'text' && withoutOwnText(first.text) === ''
}

import { takesTurns, turnOf } from '../message/turns.ts'
import type { DraftItem } from './draft.ts'

/** Where a view is cut. */
interface CutPlace {
  readonly headEnd: number
  readonly tailStart: number
  readonly lastUser?: number
}

/**
 * A cut after which the user and the assistant can take turns. Where the tail begins with calls that belong to an answer in
 * the middle, and the user speaks next, that would be the second turn of the user in a row: such calls go to the middle, too.
 */
export function alignTurns<Where extends CutPlace>(items: readonly DraftItem[], where: Where): Where {
  const { headEnd, tailStart, lastUser } = where
  if (tailStart - headEnd <= (lastUser === undefined ? 0 : 1)) return where
  const next = items.findIndex(({ message }, at) => at >= tailStart && turnOf(message) !== undefined)
  if (next <= tailStart || items[next]?.message.role !== 'user') return where
  const before = items.findLastIndex(({ message }, at) => at < headEnd && turnOf(message) !== undefined)
  // Where they took no turns before, nothing is to be gained.
  if (!takesTurns(items.map(({ message }) => message))) return where
  // Between two turns of the user the summary is one of the assistant, and all is well.
  if (lastUser === undefined && items[before]?.message.role === 'user') return where
  return { ...where, tailStart: next }
}

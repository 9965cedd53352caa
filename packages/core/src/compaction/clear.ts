import type { Counter } from '../tokens/count.ts'
import { type Cut, isMiddle } from './cut.ts'
import { callsBefore, isLong, repeatedResults } from './deduplicate.ts'
import { describeResult } from './describe-result.ts'
import { type Draft, rewrite } from './draft.ts'
import type { Notables } from './notables.ts'
import { numberOf } from './number-of.ts'
import { resultOf } from './result-of.ts'

/** Shows each long result outside the protected messages as one line: what ran, how it ended, where its text is. */
export function clear(draft: Draft, cut: Cut, counter: Counter, notables: Notables = () => []): Draft {
  return clearWhere(draft, counter, (at) => isMiddle(cut, at), notables)
}

/** As `clear`, for the messages that are chosen. Repeated results are left: they are better told as such. */
export function clearWhere(
  draft: Draft,
  counter: Counter,
  isChosen: (at: number) => boolean,
  notables: Notables,
): Draft {
  const repeated = repeatedResults(draft)
  const callOf = callsBefore(draft.items)
  return rewrite(draft, 'cleared', counter, ({ message, shown }, at) => {
    if (!isChosen(at) || !isLong(message) || repeated.has(at)) return undefined
    return resultOf(
      message,
      describeResult(message, { call: callOf(at), number: numberOf(shown), notables: notables(shown) }),
    )
  })
}

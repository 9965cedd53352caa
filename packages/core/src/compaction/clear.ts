import type { Message, ToolMessage } from '../message/message.ts'
import type { Counter } from '../tokens/count.ts'
import { type Cut, isMiddle } from './cut.ts'
import { callsBefore, isLong, repeatedResults } from './deduplicate.ts'
import { describeResult, type ResultInfo } from './describe-result.ts'
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
    return cleared(message, { call: callOf(at), number: numberOf(shown), notables: notables(shown) })
  })
}

/** Messages never change, and each is cleared again with every measure and every compaction. */
const known = new WeakMap<Message, { readonly info: ResultInfo; readonly line: Message }>()

function cleared(message: ToolMessage, info: ResultInfo): Message {
  const last = known.get(message)
  if (last !== undefined && isSame(last.info, info)) return last.line
  const line = resultOf(message, describeResult(message, info))
  known.set(message, { info, line })
  return line
}

function isSame(one: ResultInfo, other: ResultInfo): boolean {
  if (one.call !== other.call || one.number !== other.number) return false
  return one.notables === other.notables || one.notables.join('\n') === other.notables.join('\n')
}

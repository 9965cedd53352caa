import { messageNumber } from '../../contract/message-number.ts'
import type { Message, ToolMessage } from '../../message/message.ts'
import { redactText } from '../../redact/redact.ts'
import type { Counter } from '../../tokens/count.ts'
import { rewrite, type ViewDraft } from '../plan/view-draft.ts'
import { type Cut, isMiddle } from './cut.ts'
import { callsBefore, isLong, repeatedResults } from './deduplicate.ts'
import { describeResult, type ResultInfo, withNotables } from './describe-result.ts'
import type { Notables } from './notables.ts'
import { resultOf } from './result-of.ts'

/** Shows each long result outside the protected messages as one line: what ran, how it ended, where its text is. */
export function clear(draft: ViewDraft, cut: Cut, counter: Counter, notables: Notables = () => []): ViewDraft {
  return clearWhere(draft, counter, (at) => isMiddle(cut, at), notables)
}

/** As `clear`, for the messages that are chosen. Repeated results are left: they are better described as such. */
export function clearWhere(
  draft: ViewDraft,
  counter: Counter,
  isChosen: (at: number) => boolean,
  notables: Notables,
): ViewDraft {
  const repeated = repeatedResults(draft)
  const callOf = callsBefore(draft.items)
  return rewrite(draft, 'cleared', counter, ({ message, shown }, at) => {
    if (!isChosen(at) || !isLong(message) || repeated.has(at)) return undefined
    return cleared(message, { call: callOf(at), number: messageNumber(shown) }, notables(shown))
  })
}

/** A result as it was cleared last. */
interface Known extends ResultInfo {
  readonly bare: string
  readonly line: string
  readonly message: Message
}

/** Messages never change, and each is cleared again with every measure and every compaction. */
const known = new WeakMap<Message, Known>()

function cleared(message: ToolMessage, { call, number }: ResultInfo, notables: readonly string[]): Message {
  const last = known.get(message)
  const isSame = last !== undefined && last.call === call && last.number === number
  const bare = isSame ? last.bare : describeResult(message, { call, number })
  const line = withNotables(bare, notables)
  if (isSame && last.line === line) return last.message
  const made = resultOf(message, redactText(line))
  known.set(message, { call, number, bare, line, message: made })
  return made
}

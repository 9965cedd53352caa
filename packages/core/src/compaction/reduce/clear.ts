import { messageNumber } from '../../contract/message-number.ts'
import type { Message, ToolMessage } from '../../message/message.ts'
import { redactText } from '../../redact/redact.ts'
import type { Counter } from '../../tokens/count.ts'
import { rewrite, type ViewDraft } from '../plan/view-draft.ts'
import { callsBefore } from './calls-before.ts'
import { type Cut, isMiddle } from './cut.ts'
import { isLong, longChars, repeatedResults } from './deduplicate.ts'
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
  const isRoomy = newestOf(draft, isChosen, notables.roomyLines ?? 0)
  const callOf = callsBefore(draft.items)
  return rewrite(draft, 'cleared', counter, ({ message, shown }, at) => {
    if (!isChosen(at) || !isLong(message) || repeated.has(at)) return undefined
    const maxChars = at >= isRoomy ? roomyChars : longChars
    const asked = callOf(at)
    return cleared(message, { asked, number: messageNumber(shown) }, { named: notables(shown, asked), maxChars })
  })
}

/** The newest lines say more of what they stand for: they are needed most. */
const roomyChars = 400

/** The place of the first of the newest results that are chosen. */
function newestOf({ items }: ViewDraft, isChosen: (at: number) => boolean, count: number): number {
  let left = count
  let at = items.length
  while (left > 0 && at > 0) {
    at--
    const item = items[at]
    if (item !== undefined && isChosen(at) && isLong(item.message)) left--
  }
  return at
}

/** What a line may name, and how long it may be. */
interface Naming {
  readonly named: readonly string[]
  readonly maxChars: number
}

/** A result as it was cleared last. */
interface Known extends ResultInfo {
  readonly bare: string
  readonly line: string
  readonly message: Message
}

/** Messages never change, and each is cleared again with every measure and every compaction. */
const known = new WeakMap<Message, Known>()

function cleared(message: ToolMessage, info: ResultInfo, { named, maxChars }: Naming): Message {
  const last = known.get(message)
  const isSame = last !== undefined && last.asked?.call === info.asked?.call && last.number === info.number
  const bare = isSame ? last.bare : describeResult(message, info)
  const line = withNotables(bare, named, maxChars)
  if (isSame && last.line === line) return last.message
  const made = resultOf(message, redactText(line))
  known.set(message, { ...info, bare, line, message: made })
  return made
}

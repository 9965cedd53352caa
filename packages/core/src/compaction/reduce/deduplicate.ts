import { messageNumber } from '../../contract/message-number.ts'
import type { Message } from '../../message/message.ts'
import type { Counter } from '../../tokens/count.ts'
import { type DraftItem, rewrite, type ViewDraft } from '../plan/view-draft.ts'
import { type Cut, isMiddle } from './cut.ts'
import { resultOf } from './result-of.ts'

/** For each result that comes again later, word for word, the number of its newest copy. */
export function repeatedResults(draft: ViewDraft): ReadonlyMap<number, string> {
  const lengths = repeatedLengths(draft)
  const newest = new Map<string, DraftItem>()
  const repeated = new Map<number, string>()
  for (let at = draft.items.length - 1; at >= 0; at--) {
    const item = draft.items[at]
    if (item === undefined || !isLong(item.message) || !lengths.has(charsOf(item.message))) continue
    const text = keyOf(item.message)
    const copy = newest.get(text)
    if (copy === undefined) newest.set(text, item)
    else repeated.set(at, messageNumber(copy.shown))
  }
  return repeated
}

/** Lengths that two results share: only these need be held against each other. */
function repeatedLengths({ items }: ViewDraft): ReadonlySet<number> {
  const seen = new Set<number>()
  const twice = new Set<number>()
  for (const { message } of items) {
    if (!isLong(message)) continue
    const chars = charsOf(message)
    if (seen.has(chars)) twice.add(chars)
    seen.add(chars)
  }
  return twice
}

function keyOf({ parts }: Message): string {
  const [only, ...others] = parts
  return only?.type === 'text' && others.length === 0 ? only.text : JSON.stringify(parts)
}

/** Leaves only the newest copy of a result that came several times. What is protected stays. */
export function deduplicate(draft: ViewDraft, cut: Cut, counter: Counter): ViewDraft {
  const repeated = repeatedResults(draft)
  return rewrite(draft, 'deduplicated', counter, ({ message }, at) => {
    const copy = repeated.get(at)
    if (copy === undefined || !isMiddle(cut, at)) return undefined
    return resultOf(message, `[Same output as ${copy}, which is newer]`)
  })
}

/** Only results over this many characters are worth a line of their own. */
export const longChars = 200

export function isLong(message: Message): message is Extract<Message, { role: 'tool' }> {
  if (message.role !== 'tool') return false
  let chars = 0
  for (const part of message.parts) {
    if (part.type !== 'text') return true
    chars += part.text.length
  }
  return chars > longChars
}

function charsOf(message: Message): number {
  return message.parts.reduce((total, part) => total + (part.type === 'text' ? part.text.length : 0), 0)
}

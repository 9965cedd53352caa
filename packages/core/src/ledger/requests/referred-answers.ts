import type { Shown } from '../../contract/occasion.ts'
import type { EntryId } from '../../log/entry.ts'
import { isBackground } from '../authorship/spoken-text.ts'
import { namesTask, requestText } from './active-task.ts'
import { refersBack } from './refers-back.ts'

/** The answers that the user's last request needs to be understood. */
export interface ReferredAnswers {
  /** The first is what was agreed to, the last what was said last. */
  readonly found: readonly Shown[]
  /** True when some may precede what is shown: answers that were kept when it was summarised still count. */
  readonly needsEarlier: boolean
  /** If none was kept then, the one that a protected beginning shows before the summary. */
  readonly before?: Shown
}

/**
 * The answer right before the last request, where that refers to it. A request that only says to go on keeps the one
 * before it, and so the answer which that one refers to as well: "What is the plan?", the plan, "Do it.", "Go on."
 */
export function referredAnswers(items: readonly Shown[], summary: EntryId | undefined): ReferredAnswers {
  const start = items.findLastIndex(({ id }) => id === summary) + 1
  const found: Shown[] = []
  for (let at = items.length - 1; at >= start; at--) {
    const shown = items[at]
    const request = shown === undefined ? '' : requestText(shown)
    if (request === '') continue
    const answer = answerBefore(items, at, start)
    const isMeant = refersBack(request, answer === undefined ? '' : answerText(answer))
    // What stands right after a summary was the last request when that was written.
    if (answer === undefined && (isMeant || isFirst(items, at, start)))
      return { found, needsEarlier: true, ...beforeSummary(items, start, request) }
    if (answer !== undefined && isMeant && found[0] !== answer) found.unshift(answer)
    if (namesTask(request)) return { found: found, needsEarlier: false }
  }
  return { found: found, needsEarlier: true }
}

/** The assistant's words in a message: neither its thinking nor its calls. */
export function answerText({ message }: Shown): string {
  if (message.role !== 'assistant') return ''
  const texts = message.parts.flatMap((part) => (part.type === 'text' && !isBackground(part.text) ? [part.text] : []))
  return texts.join('\n').trim()
}

function answerBefore(items: readonly Shown[], request: number, start: number): Shown | undefined {
  for (let at = request - 1; at >= start; at--) {
    const shown = items[at]
    if (shown !== undefined && answerText(shown) !== '') return shown
  }
  return undefined
}

function beforeSummary(items: readonly Shown[], start: number, request: string): Pick<ReferredAnswers, 'before'> {
  const before = answerBefore(items, start - 1, 0)
  return before !== undefined && refersBack(request, answerText(before)) ? { before } : {}
}

function isFirst(items: readonly Shown[], request: number, start: number): boolean {
  return items.slice(start, request).every((shown) => requestText(shown) === '')
}

import { contentWords, overlap } from '../../ledger/language/content-words.ts'
import { isEmptySection, itemKey, itemsOf, leftOutIn, numberIn, parseSections, type Sections } from './headings.ts'

/** Two lines with as many words in common report the same action. */
const sameAction = 0.8

/**
 * The actions of a summary under the numbers that they had in the one before; new ones go on from the highest, also where
 * a model began to count anew. No number occurs twice.
 */
export function withRunningNumbers(sections: Sections, previous = ''): Sections {
  const actions = sections.texts[heading]
  if (actions === undefined) return sections
  const before = parseSections(previous).texts[heading]
  return { ...sections, texts: { ...sections.texts, [heading]: runningNumbers(actions, before) } }
}

const heading = 'Completed Actions'

function runningNumbers(text: string, previous = ''): string {
  const items = itemsOf(text)
  if (isEmptySection(text) || items.every((item) => numberIn(item) === undefined)) return text
  const before = isEmptySection(previous) ? [] : itemsOf(previous)
  const byKey = new Map(before.map((item) => [itemKey(item), numberIn(item)]))
  const byNumber = new Map(before.map((item) => [numberIn(item), item]))
  const highest = Math.max(0, ...before.map((item) => numberIn(item) ?? 0))
  let last = 0
  const numbered = items.map((item) => {
    const own = numberIn(item)
    if (own === undefined || leftOutIn(item) !== undefined) return item
    const known = byKey.get(itemKey(item)) ?? (isSame(item, byNumber.get(own)) ? own : undefined)
    const wanted = known ?? (own > highest ? own : highest + 1)
    last = Math.max(wanted, last + 1)
    return item.replace(/\d{1,6}/, String(last))
  })
  return numbered.join('\n')
}

function isSame(item: string, other: string | undefined): boolean {
  return other !== undefined && overlap(contentWords(item), contentWords(other)) >= sameAction
}

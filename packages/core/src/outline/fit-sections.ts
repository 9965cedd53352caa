import { counted } from '../text/in-words.ts'
import { sliceWhole } from '../text/slice-whole.ts'
import type { CountText } from '../tokens/count.ts'

/** One line of an outline. */
export interface OutlineItem {
  readonly text: string
  /** What has a lower rank is kept first; items of one rank give way evenly. */
  readonly rank: number
}

export interface OutlineSection {
  readonly title?: string
  readonly items: readonly OutlineItem[]
  /** Items that there are, where more were seen than are given here. */
  readonly total?: number
}

/** What one kind of text has to say, before it is known what there is room for. */
export interface OutlineDraft {
  /** What the first line adds to kind, lines and characters. */
  readonly note?: string
  readonly sections: readonly OutlineSection[]
}

interface Candidate {
  readonly section: number
  readonly index: number
  readonly item: OutlineItem
}

/** Room for the titles, and for what they say about what was left out. */
const titleTokens = 24

/** The most telling items under a first line, in the order of the text, within so many tokens. */
export function fitSections(
  head: string,
  sections: readonly OutlineSection[],
  maxTokens: number,
  countText: CountText,
): string {
  if (countText(head) > maxTokens) return clipToFit(head, maxTokens, countText)
  let left = maxTokens - countText(head) - titleTokens * sections.length
  const chosen: Candidate[] = []
  for (const candidate of inOrderOfRank(sections)) {
    left -= countText(`${candidate.item.text}\n`)
    if (left < 0) break
    chosen.push(candidate)
  }
  for (let size = chosen.length; size > 0; size = Math.floor(size * 0.9)) {
    const text = render(head, sections, chosen.slice(0, size))
    if (countText(text) <= maxTokens) return text
  }
  const bare = render(head, sections, [])
  return countText(bare) <= maxTokens ? bare : head
}

function clipToFit(head: string, maxTokens: number, countText: CountText): string {
  for (let chars = head.length >> 1; chars > 0; chars >>= 1) {
    const piece = sliceWhole(head, 0, chars)
    if (countText(piece) <= maxTokens) return piece
  }
  return ''
}

function* inOrderOfRank(sections: readonly OutlineSection[]): Generator<Candidate> {
  const ranks = new Map<number, Candidate[]>()
  for (const [section, { items }] of sections.entries()) {
    for (const [index, item] of items.entries()) {
      const same = ranks.get(item.rank)
      if (same === undefined) ranks.set(item.rank, [{ section, index, item }])
      else same.push({ section, index, item })
    }
  }
  for (const rank of [...ranks.keys()].toSorted((a, b) => a - b)) yield* evenly(ranks.get(rank) ?? [])
}

/** All items, so that wherever one stops, those before are spread over the whole list. */
function* evenly<T>(list: readonly T[]): Generator<T> {
  let step = 1
  while (step < list.length) step *= 2
  for (const first of list.slice(0, 1)) yield first
  for (; step >= 1; step /= 2) {
    for (let at = step; at < list.length; at += step * 2) yield list[at] as T
  }
}

function render(head: string, sections: readonly OutlineSection[], chosen: readonly Candidate[]): string {
  const rows = [head]
  const kept = sections.map(() => new Set<number>())
  for (const { section, index } of chosen) kept[section]?.add(index)
  for (const [at, { title, items, total = items.length }] of sections.entries()) {
    const shown = kept[at]
    if (shown === undefined || total === 0) continue
    if (shown.size === 0) rows.push(`[${counted(total, 'item')} left out${title === undefined ? '' : ` of: ${title}`}]`)
    else {
      if (title !== undefined) rows.push(`${title}:`)
      for (const [index, { text }] of items.entries()) if (shown.has(index)) rows.push(text)
      if (shown.size < total) rows.push(`[${counted(total - shown.size, 'item')} of ${total} left out]`)
    }
  }
  return rows.join('\n').toWellFormed()
}

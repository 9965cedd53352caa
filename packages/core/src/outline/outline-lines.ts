import { counted } from '../text/in-words.ts'
import type { OutlineDraft, OutlineItem, OutlineSection } from './fit-sections.ts'
import { glimpses } from './glimpses.ts'
import { grepPath } from './grep-path.ts'
import { isGrave, levelOf } from './log-line.ts'
import { isMostlyLong, lineOf, quoteLine, type TextLines } from './text-lines.ts'

const edgeLines = 10
const lineChars = 200
/** Distinct lines beyond are no longer counted: texts with so many seldom repeat one. */
const mostDistinct = 50_000
const mostListed = 400

/** The first and the last lines, those that repeat, and those that speak of failure; hits of a search by file. */
export function outlineLines(lines: TextLines): OutlineDraft {
  if (isMostlyLong(lines)) return { sections: [{ title: 'Pieces', items: glimpses(lines) }] }
  const { length } = lines.starts
  const files = filesOf(lines)
  const first = lineItems(lines, 0, Math.min(edgeLines, length), 0)
  const last = lineItems(lines, Math.max(edgeLines, length - edgeLines), length, 1)
  const note = files.total === 0 ? undefined : `${counted(files.hits, 'hit')} in ${counted(files.total, 'file')}`
  const sections: readonly OutlineSection[] = [
    { title: 'First lines', items: first },
    { title: 'Files', items: files.items, total: files.total },
    ...(files.total === 0 ? [failures(lines), repeated(lines)] : []),
    { title: 'Last lines', items: last },
  ]
  return note === undefined ? { sections } : { note, sections }
}

function lineItems(lines: TextLines, from: number, to: number, rank: number): readonly OutlineItem[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
    text: `L${from + i + 1} ${quoteLine(lineOf(lines, from + i, lineChars * 2), lineChars)}`,
    rank: rank + 2 * (rank === 0 ? i : edgeLines - 1 - i),
  }))
}

function failures(lines: TextLines): OutlineSection {
  const items: OutlineItem[] = []
  let total = 0
  for (const index of lines.starts.keys()) {
    const line = lineOf(lines, index, lineChars * 2)
    if (line === '') continue
    if (!isGrave(levelOf(line))) continue
    total++
    if (items.length < mostListed) items.push({ text: `L${index + 1} ${quoteLine(line, lineChars)}`, rank: 5 })
  }
  return { title: 'Lines that speak of errors or warnings', items, total }
}

function repeated(lines: TextLines): OutlineSection {
  const counts = new Map<string, { readonly first: number; count: number }>()
  for (const index of lines.starts.keys()) {
    const line = lineOf(lines, index, lineChars * 2).trim()
    if (line === '') continue
    const known = counts.get(line)
    if (known !== undefined) known.count++
    else if (counts.size < mostDistinct) counts.set(line, { first: index + 1, count: 1 })
  }
  const often = [...counts].filter(([, { count }]) => count > 2).toSorted((a, b) => b[1].count - a[1].count)
  const items = often.slice(0, mostListed).map(([line, { first, count }], index) => ({
    text: `${count}× from L${first} ${quoteLine(line, lineChars)}`,
    rank: 4 + index,
  }))
  return { title: 'Repeated lines', items, total: often.length }
}

interface FileHits {
  readonly first: number
  last: number
  count: number
}

/** Of a search its files; nothing where most lines name no file. */
function filesOf(lines: TextLines): {
  readonly items: readonly OutlineItem[]
  readonly total: number
  readonly hits: number
} {
  const files = new Map<string, FileHits>()
  let hits = 0
  let blank = 0
  for (const index of lines.starts.keys()) {
    const line = lineOf(lines, index, 400)
    const path = line === '' ? undefined : grepPath(line)
    if (path === undefined) {
      if (line.trim() === '' || line === '--') blank++
      continue
    }
    hits++
    const known = files.get(path)
    if (known === undefined) files.set(path, { first: index + 1, last: index + 1, count: 1 })
    else {
      known.count++
      known.last = index + 1
    }
  }
  if (hits === 0 || hits < (lines.starts.length - blank) * 0.8) return { items: [], total: 0, hits: 0 }
  const items = [...files].map(([path, { first, last, count }]) => ({
    text: `${quoteLine(path)}: ${counted(count, 'hit')}, ${first === last ? `L${first}` : `L${first} to L${last}`}`,
    rank: 3 + 1 / count,
  }))
  return { items, total: items.length, hits }
}

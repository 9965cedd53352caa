import type { Replayed } from '../compose.ts'
import { dollars } from '../terminal/amounts.ts'
import { triggerWords } from '../terminal/plain-words.ts'
import { fitColumns, width } from '../terminal/width.ts'

type Compaction = Replayed['compactions'][number]

/** More compactions than this are counted, not listed. */
const mostListed = 12
const head = ['call', 'tokens', 'facts shown', 'summary', 'when']

/** A table of compactions; empty where there was none. Where there is little room, when they came is left out first. */
export function compactionLines(compactions: readonly Compaction[], columns: number): readonly string[] {
  if (compactions.length === 0) return []
  const listed = compactions.slice(0, mostListed)
  const rows = [head, ...listed.map(cellsOf)]
  const widths = head.map((_, cell) => Math.max(...rows.map((cells) => width(cells[cell] ?? ''))))
  const lines = rows.map((cells) => lineOf(cells, widths))
  const hasRoom = lines.every((line) => width(line) <= columns)
  const shown = hasRoom ? lines : rows.map((cells) => fitColumns(lineOf(cells.slice(0, -1), widths), columns).trimEnd())
  const left = compactions.length - listed.length
  return [...shown, ...(left === 0 ? [] : [`… and ${left} more`])]
}

/** Numbers end where their column ends, words begin where it begins. */
function lineOf(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, n) => (n < 3 ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0)))
  return padded.join('  ').trimEnd()
}

const authors = { model: 'by a model', mechanical: 'by code', none: 'not needed' } as const

function cellsOf({ beforeCall, tokens, summary, messages, costUsd, trigger, survival }: Compaction): readonly string[] {
  const facts = Object.values(survival)
  const total = facts.reduce((sum, fact) => sum + fact.total, 0)
  const seen = facts.reduce((sum, fact) => sum + fact.inContext, 0)
  const sizes = `${tokens.before.toLocaleString('en-US')} → ${tokens.after.toLocaleString('en-US')}`
  const shown = total === 0 ? '–' : `${seen.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  const isWasted = summary.by === 'none' && costUsd !== 0
  const author = isWasted ? 'not used' : authors[summary.by]
  const what = messages.dropped === undefined ? author : `${messages.dropped} dropped`
  return [String(beforeCall), sizes, shown, costUsd === 0 ? what : `${what} ${dollars(costUsd)}`, triggerWords[trigger]]
}

import { counted } from '../text/in-words.ts'
import type { CountText } from '../tokens/count.ts'
import { detectKind, type OutlineKind } from './detect-kind.ts'
import { fitSections, type OutlineDraft } from './fit-sections.ts'
import { outlineCode } from './outline-code.ts'
import { outlineCsv } from './outline-csv.ts'
import { outlineJson } from './outline-json.ts'
import { outlineLines } from './outline-lines.ts'
import { outlineLog } from './outline-log.ts'
import { outlineProse } from './outline-prose.ts'
import { readJson } from './read-json.ts'
import { stripLineNumbers } from './strip-line-numbers.ts'
import { readTextLines, type TextLines } from './text-lines.ts'

/** What stands in a large text and where, for a model that then reads the parts it needs. */
export interface Outline {
  readonly kind: OutlineKind
  /** The first line says what the text is; each further one names a line (`L12`) or an offset in characters (`@3456`). */
  readonly text: string
}

export interface OutlineOptions {
  readonly maxTokens: number
  readonly countText: CountText
  /** A path or the name of a tool: a hint at the kind, where the text itself leaves it open. */
  readonly name?: string
}

/** The outline of a text, within so many tokens. The time it takes grows with the length of the text and no faster. */
export function outlineText(text: string, { maxTokens, countText, name = '' }: OutlineOptions): Outline {
  const lines = stripLineNumbers(readTextLines(text), name)
  const { kind, note, sections } = draftOf(lines, name)
  const numbers = lines.toolNumbers
  const head = [
    `Outline of ${kind}: ${counted(lines.starts.length, 'line')}, ${counted(text.length, 'character')}`,
    note,
    numbers && `its lines carry the numbers ${numbers.first} to ${numbers.last}`,
    'L is a line of this text, @ an offset in characters',
  ]
  const first = head.filter((piece) => piece !== undefined).join('; ')
  return { kind, text: fitSections(first.toWellFormed(), sections, maxTokens, countText) }
}

const drafts: Readonly<Record<Exclude<OutlineKind, 'json'>, (lines: TextLines) => OutlineDraft>> = {
  code: outlineCode,
  csv: outlineCsv,
  log: outlineLog,
  prose: outlineProse,
  lines: outlineLines,
}

function draftOf(lines: TextLines, name: string): OutlineDraft & { readonly kind: OutlineKind } {
  const json = readJson(lines)
  if (json !== undefined) return { kind: 'json', ...outlineJson(lines, json) }
  const kind = detectKind(lines, name)
  return { kind, ...drafts[kind](lines) }
}

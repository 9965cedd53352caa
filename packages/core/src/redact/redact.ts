import { allRules } from './rules/all-rules.ts'
import { findFernet } from './rules/find-fernet.ts'
import { createScanner } from './scan/scan.ts'
import { scanMasked } from './scan/scan-masked.ts'
import type { Span } from './scan/span.ts'

/** A text without its secrets, and their number by kind. */
export interface Redacted {
  readonly text: string
  /** Replaced secrets of each kind. */
  readonly found: Readonly<Record<string, number>>
}

/** Replaces a credential. */
export const redactedMark = '[REDACTED]'

/** A replacement can expose a neighbour that was inside a longer word; more rounds than this never found one. */
const maxRounds = 6

const scanPlain = createScanner(allRules)

/** Finds secrets in plain sight and hidden ones; where a mask parts a token, the whole of it. */
function scan(text: string): readonly Span[] {
  const { spans: announced, masks } = scanPlain(text)
  const spans = joinSpans(announced, findFernet(text))
  if (masks.length === 0) return spans
  return joinSpans(
    spans,
    scanMasked(text, masks, (shown) => scanPlain(shown).spans),
  )
}

/** The text with every credential replaced; what surrounds it is kept, and doing it again changes nothing. */
export function redact(text: string): Redacted {
  const found: Record<string, number> = {}
  let current = text
  for (let round = 0; round < maxRounds; round++) {
    const spans = scan(current)
    if (spans.length === 0) break
    for (const { id } of spans) found[id] = (found[id] ?? 0) + 1
    current = replaceSpans(current, spans)
  }
  return { text: current, found }
}

/** The same without the account of it, for texts of which most hold none. */
export function redactText(text: string): string {
  return scan(text).length === 0 ? text : redact(text).text
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = []
  let end = 0
  for (const span of spans) {
    pieces.push(text.slice(end, span.start), redactedMark)
    end = span.end
  }
  pieces.push(text.slice(end))
  return pieces.join('')
}

/** Both in order; what overlaps becomes one. */
function joinSpans(first: readonly Span[], second: readonly Span[]): readonly Span[] {
  if (second.length === 0) return first
  const joined: Span[] = []
  for (const span of [...first, ...second].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1)
    if (last === undefined || span.start >= last.end) joined.push(span)
    else if (span.end > last.end) joined[joined.length - 1] = { ...last, end: span.end }
  }
  return joined
}

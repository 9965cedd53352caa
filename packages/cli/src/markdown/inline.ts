/** The style of a stretch of text. */
export type Accent = 'bold' | 'italic' | 'code' | 'struck' | 'link' | 'address'

/** A stretch of text in one look. */
export interface InlinePiece {
  readonly text: string
  readonly accents: readonly Accent[]
}

export interface Inline {
  readonly pieces: readonly InlinePiece[]
  /** The last space outside all markup that is not followed by markup still open: the text before it is final. */
  readonly finalTo: number
}

/** Reads the markup inside a line. What is opened and never closed is text like any other. */
export function readInline(text: string, accents: readonly Accent[] = []): Inline {
  const pieces: InlinePiece[] = []
  let plain = ''
  let isOpen = false
  let finalTo = 0
  const unclosed = new Set<string>()
  const flush = () => {
    if (plain !== '') pieces.push({ text: plain, accents })
    plain = ''
  }
  for (let at = 0; at < text.length; ) {
    const found = markupAt(text, at, accents, unclosed)
    if (found?.kind === 'open') unclosed.add(found.literal)
    if (found === undefined || found.kind === 'open') {
      isOpen ||= found !== undefined
      if (!isOpen && isSpace(text, at) && !isSpace(text, at - 1)) finalTo = at
      const literal = found?.literal ?? text.charAt(at)
      plain += literal
      at += literal.length
      continue
    }
    if (found.kind === 'escaped') plain += found.text
    else {
      flush()
      for (const piece of found.pieces) pieces.push(piece)
    }
    at = found.end
  }
  flush()
  return { pieces, finalTo }
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at))
}

type Markup =
  | { readonly kind: 'closed'; readonly pieces: readonly InlinePiece[]; readonly end: number; readonly literal?: never }
  | { readonly kind: 'escaped'; readonly text: string; readonly end: number; readonly literal?: never }
  | { readonly kind: 'open'; readonly literal: string }

/** A mark that nothing closes is not closed for those after it either; to look for each would take quadratic time. */
function markupAt(
  text: string,
  at: number,
  accents: readonly Accent[],
  unclosed: ReadonlySet<string>,
): Markup | undefined {
  const character = text.charAt(at)
  if (character === '\\') return escapeAt(text, at)
  if (character === '`') return codeAt(text, at, accents, unclosed)
  if (character === '[') return linkAt(text, at, accents)
  if (character === '*' || character === '_' || character === '~') return emphasisAt(text, at, accents, unclosed)
  return undefined
}

function escapeAt(text: string, at: number): Markup | undefined {
  const next = text.charAt(at + 1)
  return /[\\`*_{}[\]()#+\-.!|~>]/.test(next) ? { kind: 'escaped', text: next, end: at + 2 } : undefined
}

function codeAt(text: string, at: number, accents: readonly Accent[], unclosed: ReadonlySet<string>): Markup {
  const [ticks = '`'] = /^`+/.exec(text.slice(at)) ?? []
  const start = at + ticks.length
  const end = unclosed.has(ticks) ? undefined : closingTicks(text, start, ticks.length)
  if (end === undefined) return { kind: 'open', literal: ticks }
  const inside = text.slice(start, end)
  const code = /^ (?=.*\S).* $/.test(inside) ? inside.slice(1, -1) : inside
  return { kind: 'closed', pieces: [{ text: code, accents: [...accents, 'code'] }], end: end + ticks.length }
}

function closingTicks(text: string, from: number, length: number): number | undefined {
  for (const { 0: run, index } of text.slice(from).matchAll(/`+/g)) if (run.length === length) return from + index
  return undefined
}

function linkAt(text: string, at: number, accents: readonly Accent[]): Markup | undefined {
  const rest = text.slice(at)
  const [whole, label = '', address = ''] = /^\[([^[\]]*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/.exec(rest) ?? []
  if (whole === undefined)
    return /^\[[^[\]]*(\]|\]\([^()\s]*)?$/.test(rest) ? { kind: 'open', literal: '[' } : undefined
  const { pieces } = readInline(label, [...accents, 'link'])
  const shown: readonly InlinePiece[] =
    label === address || address === '' ? [] : [{ text: ` (${address})`, accents: [...accents, 'address'] }]
  return { kind: 'closed', pieces: [...pieces, ...shown], end: at + whole.length }
}

const meanings: Readonly<Record<string, Accent>> = {
  '**': 'bold',
  __: 'bold',
  '*': 'italic',
  _: 'italic',
  '~~': 'struck',
}

function emphasisAt(
  text: string,
  at: number,
  accents: readonly Accent[],
  unclosed: ReadonlySet<string>,
): Markup | undefined {
  const character = text.charAt(at)
  const mark = text.startsWith(character.repeat(2), at) ? character.repeat(2) : character
  const accent = meanings[mark]
  const start = at + mark.length
  const isInWord = character === '_' && isWordCharacter(text.charAt(at - 1))
  if (accent === undefined || isInWord || /^\s/.test(text.charAt(start)))
    return { kind: 'escaped', text: mark, end: start }
  const end = unclosed.has(mark) ? undefined : closingMark(text, start, mark)
  if (end === undefined) return { kind: 'open', literal: mark }
  const { pieces } = readInline(text.slice(start, end), [...accents, accent])
  return { kind: 'closed', pieces, end: end + mark.length }
}

/** A mark closes where a word ends before it; inside code it is not a mark, and a double one is not a single one. */
function closingMark(text: string, from: number, mark: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '`') at = endOfCode(text, at) - 1
    else if (text.startsWith(mark, at) && at > from && isClosing(text, at, mark)) return at
    else if (mark.length === 1 && text.startsWith(mark.repeat(2), at)) at++
  }
  return undefined
}

function isClosing(text: string, at: number, mark: string): boolean {
  const after = text.charAt(at + mark.length)
  if (/\s/.test(text.charAt(at - 1))) return false
  if (mark.startsWith('_') && isWordCharacter(after)) return false
  return mark.length === 2 || after !== mark
}

function endOfCode(text: string, at: number): number {
  const found = codeAt(text, at, [], new Set())
  return found.kind === 'closed' ? found.end : at + (found.literal ?? '`').length
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

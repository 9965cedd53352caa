import type { Counter } from '@palimpsest/core/tokens'
import type { Said } from './model.ts'

/** A reply as far as its limit lets it go. */
export interface FittedOutput {
  readonly said: Said
  readonly tokens: number
  /** Those of `tokens` that were thinking. */
  readonly reasoningTokens: number
  readonly isCut: boolean
}

type Piece = Said[number]

/** Cuts a reply where its tokens run out: in the middle of a text, or of the arguments of a call. */
export function fitOutput(said: Said, maxTokens: number, counter: Counter): FittedOutput {
  const kept: Piece[] = []
  let left = maxTokens
  let reasoningTokens = 0
  for (const whole of said) {
    const tokens = weigh(whole, counter)
    const piece = tokens <= left ? whole : shorten(whole, left, counter)
    if (piece !== undefined) kept.push(piece)
    if (whole.type === 'thinking') reasoningTokens += Math.min(tokens, left)
    if (piece !== whole) return { said: kept, tokens: maxTokens, reasoningTokens, isCut: true }
    left -= tokens
  }
  return { said: kept, tokens: maxTokens - left, reasoningTokens, isCut: false }
}

/** Only what was said counts as output: a seal is made by the provider. */
function weigh(piece: Piece, counter: Counter): number {
  return counter.part(piece.type === 'thinking' ? { type: 'text', text: piece.text } : piece)
}

/** The longest beginning that fits, or nothing where not even an empty one does. */
function shorten(piece: Piece, tokens: number, counter: Counter): Piece | undefined {
  const text = piece.type === 'tool-call' ? piece.arguments : piece.text
  const first = (chars: number): Piece => {
    const start = text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')
    return piece.type === 'tool-call' ? { ...piece, arguments: start } : { ...piece, text: start }
  }
  let fits = -1
  let over = text.length
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (weigh(first(middle), counter) <= tokens) fits = middle
    else over = middle
  }
  return fits < (piece.type === 'tool-call' ? 0 : 1) ? undefined : first(fits)
}

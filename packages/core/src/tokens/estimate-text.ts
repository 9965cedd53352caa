import { edges } from './automaton.ts'
import { classes, codeUnits, tokenParts } from './character-class.ts'
import { repeated } from './weights.ts'

/** A run of one character that is longer than this is taken in one step. */
const blockChars = 64
const runParts = runTable()
/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype
/** This module's own, for engines look up what is imported anew at every character. */
const tables = { edges, units: codeUnits, tokenParts }

/**
 * Estimates the tokens of a text in o200k_base: one pass, any language and content, a few nanoseconds a character.
 * An automaton follows how the tokenizer splits text into pieces, mostly words, and weighs how far each piece is from
 * being one token. No piece costs less than one.
 */
export function estimateText(text: string): number {
  return tokensOf(read(text, unread, text.length))
}

/** So many characters take some milliseconds. */
const stepChars = 250_000

/** As `estimateText`, to the token, but lets others run while it goes through a very long text. */
export async function estimateSlowly(text: string, pause: () => Promise<void>): Promise<number> {
  let reading = unread
  while (reading.at < text.length) {
    reading = read(text, reading, reading.at + stepChars)
    await pause()
  }
  return tokensOf(reading)
}

/** The progress of reading a text, and what is known by then. */
interface Reading {
  readonly at: number
  readonly total: number
  readonly piece: number
  readonly state: number
}

/** The first cut ends a piece that never was. */
const unread: Reading = { at: 0, total: -tokenParts, piece: 0, state: 0 }

function tokensOf({ at, total, piece }: Reading): number {
  return at === 0 ? 0 : Math.max(1, Math.round((total + Math.max(tokenParts, piece)) / tokenParts))
}

/** Goes on in whole blocks, at least up to `stop`: where it is interrupted makes no difference. */
function read(text: string, from: Reading, stop: number): Reading {
  const { edges: edgeOf, units: unitOf, tokenParts: one } = tables
  let { at: start, total, piece, state } = from
  while (start < stop && start < text.length) {
    const run = runAt(text, start)
    if (run > blockChars) total += run * (runParts[(unitOf[charCodeAt.call(text, start)] ?? 0) & 0x7f] ?? 0)
    const end = Math.min(text.length, run > blockChars ? start + run : start + blockChars)
    // Of a block it stays a small whole number, of a text it may not; mixed, all of it would be slow.
    let sum = 0
    for (let i = run > blockChars ? end - 1 : start; i < end; i++) {
      const unit = unitOf[charCodeAt.call(text, i)] ?? 0
      const edge = edgeOf[state | (unit & 0x7f)] ?? 0
      // Masks in place of branches: whether a word ends here is what a processor cannot foresee.
      const cut = -((edge >> 16) & 1)
      const over = (piece - one) | 0
      sum = (sum + ((one + (over & ~(over >> 31))) & cut)) | 0
      piece = ((piece & ~cut) + (edge >> 17) + (unit >> 7)) | 0
      state = edge & 0x7fff
    }
    total += sum
    if (piece > one) {
      total += piece - one
      piece = one
    }
    start = end
  }
  return { at: start, total, piece, state }
}

/** Returns the length of the run of one character that starts at a place. */
function runAt(text: string, start: number): number {
  const code = charCodeAt.call(text, start)
  let end = start + 1
  while (end < text.length && charCodeAt.call(text, end) === code) end++
  return end - start
}

function runTable(): Int32Array {
  const { letter, digit, mark, symbol, other } = repeated
  return Int32Array.from({ length: 128 }, (_, unit) => {
    if (unit === classes.digit) return digit * tokenParts
    const tokens = unit < classes.digit ? letter : unit < classes.symbol ? mark : unit < classes.script ? symbol : other
    return Math.round(tokens * tokenParts)
  })
}

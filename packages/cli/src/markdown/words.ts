import { width } from '../terminal/width.ts'
import type { InlinePiece } from './inline.ts'

/** A unit never broken at the end of a row, with the space that precedes it if the row continues. */
export interface Word {
  readonly space: string
  readonly pieces: readonly InlinePiece[]
  readonly columns: number
}

/** Marks that close something: a row does not begin with them. */
const closing = /^[\p{Pe}\p{Pf}、。，．：；！？,.;:!?…]/u

/** Parts a text where rows may end: at spaces, and between characters of scripts that are written without them. */
export function wordsOf(pieces: readonly InlinePiece[]): readonly Word[] {
  const words: Word[] = []
  let space = ''
  let current: InlinePiece[] = []
  const flush = () => {
    if (current.length === 0) return
    words.push({ space, pieces: current, columns: current.reduce((sum, { text }) => sum + width(text), 0) })
    space = ''
    current = []
  }
  for (const { text, accents } of pieces) {
    for (const atom of atomsOf(text)) {
      if (/^\s+$/.test(atom)) {
        flush()
        space += atom
        continue
      }
      if (mayBreakBefore(atom, current)) flush()
      current.push({ text: atom, accents })
    }
  }
  flush()
  return words
}

const wideCharacter = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]/u
const atoms =
  /\s+|[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]|[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]+/gu

function atomsOf(text: string): readonly string[] {
  return text.match(atoms) ?? []
}

function mayBreakBefore(atom: string, current: readonly InlinePiece[]): boolean {
  const last = current.at(-1)
  if (last === undefined || closing.test(atom)) return false
  return wideCharacter.test(atom) || wideCharacter.test(last.text)
}

import { Failure } from '../../errors.ts'

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line?: number
  readonly column?: number
}

/** Says what is wrong with a transcript's text, where, and what to do about it. */
export function unreadable(message: string, place: TextPlace, remedy: string): Failure<'transcript/unreadable'> {
  return new Failure('transcript/unreadable', message, { ...place, remedy })
}

/** Line and column of an offset. */
export function lineAndColumn(text: string, offset: number): Required<TextPlace> {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

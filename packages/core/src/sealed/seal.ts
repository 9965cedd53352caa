import { sha256 } from '../text/sha256.ts'

/** A text of ours that was found whole at the beginning of another one. */
export interface Sealed {
  /** The text that was sealed; only the ends of its lines may be spelled in another way. */
  readonly text: string
  /** The place that it was sealed for. */
  readonly place: string
  /** The text after the seal, unchanged. */
  readonly rest: string
}

/** Of the hash: nothing that this code did not write matches them by chance, and they take few tokens. */
const digits = 10
const sealed = /^\[SEAL ([0-9a-f]{4})-([0-9a-f]{10})\]\r?$/gm
/** Text that quotes seals of others holds a few more of them; a text with many is meant to be slow. */
const mostSeals = 8

/** The place of a text that may appear anywhere. */
export const nowhere = '0000'

/**
 * Closes a text of ours with a line that proves it whole: not a word of it was changed, and it is where it was
 * written. It is no secret, so it proves nothing about who computed it; but nobody writes it by mistake, and a model
 * cannot.
 */
export function seal(text: string, place = nowhere): string {
  return `${text}\n[SEAL ${place}-${digest(text, place)}]`
}

/** Reads a sealed text from the beginning of another; `undefined` unless every word is as it was sealed. */
export function readSealed(text: string): Sealed | undefined {
  sealed.lastIndex = 0
  for (let tries = 0; tries < mostSeals; tries++) {
    const found = sealed.exec(text)
    if (found === null || found.index === 0) return undefined
    const own = text.slice(0, found.index).replace(/\r?\n$/, '')
    const [, place = nowhere] = found
    if (digest(own, place) === found[2]) return { text: own, place, rest: text.slice(found.index + found[0].length) }
  }
  return undefined
}

export function isSealLine(line: string): boolean {
  sealed.lastIndex = 0
  return line.startsWith('[SEAL ') && sealed.test(line)
}

/** A text without its seals, which name nothing. */
export function withoutSeals(text: string): string {
  return text.includes('[SEAL ') ? text.replace(sealed, '') : text
}

function digest(text: string, place: string): string {
  return sha256(`${place}\n${asWritten(text)}`).slice(0, digits)
}

/** A text with its lines ended as we end them: some programs have their own way when they copy a file. */
export function asWritten(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

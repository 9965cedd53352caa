import { readSealed, seal } from './seal.ts'

/** The first line of every record begins with this. */
const opening = '[EARLIER MESSAGES '
const closing = ', REFERENCE ONLY] '

/** A record of a stretch of the conversation that is no longer shown message by message. */
export interface RecordText {
  /** The name of the stretch, e.g. `#12-80`. */
  readonly range: string
  /** What a reader must know about it, on one line. */
  readonly about: string
  readonly body: string
}

/** The text of a record; sealed, so that nobody's words pass for one. */
export function writeRecord({ range, about, body }: RecordText): string {
  return seal(`${opening}${oneLine(range)}${closing}${oneLine(about)}\n${body}`)
}

/** Reads a record back from the beginning of a text; `undefined` unless every word is as it was written. */
export function readRecord(text: string): (RecordText & { readonly rest: string }) | undefined {
  const start = text.trimStart()
  const own = start.startsWith(opening) ? readSealed(start) : undefined
  if (own === undefined) return undefined
  const end = own.text.indexOf('\n')
  const line = end === -1 ? own.text : own.text.slice(0, end)
  const at = line.indexOf(closing)
  if (at === -1) return undefined
  const about = line.slice(at + closing.length)
  return { range: line.slice(opening.length, at), about, body: own.text.slice(line.length + 1), rest: own.rest }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

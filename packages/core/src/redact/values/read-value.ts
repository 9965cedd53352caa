/** A value as it appears in a text, without its quotes. */
export interface Value {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  /** A closing quote was seen, so nothing more belongs to it. */
  readonly closed: boolean
  readonly wholeLine: boolean
  /** The character after it and its quote, '' at the end of the text. */
  readonly next: string
}

/** A value is judged by its beginning; only what was judged a credential is read to its end, so that reading stays linear. */
const judgedChars = 512

const quote = /[bfru@]?(\\{0,15})(["'`])/y
const bare = /[^\s"'`\\,;(){}<>|&[\]=:]{1,512}={0,2}/y
const line = /[^\s"'`\\=:]{1,512}={0,2}/y
const restOfBare = /[^\s"'`\\,;(){}<>|&[\]]*/y
const restOfLine = /[^\s"'`\\]*/y

/** Reads the value at `at`; `wholeLine` takes marks that elsewhere end a value as part of it, as in an env file. */
export function readValue(text: string, at: number, wholeLine: boolean): Value | undefined {
  quote.lastIndex = at
  const match = quote.exec(text)
  if (match !== null) return readQuoted(text, at + match[0].length, match[1]?.length ?? 0, match[2] ?? '"')
  const run = wholeLine ? line : bare
  run.lastIndex = at
  const found = run.exec(text)?.[0]
  if (found === undefined) return undefined
  const kept = found.replace(trailing(text.charAt(at + found.length)), '')
  const end = at + kept.length
  return {
    text: kept.slice(0, judgedChars),
    start: at,
    end,
    quoted: false,
    closed: false,
    wholeLine,
    next: text.charAt(at + found.length),
  }
}

/** The end of a value that was longer than the part that was judged. */
export function endOf(text: string, value: Value): number {
  if (value.closed) return value.end
  const rest = value.wholeLine ? restOfLine : restOfBare
  rest.lastIndex = value.end
  const found = rest.exec(text)?.[0] ?? ''
  return value.end + found.replace(trailing(text.charAt(value.end + found.length)), '').length
}

const sentenceEnd = /[.:,;!?*]{1,8}$/
const lineEnd = /[.:,;]{1,8}$/

/** Marks that end a sentence and not the value; at the end of a line some belong to it. */
function trailing(next: string): RegExp {
  return next === '' || next === '\n' || next === '\r' ? lineEnd : sentenceEnd
}

/** A quote ends the value when it has no more backslashes before it than the opening one: deeper ones belong to the value. */
function readQuoted(text: string, start: number, depth: number, mark: string): Value | undefined {
  const stop = Math.min(text.length, start + judgedChars)
  for (let i = start; i < stop; i++) {
    const char = text.charAt(i)
    if (char === '\n') return cut(text, start, i)
    if (char !== mark) continue
    let slashes = 0
    while (i - slashes > start && text.charAt(i - slashes - 1) === '\\') slashes++
    if (slashes > depth) continue
    const end = i - slashes
    return {
      text: text.slice(start, end),
      start,
      end,
      quoted: true,
      closed: true,
      wholeLine: true,
      next: text.charAt(i + 1),
    }
  }
  return cut(text, start, stop)
}

/** The closing quote is missing or far away: the value goes on to the next blank or quote. */
function cut(text: string, start: number, stop: number): Value | undefined {
  line.lastIndex = start
  const found = line.exec(text)?.[0]
  if (found === undefined) return undefined
  const end = start + found.length
  return {
    text: text.slice(start, Math.min(end, stop)),
    start,
    end,
    quoted: true,
    closed: false,
    wholeLine: true,
    next: text.charAt(end),
  }
}

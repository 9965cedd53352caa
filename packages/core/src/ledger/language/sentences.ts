/** A sentence of a text; `header` is the heading or lead-in of the list that it is in. */
export interface Sentence {
  readonly text: string
  readonly header?: string
}

const heading = /[:：]\s*$|^\s*#/
const fence = /^\s{0,3}(?:```|~~~)/
const bullet = /^\s*(?:[-*+•‣◦·]|\d{1,3}[.)、]|\(\d{1,2}\)|\[[ xX]\])\s+/
/** Lines that were pasted from a program: quotes, logs, stacks, diffs, prompts, tables, code. */
const pasted =
  /^\s*(?:>|\||\$ |>>> |\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[\w+\] |at \S+ ?\(|at \S+:\d|File "|[+-]{3} |@@ |diff --git|usage: |use "[^"]+" for more |#!|import |export |const |let (?!us\b)|var |def |class |function |return |npm (?:i|ci|install|uninstall|update|run|start|test|exec|publish|init|link|audit|outdated|warn|err!?|notice)\b|error\b|warning\b|Traceback|<\/?[\w-][^>]*>\s*$|\S+\.\w{1,5}:\d+)|[{;]\s*$|=>\s*$|^\s*[\w.]+\(.*\)\s*$/i
const stop = /[.!?؟।…](?=["'”’)\]*_]*(?:\s|$))["'”’)\]*_]*|[。！？；]["'”’」』）)]*/g
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|mr|mrs|dr|approx|fig|resp|z\.B|d\.h|bzw|p\.ej|т\.е|\d{1,3}|\p{L})$/iu
/** A line without an end is data; it is looked at in pieces. */
const mostLine = 4_000

/** The sentences that a person wrote: code blocks, quotes and pasted logs are left out; every sentence is a piece of the text. */
export function* sentences(text: string): Iterable<Sentence> {
  let fenced = false
  let header: string | undefined
  for (let start = 0; start <= text.length; ) {
    const end = endOfLine(text, start)
    const line = text.slice(start, end)
    start = end === text.length || text.charAt(end) === '\n' ? end + 1 : end
    if (fence.test(line)) fenced = !fenced
    else if (line.trim() === '') continue
    else if (!fenced && !isPasted(line)) {
      const listed = bullet.test(line)
      if (!listed) header = heading.test(line) ? line.trim() : undefined
      for (const piece of split(line.replace(bullet, ''))) {
        yield listed && header !== undefined ? { text: piece, header } : { text: piece }
      }
    }
  }
}

/** Keys of JSON, and line breaks that were written out: several of them on one line are a record of a program. */
const record = /"[\w-]{1,40}"\s?:|\\n/g
const fewestOfRecord = 3

function isPasted(line: string): boolean {
  return pasted.test(line) || (line.match(record)?.length ?? 0) >= fewestOfRecord
}

/** The end of a line; a wrapped one continues with a small letter in the next. */
function endOfLine(text: string, start: number): number {
  let end = start
  for (let from = start; ; from = end + 1) {
    const newline = text.slice(from, start + mostLine + 1).indexOf('\n')
    end = newline < 0 ? Math.min(text.length, start + mostLine + 1) : from + newline
    if (end - start > mostLine) return from === start ? start + mostLine : from - 1
    if (end === text.length || !isWrapped(text.slice(from, end), text.slice(end + 1, end + 1 + openingChars)))
      return end
  }
}

const openingChars = 80
const unfinished = /[\p{L}\p{N},'’"”)`\]/-]\s*$/u

function isWrapped(line: string, next: string): boolean {
  return /^\s*\p{Ll}/u.test(next) && unfinished.test(line) && !isApart(line) && !isApart(next)
}

/** Neither goes on in the next line nor goes on from the one before. */
function isApart(line: string): boolean {
  return fence.test(line) || bullet.test(line) || isPasted(line) || heading.test(line)
}

/** A number of several digits counts or names a version; before a capital it ends its sentence, unless it is a day. */
const count = /\p{L}\s+\d{2,3}$/u
const day =
  /(?<!\p{L})(?:am|vom|zum|bis|der|die|das|den|dem|des|im|ab|seit|und|oder|jede[nrs]?|nr|no|kapitel|seite|abs|art)\.?\s+\d+$/iu

function isAbbreviated(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 12), at)
  if (!abbreviation.test(before)) return false
  return !(count.test(before) && /^\.\s+[A-Z]/.test(line.slice(at, at + 8)) && !day.test(before))
}

function split(line: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  stop.lastIndex = 0
  for (let match = stop.exec(line); match !== null; match = stop.exec(line)) {
    if (match[0].startsWith('.') && isAbbreviated(line, match.index)) continue
    const end = match.index + match[0].length
    pieces.push(line.slice(from, end).trim())
    from = end
  }
  pieces.push(line.slice(from).trim())
  return pieces.filter((piece) => piece !== '')
}

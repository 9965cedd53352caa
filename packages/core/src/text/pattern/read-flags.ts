import type { PatternReading } from './pattern-reading.ts'

/** Flags that RegExp has. `i` and `s` change something; the others are always so here, or concern only who asks. */
const slashFlags = 'dgimsuvy'
const inlineFlags = 'imsu'

/** Takes off what a pattern is wrapped in, `/…/i` or `(?i)…`, and starts reading after it. */
export function readFlags(source: string, ignoreCase: boolean): PatternReading {
  const slashed = slashedPart(source)
  const start = slashed === undefined ? 0 : 1
  const end = slashed ?? source.length
  const inline = inlinePart(source, start)
  const flags = source.slice(end) + source.slice(start, inline)
  return {
    source,
    at: inline,
    end,
    ignoreCase: ignoreCase || flags.includes('i'),
    dotTakesBreaks: flags.includes('s'),
  }
}

/** Where the slash is that closes a pattern in slashes. One with further slashes in it is a path. */
function slashedPart(source: string): number | undefined {
  const close = source.lastIndexOf('/')
  if (!source.startsWith('/') || close < 2 || !areFlags(source.slice(close + 1), slashFlags)) return undefined
  let isInClass = false
  for (let at = 1; at < close; at++) {
    const char = source.charAt(at)
    if (char === '\\') at++
    else if (char === '[' || char === ']') isInClass = char === '['
    else if (char === '/' && !isInClass) return undefined
    // An escaped slash at the end closes nothing.
    if (at === close) return undefined
  }
  return close
}

/** Where the pattern begins after flags such as `(?i)`. */
function inlinePart(source: string, start: number): number {
  if (!source.startsWith('(?', start)) return start
  const close = source.indexOf(')', start)
  return close > start + 2 && areFlags(source.slice(start + 2, close), inlineFlags) ? close + 1 : start
}

function areFlags(letters: string, known: string): boolean {
  return [...letters].every((letter) => known.includes(letter))
}

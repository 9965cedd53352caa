import type { Span } from '../scan/span.ts'
import { judgeAt, type KeyedSetting } from './judge-value.ts'
import type { AssignmentKey } from './read-key.ts'

/** The farthest that a value may be from its name. */
const reachChars = 320

const named = /(?:name|key|id|variable|var|setting)\\{0,15}["']?\s{0,4}[:=]\s{0,4}\\{0,15}["']?$/i
const later =
  /\\{0,15}["']?(?:\s{0,24},\s{0,24}\\{0,15}["'][\w-]{1,20}\\{0,15}["']\s{0,4}:\s{0,4}(?:\\{0,15}["'][^"'\\\n]{0,40}\\{0,15}["']|true|false|null|\d{1,6})){0,3}\s{0,24},\s{0,24}\\{0,15}["'](?:parameter)?value\\{0,15}["']\s{0,4}:\s{0,4}/iy
const tagged =
  /["']\s{0,4}>\s{0,24}(?:<(?:value|string)>)?(?=[^\s<])|\s{0,4}<\/(?:key|name)>\s{0,24}<(?:string|value)>/iy
const earlier =
  /(?:^|[\s{,"'\\-])(?:parameter)?value\\{0,15}["']?\s{0,4}:\s{0,4}(?=[^\s:])([^\n]{1,200}?)(?:\\{0,15}["'])?\s{0,4},?(?:\s|\\{1,15}[nrt]){0,24}(?:- )?\\{0,15}["']?(?:parameter)?(?:name|key)\\{0,15}["']?\s{0,4}:\s{0,4}\\{0,15}["']?$/i

/** The value of a name that is itself the value of "name" or "key", on whichever side of it "value" is. */
export function findPair(text: string, key: AssignmentKey): readonly Span[] {
  if (!mayBeNamed(text, key.start)) return noSpans
  const near = text.slice(Math.max(0, key.start - 24), key.start)
  if (/<key>$|<name>$|(?:name|key)=["']$/i.test(near)) {
    tagged.lastIndex = key.end
    const tag = tagged.exec(text)?.[0].length
    const span = tag === undefined ? undefined : judgeAt(text, key.end + tag, standingOf(key))
    if (span !== undefined && text.charAt(span.end) === '<') return [span]
  }
  if (!named.test(near)) return noSpans
  const lead = text.slice(Math.max(0, key.start - reachChars), key.start)
  later.lastIndex = key.end
  const gap = later.exec(text)?.[0].length
  const at = gap === undefined ? startOfEarlier(lead, key.start) : key.end + gap
  if (at === undefined) return noSpans
  const span = judgeAt(text, at, standingOf(key))
  return span === undefined ? noSpans : [span]
}

const noSpans: readonly Span[] = []

function standingOf(key: AssignmentKey): Omit<KeyedSetting, 'quoted'> {
  const strong = key.promise === 'password'
  return { id: strong ? 'password' : 'secret', strong, literal: true, certain: false }
}

/** A quote, a tag, or a colon or equals sign and a blank: most names have a word before them. */
function mayBeNamed(text: string, start: number): boolean {
  const last = text.charAt(start - 1)
  return last === ' ' ? ':='.includes(text.charAt(start - 2)) : last !== '' && `"'>=:`.includes(last)
}

function startOfEarlier(lead: string, start: number): number | undefined {
  const match = earlier.exec(lead)
  if (match === null) return undefined
  const shown = match[1] ?? ''
  const at = start - lead.length + match.index + match[0].indexOf(shown, match[0].search(/value/i) + 5)
  return at
}

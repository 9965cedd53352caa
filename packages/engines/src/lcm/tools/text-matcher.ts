import { compilePattern, type Message, originalText, redact, searchText, sliceWhole } from '@palimpsest/core/engine'
import type { GrepMode } from './grep-arguments.ts'

/** Finds a literal text or a pattern in messages, in time that grows with their length and no faster. */
export interface TextMatcher {
  /** A line around the first match, without secrets; `undefined` where there is none. */
  snippet(message: Message): string | undefined
  /** What to ask the index of words for first; empty where it cannot help. */
  readonly indexQuery: string
}

/** A text says why the pattern cannot be used. Lower-case patterns match letters of either case. */
export function createTextMatcher(query: string, mode: Exclude<GrepMode, 'words'>): TextMatcher | string {
  const source = mode === 'literal' ? query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : query
  const pattern = compilePattern(source, {
    ignoreCase: !hasCapitals(mode === 'literal' ? query : query.replace(escapes, '')),
  })
  if ('kind' in pattern) return pattern.message
  const find = (text: string) => pattern.find(text, 0)
  return {
    indexQuery: indexQuery(mode === 'literal' ? [query] : pattern.required),
    snippet: (message) => {
      for (const text of readingsOf(message)) {
        const match = find(text)
        if (match !== undefined) return snippetAround(text, match.start, find)
      }
      return undefined
    },
  }
}

/** `\S` is no capital letter. */
const escapes = /\\(?:[pP]\{[^}]{0,64}\}|.)/gsu

function hasCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text)
}

const mostPhrases = 4
const mostPhraseChars = 200

/** Phrases that every match contains. A match inside a longer word is not in the index: a scan finds those. */
function indexQuery(required: readonly string[]): string {
  const phrases = required.flatMap((text) => text.split(/["“”]/)).map((text) => text.trim())
  const telling = phrases.filter((text) => /[\p{L}\p{N}]{2}/u.test(text)).toSorted((a, b) => b.length - a.length)
  return telling
    .slice(0, mostPhrases)
    .map((text) => `"${sliceWhole(text, 0, mostPhraseChars)}"`)
    .join(' ')
}

/** As it is read back, and with the arguments of calls as they read: either may be what a model remembers. */
function readingsOf(message: Message): readonly string[] {
  const text = originalText(message)
  const hasCalls = message.parts.some(({ type }) => type === 'tool-call')
  return hasCalls ? [text, searchText(message)] : [text]
}

/** About three lines of a terminal. */
const snippetChars = 240
/** Room for the longest secret on either side: half of one could not be told from other text. */
const windowChars = 4_000

function snippetAround(
  text: string,
  at: number,
  find: (text: string) => { readonly start: number } | undefined,
): string {
  const from = Math.max(0, at - windowChars)
  const shown = redact(sliceWhole(text, from, Math.min(text.length, at + windowChars))).text
  // Where the match itself is a secret, the place where it stood is shown.
  const place = find(shown)?.start ?? Math.min(shown.length, at - from)
  const start = Math.max(0, Math.min(place - Math.floor(snippetChars / 3), shown.length - snippetChars))
  const line = sliceWhole(shown, start, Math.min(shown.length, start + snippetChars))
  const opening = start > 0 || from > 0 ? '…' : ''
  const closing = start + snippetChars < shown.length || at + windowChars < text.length ? '…' : ''
  return `${opening}${line.replace(/\s+/g, ' ').trim()}${closing}`.toWellFormed()
}

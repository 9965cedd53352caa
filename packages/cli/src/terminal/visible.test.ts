import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coloursFor } from './colours.ts'
import type { Io } from './io.ts'
import { forTerminal, visible } from './visible.ts'
import { oneLine } from './width.ts'

const esc = '\u001b'
const bell = '\u0007'
const overwritten = `${esc}]52;c;cm0gLXJm${bell}`

/** Every control there is, the sequences that terminals know, and words between them. */
const hostile = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 0xa0 }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2028\u2029\u2066\u2067\u2068\u2069'),
    fc
      .constantFrom(
        ...[']52;c;Zm9v', ']0;title', ']8;;http://a.example', '[2J', '[H', '[1A', '[K', '[?1049h', '[8m', '[30;40m'],
        ...['[38;5;0m', '[31m', '[0m', '[m', 'Pq#0', '_G', '^x', 'X', 'c', '(0', '[6n', '[21t', '\\', '\u009c'],
      )
      .map((sequence) => (sequence === '\u009c' ? sequence : esc + sequence)),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('word', '\r\n', '\n', '\t', 'šđ 漢 🚀', '👩‍👩‍👧'),
  ),
  { maxLength: 30 },
)

const ours = new RegExp(`${esc}\\[(?:[012349]|2[2349]|3[1-69])m`, 'g')
const unseen = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

test('nothing that reaches a terminal acts on it, however it is cut into pieces', () => {
  fc.assert(
    fc.property(hostile, fc.array(fc.nat(200), { maxLength: 8 }), (pieces, cuts) => {
      const text = pieces.join('')
      const places = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length]
      const written = places.slice(1).map((to, i) => forTerminal(text.slice(places[i], to)))
      expect(written.join('').replace(ours, '')).not.toMatch(unseen)
      const quoted = places.slice(1).map((to, i) => forTerminal(visible(text.slice(places[i], to))))
      expect(quoted.join('')).not.toMatch(unseen)
      expect(oneLine(text)).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
    }),
    { numRuns: 2_000 },
  )
})

test('a sequence shows what it would have done', () => {
  expect(visible(`a${overwritten}b`)).toBe('a\\u001b]52;c;cm0gLXJm\\u0007b')
  expect(visible('\u009b2J \u202egpj.exe')).toBe('\\u009b2J \\u202egpj.exe')
})

test('text in any script, its lines and its tabs stay as they are', () => {
  const text = 'naïve\n\tمرحبا שלום می‌خواهم 漢字 👩‍👩‍👧 🏳️‍🌈\n'
  expect(forTerminal(text)).toBe(text)
  expect(visible(text)).toBe(text)
  expect(visible('one\r\ntwo\r\n')).toBe('one\ntwo\n')
})

test('our own colours reach the terminal; theirs never do, and what could hide a word is nobody’s', () => {
  const colours = coloursFor({ env: { FORCE_COLOR: '1' }, isTerminal: true } as unknown as Io)
  const { bold, dim, red, green, yellow, blue, magenta, cyan, italic, underline, strikethrough } = colours
  for (const paint of [bold, dim, red, green, yellow, blue, magenta, cyan, italic, underline, strikethrough])
    expect(forTerminal(paint('word'))).toBe(paint('word'))
  expect(visible(red('word'))).not.toContain(esc)
  for (const codes of ['8', '7', '30', '37', '40', '30;40', '38;5;0', '90', '97', '0;8', ''])
    expect(forTerminal(`${esc}[${codes}mhidden`)).not.toContain(esc)
})

test('a JSON document says the same after it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), hostile), (value) => {
      expect(JSON.parse(forTerminal(JSON.stringify(value, undefined, 2)))).toEqual(value)
    }),
  )
})

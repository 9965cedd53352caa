import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern, type LinearPattern, type LinearPatternOptions } from './compile-pattern.ts'
import { foldedCodePoint } from './fold-case.ts'
import { anyHaystack, anyPattern } from './pattern.arbitrary.ts'

function compiled(source: string, options?: LinearPatternOptions): LinearPattern {
  const pattern = compilePattern(source, options)
  if ('kind' in pattern) throw new Error(pattern.message)
  return pattern
}

function found(source: string, text: string, options?: LinearPatternOptions): string | undefined {
  const match = compiled(source, options).find(text)
  return match && text.slice(match.start, match.end)
}

function faultOf(source: string): string | undefined {
  const pattern = compilePattern(source)
  return 'kind' in pattern ? pattern.message : undefined
}

/**
 * What RegExp finds, tried at one character after the other as its standard says: V8 by itself also tries an empty match
 * between the halves of a surrogate pair.
 */
function natively(source: string, text: string, from: number, ignoreCase: boolean) {
  const pattern = new RegExp(source, ignoreCase ? 'imuy' : 'muy')
  for (let at = from; at <= text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) return { start: match.index, end: match.index + match[0].length }
  }
  return undefined
}

function folded(text: string): string {
  return [...text].map((char) => String.fromCodePoint(foldedCodePoint(char.codePointAt(0) ?? 0))).join('')
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

test('finds what RegExp finds, where RegExp finds it, from any place on', () => {
  fc.assert(
    fc.property(anyPattern, anyHaystack, fc.nat(14), fc.boolean(), (source, text, place, ignoreCase) => {
      const from = Math.min(place, text.length)
      fc.pre(!isInsidePair(text, from))
      expect(compiled(source, { ignoreCase }).find(text, from)).toEqual(natively(source, text, from, ignoreCase))
    }),
    { numRuns: 5_000 },
  )
})

test('finds in the second text, and the third, as if it had never seen the first', () => {
  fc.assert(
    fc.property(anyPattern, fc.array(anyHaystack, { minLength: 2, maxLength: 6 }), (source, texts) => {
      const pattern = compiled(source)
      for (const text of texts) expect(pattern.find(text)).toEqual(natively(source, text, 0, false))
    }),
    { numRuns: 500 },
  )
})

test('says of no text that every match contains it when one does not', () => {
  fc.assert(
    fc.property(anyPattern, anyHaystack, fc.boolean(), (source, text, ignoreCase) => {
      const { find, required } = compiled(source, { ignoreCase })
      const match = find(text)
      fc.pre(match !== undefined)
      const whole = text.slice(match?.start, match?.end)
      for (const each of required) expect(ignoreCase ? folded(whole) : whole).toContain(each)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['error:.*timeout', ['error:', 'timeout']],
  ['src/\\w+\\.ts', ['src/', '.ts']],
  ['TODO', ['TODO']],
  ['TODO|FIXME', []],
  ['^import (?:type )?\\{', ['import ', '{']],
  ['(?:abc)+d', ['abc', 'd']],
  ['xa{3}y', ['xaaa', 'y']],
  ['a?b*', []],
  ['(?i)TimeOut', ['timeout']],
  ['\\bfoo\\b.*foobar', ['foobar']],
  ['[.]env', ['.env']],
])('%s requires %j', (source, required) => {
  expect(compiled(source).required).toEqual(required)
})

test.each([
  ['a slash before and after', '/todo/', 'a todo', 'todo'],
  ['flags after a slash', '/todo/gi', 'a TODO', 'TODO'],
  ['a path, which is no pattern in slashes', '/usr/lib/', 'in /usr/lib/x', '/usr/lib/'],
  ['a path that ends as if with flags', '/usr/bin/gi', 'x/usr/bin/gi', '/usr/bin/gi'],
  ['flags at the start', '(?im)^todo', 'a\nTODO', 'TODO'],
  ['a dot that takes line breaks', '(?s)a.b', 'a\nb', 'a\nb'],
  ['a brace that is no quantifier', 'if (x|y) {', 'if x {', 'if x {'],
  ['braces of an object', '{"a": {\\d+}}', '{"a": {12}}', '{"a": {12}}'],
  ['a closing bracket', 'a[0-9]]', 'a1]', 'a1]'],
  ['escaped punctuation', '\\"a\\-b\\_\\/\\<', '"a-b_/<', '"a-b_/<'],
  ['a hyphen after a class of characters', '[\\w-.]+', '  a-b.c ', 'a-b.c'],
  ['names of groups', '(?<year>\\d+)-(?P<month>\\d+)', 'on 2024-12', '2024-12'],
  ['a quantifier without a least number', 'a{,2}', 'a{,2}', 'a{,2}'],
])('understands %s', (_, source, text, expected) => {
  expect(found(source, text)).toBe(expected)
})

test('takes lines for what ^ and $ are about', () => {
  expect(found('^b$', 'a\nb\nc')).toBe('b')
  expect(found('a$', 'a\r\nb')).toBe('a')
})

test('takes a surrogate pair for one character', () => {
  expect(found('^.$', '😀')).toBe('😀')
  expect(found('\\ud83d', '😀')).toBeUndefined()
  expect(found('\\ud83d\\ude00', 'a😀')).toBe('😀')
  expect(compiled('.').find('😀b', 1)).toEqual({ start: 2, end: 3 })
  expect(compiled('').find('😀b', 1)).toEqual({ start: 2, end: 2 })
})

test('looks at what is before the place from which it searches', () => {
  expect(compiled('\\bb').find('ab b', 1)).toEqual({ start: 3, end: 4 })
  expect(compiled('^b').find('ab', 1)).toBeUndefined()
  expect(compiled('a').find('a', 2)).toBeUndefined()
  expect(compiled('a*').find('a', 2)).toBeUndefined()
  expect(compiled('a*').find('a', 1)).toEqual({ start: 1, end: 1 })
})

test.each([
  ['foo(?=bar)', 3, 'Look-ahead'],
  ['foo(?!bar)', 3, 'Negative look-ahead'],
  ['(?<=a)b', 0, 'Look-behind'],
  ['x(?<!a)b', 1, 'Negative look-behind'],
  ['(a)\\1', 3, 'back-reference'],
  ['(?<q>a)\\k<q>', 7, 'back-reference'],
  ['a(b', 1, 'write \\( for'],
  ['/a(b/', 2, 'write \\( for'],
  ['a)b', 1, 'write \\) for'],
  ['a[b', 1, 'write \\[ for'],
  ['*.ts', 0, 'Write .* for any text'],
  ['a**', 2, 'follows a quantifier'],
  ['a++', 2, 'Possessive'],
  ['^*a', 1, 'has no meaning'],
  ['a{3,2}', 1, 'smaller one first'],
  ['x[z-a]', 2, 'Turn it round'],
  ['x[]', 1, 'empty class'],
  ['[[:space:]]', 1, 'Write \\d'],
  ['\\p{L}', 0, 'ranges'],
  ['a\\', 1, 'Write \\\\'],
  ['\\xZZ', 0, 'hexadecimal'],
  ['\\u{110000}', 0, 'hexadecimal'],
  ['\\u00', 0, 'hexadecimal'],
  ['\\Afoo', 0, 'Write ^'],
  ['\\y', 0, 'not known'],
  ['a(?i)b', 1, 'put (?i) at its start'],
  ['a(?i:b)', 1, 'put (?i) at its start'],
  ['x(?:a{100}){100}', 11, 'repeats too much'],
  ['(?:(?:(?:){1000}){1000}){1000}', 24, 'repeats too much'],
  ['(?:(?:(?:a?){1000}){1000}){1000}', 26, 'repeats too much'],
  ['a{99999999999999999999}', 1, 'repeats too much'],
])('refuses %s with the place and a remedy', (source, offset, remedy) => {
  expect(faultOf(source)).toContain(`At offset ${offset} of the pattern: `)
  expect(faultOf(source)).toContain(remedy)
})

test('refuses what is too long or nested too deep', () => {
  expect(faultOf('ab|'.repeat(1_000))).toContain('At offset 0 of the pattern: The whole of it is too long')
  expect(faultOf('a'.repeat(6_000))).toContain('At offset 5000 of the pattern: It is longer than')
  expect(faultOf('('.repeat(200))).toContain('At offset 100 of the pattern: Groups are nested too deep')
})

test('refuses or compiles whatever is written, and throws nothing', () => {
  const pieces = fc.constantFrom(...'ab\\()[]{}|*+?.^$-:=!<>/,019uxkdpi', '(?', '😀', '\ud83d')
  fc.assert(
    fc.property(fc.string({ unit: pieces }), anyHaystack, (source, text) => {
      const pattern = compilePattern(source)
      if (!('kind' in pattern)) pattern.find(text)
    }),
    { numRuns: 5_000 },
  )
})

const long = 200_000

/** Those that RegExp would not be done with before the sun goes out. */
test.each([
  ['(a+)+$', `${'a'.repeat(long)}!`],
  ['(a|aa)*b', 'a'.repeat(long)],
  ['(.*)*x', 'a'.repeat(long)],
  // Without a text that must be there, none can be missed at once.
  ['(a|aa)*[bc]', 'a'.repeat(long)],
  ['(.*)*[xy]', 'a'.repeat(long)],
  ['(?:(?:a*)*)*[bc]', 'a'.repeat(long)],
  ['(x+x+)+[yz]', 'x'.repeat(long)],
  ['(?:\\w+\\s?)*[:;]$', 'word '.repeat(long / 5)],
  ['[^]*[^]*[^]*[=!]', 'ab\n'.repeat(long / 3)],
])('comes to the end of a long text with %s', (source, text) => {
  expect(compiled(source).find(text)).toBeUndefined()
})

test('finds every match of a text that leads to more states than are kept', () => {
  // Which of the last 40 characters were an a is not the same twice.
  const source = '[ax][ab]{40}c'
  let bits = 1
  let text = ''
  for (let i = 0; i < 400_000; i++) {
    bits = (Math.imul(bits, 1_103_515_245) + 12_345) & 0x7fff_ffff
    text += bits >>> 24 < 2 ? 'c' : (bits & 0x10_0000) === 0 ? 'a' : 'b'
  }
  const expected = [...text.matchAll(new RegExp(source, 'g'))].map(({ index }) => index)
  const { find } = compiled(source)
  const starts: number[] = []
  for (let match = find(text); match; match = find(text, match.end)) starts.push(match.start)
  expect(starts.length).toBeGreaterThan(500)
  expect(starts).toEqual(expected)
})

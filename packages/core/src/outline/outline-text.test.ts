import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateText } from '../tokens/estimate-text.ts'
import { outlineText } from './outline-text.ts'

const countText = (text: string) => Math.ceil(text.length / 4)
const outline = (text: string, name?: string) =>
  outlineText(text, { maxTokens: 2_000, countText, ...(name === undefined ? {} : { name }) })

test('JSON: keys with types, lengths and examples; elements become one shape', () => {
  const users = Array.from({ length: 9 }, (_, id) => ({ id, ...(id % 2 === 0 ? { nick: null } : { nick: `n${id}` }) }))
  const text = JSON.stringify({ total: 9, ok: true, users, rate: 0.5 }, undefined, 1)
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('json')
  expect(shown.split('\n').slice(1)).toEqual([
    'Shape:',
    'L1 value: object of 4 keys',
    '  L2 total: integer, e.g. 9',
    '  L3 ok: boolean, e.g. true',
    '  L4 users: array of 9 elements',
    '    L5 []: object of 2 keys',
    '      L6 id: integer, e.g. 0, 1, 2',
    '      L7 nick: null or string, e.g. "n1", "n3", "n5"',
    '  L42 rate: number, e.g. 0.5',
    'Where elements begin:',
    'users: [0] L5, [1] L9, [2] L13, [3] L17, [4] L21, [5] L25, [6] L29, [7] L33, [8] L37',
  ])
})

test('JSON in one line: each key is found by its offset, also where the text was cut', () => {
  const whole = JSON.stringify({
    list: Array.from({ length: 400 }, (_, n) => ({ n, word: 'a'.repeat(n % 9) })),
    end: 1,
  })
  const text = whole.slice(0, -40)
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('json')
  expect(shown).toContain('cut off before its end')
  const [, at = ''] = /@(\d+) word: string/.exec(shown) ?? []
  expect(text.slice(Number(at), Number(at) + 2)).toBe('""')
  for (const [, index, offset] of shown.matchAll(/\[(\d+)\] @(\d+)/g))
    expect(text.slice(Number(offset))).toMatch(new RegExp(`^\\{"n":${index},`))
})

test('of a long array, elements at equal distances are placed, from the first to nearly the last', () => {
  const { text } = outline(JSON.stringify(Array.from({ length: 1_000 }, (_, n) => n + 100)))
  const indexes = [...text.matchAll(/\[(\d+)\] @\d+/g)].map(([, index]) => Number(index))
  expect(indexes).toEqual(Array.from({ length: 32 }, (_, n) => n * 32))
})

test('JSON Lines: one shape, which keys are seldom, and which lines are none', () => {
  const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify(n % 4 === 0 ? { n, error: 'x' } : { n }))
  const text = [...lines, 'killed'].join('\n')
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('json')
  expect(shown).toContain('JSON Lines, 40 values')
  expect(shown).toContain('no JSON at L41')
  expect(shown).toContain('  L1 error: string, e.g. "x" (in 10 of 40)')
})

test('a log with some lines of JSON is a log', () => {
  const line = (n: number) => (n % 3 === 0 ? `{"n":${n}}` : `2024-01-02 03:04:${10 + n} INFO step ${n}`)
  expect(outline(Array.from({ length: 30 }, (_, n) => line(n)).join('\n')).kind).toBe('log')
})

test.each([',', '\t', ';', '|'])('a table separated by %j: columns, types, and its first and last row', (delimiter) => {
  const rows = [
    ['id', 'city', 'share', 'since'],
    ['1', '"Ulm"', '0.5', '2020-01-02'],
    ['2', '"Bonn"', '', '2021-01-02'],
    ['3', '"Jena"', '2', '2022-01-02'],
  ]
  const { kind, text } = outline(rows.map((row) => row.join(delimiter)).join('\n'))
  expect(kind).toBe('csv')
  expect(text).toContain('3 rows, 4 columns, names of columns in L1')
  expect(text).toContain('1 id: integer, 1 to 3')
  expect(text).toContain('2 city: text, e.g. "Ulm", "Bonn", "Jena"')
  expect(text).toContain('3 share: number (1) or empty (1) or integer (1), 0.5 to 2')
  expect(text).toContain('4 since: date')
  expect(text).toContain('L4 3')
})

test('a row of a table may go on over lines', () => {
  const text = `a,b,c\n1,"x, ""y""",2\n3,"two\nlines",4\n${'5,z,6\n'.repeat(60)}`
  expect(outline(text).text).toContain('62 rows, 3 columns')
  expect(outline(text).text).toContain('e.g. "x, \\"y\\""')
})

test('a log whose times have a comma is no table', () => {
  const text = Array.from({ length: 20 }, (_, n) => `2024-01-02 03:04:${10 + n},123 INFO step ${n} done`).join('\n')
  expect(outline(text).kind).toBe('log')
})

test('a log: its times, its levels, and its lines by template, errors first', () => {
  const usual = Array.from({ length: 20 }, (_, n) => `2024-01-02T03:04:${10 + n}Z INFO served 10.0.0.${n} in ${n} ms`)
  const text = [
    ...usual.slice(0, 10),
    '2024-01-02T03:04:20Z ERROR job 17 failed: 0xdeadbeef1',
    '    at run (a.js:1:2)',
    '2024-01-02T03:04:20Z ERROR job 18 failed: 0xcafe2',
    '2024-01-02T03:04:21Z WARN disk is nearly full',
    ...usual.slice(10),
  ].join('\n')
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('log')
  expect(shown).toContain('2024-01-02T03:04:10Z (L1) to 2024-01-02T03:04:29Z (L24)')
  expect(shown).toContain('levels: error 2, warn 1, info 20')
  expect(shown.split('\n').slice(1)).toEqual([
    'Errors and warnings (# is masked):',
    '2× L11 to L13 # ERROR job # failed: #',
    'L14 2024-01-02T03:04:21Z WARN disk is nearly full',
    'Frequent lines (# is masked):',
    '20× L1 to L24 # INFO served # in # ms',
  ])
})

test('Markdown: headings, the lead and how sections begin; what is fenced is no part of them', () => {
  const code = '```sh\n# not a heading\nmake all;\ncd out;\nls;\nexit 1;\n```'
  const text = `# Guide\n\nThis guide says how to build it. It is short.\n\n## Build\n\nRun the build with the one command below. Then wait.\n\n${code}\n\nTests\n-----\n\nThe tests need nothing but the build itself.\n`
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('prose')
  expect(shown).toContain('Lead:\nThis guide says how to build it. It is short. Run')
  expect(shown.split('\n').slice(4)).toEqual([
    'L1 # Guide',
    '  L3 This guide says how to build it.',
    '  L5 ## Build',
    '    L7 Run the build with the one command below.',
    '  L17 Tests',
    '    L20 The tests need nothing but the build itself.',
  ])
})

test('hits of a search are counted by file', () => {
  const hits = (path: string, from: number) =>
    Array.from({ length: 5 }, (_, n) => `${path}:${from + n * 7}:  const a = ${n}`)
  const { kind, text } = outline([...hits('src/a.ts', 3), ...hits('src/b.ts', 9)].join('\n'))
  expect(kind).toBe('lines')
  expect(text).toContain('10 hits in 2 files')
  expect(text).toContain('src/b.ts: 5 hits, L6 to L10')
})

test('other lines: the first, the last, those that repeat and those that speak of errors', () => {
  const text = `start\n${'tick tock\n'.repeat(50)}${Array.from({ length: 30 }, (_, n) => `item ${n}\n`).join('')}RangeError: too far\n${'zz\n'.repeat(11)}end`
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('lines')
  for (const row of ['L1 start', 'L94 end', '50× from L2 tick tock', 'L82 RangeError: too far'])
    expect(shown.split('\n')).toContain(row)
})

test('codes that colour a terminal are not shown', () => {
  const text = Array.from({ length: 9 }, (_, n) => `2024-01-02T03:04:1${n}Z \u001b[31mERROR\u001b[0m no ${n}`).join(
    '\n',
  )
  expect(outline(text).text).toContain('9× L1 to L9 # ERROR no #')
})

test('what does not fit is counted, and what is kept lies all over the text', () => {
  const text = Array.from({ length: 500 }, (_, n) => `export function name${n}() {\n  return ${n}\n}\n`).join('')
  const { text: shown } = outlineText(text, { maxTokens: 200, countText })
  expect(countText(shown)).toBeGreaterThan(100)
  const kept = [...shown.matchAll(/^L(\d+) /gm)].map(([, line]) => Number(line))
  expect(kept.filter((line) => line > 750).length).toBeGreaterThan(kept.length / 4)
  expect(shown).toContain(`[${500 - kept.length} items of 500 left out]`)
})

test('the whole is counted too: it may take more tokens than its items one by one', () => {
  const text = Array.from({ length: 500 }, (_, n) => `export function name${n}() {\n  return ${n}\n}\n`).join('')
  const steep = (shown: string) => Math.ceil(shown.length ** 1.3 / 10)
  const { text: shown } = outlineText(text, { maxTokens: 300, countText: steep })
  expect(steep(shown)).toBeLessThanOrEqual(300)
  expect(shown).toMatch(/^L1 /m)
})

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\ud800', '\udc00', '{"a":', '[', ']', '}', '"', ',', '1', 'null', '\t', '# ', '```\n'),
  fc.constantFrom('a,b,c\n', '2024-01-02 03:04:05 ERROR x 1\n', 'function f() {\n', 'src/a.ts:1:x\n', '{"a":1}\n'),
  fc.constantFrom(
    '    1\tdef f(x):\n',
    'We say a few plain words here. ',
    'x'.repeat(3_000),
    '\u0000',
    '\u001b[1m',
    '\u4e2d',
  ),
  fc.string({ unit: 'binary' }),
)
const anyText = fc
  .array(fc.tuple(piece, fc.integer({ min: 1, max: 30 })), { maxLength: 20 })
  .map((pieces) => pieces.map(([text, times]) => text.repeat(times)).join(''))

test('whatever the text, an outline is well-formed, keeps within its tokens, and names places that exist', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.nat(300),
      fc.constantFrom('', 'a.ts', 'a.md', 'a.csv', 'a.log'),
      (text, maxTokens, name) => {
        for (const count of [countText, estimateText]) {
          const { kind, text: shown } = outlineText(text, { maxTokens, countText: count, name })
          expect(count(shown)).toBeLessThanOrEqual(maxTokens)
          expect(shown.isWellFormed()).toBe(true)
          expect('Outline of '.startsWith(shown.slice(0, 11))).toBe(true)
          if (shown.includes('\n'))
            expect(shown).toMatch(new RegExp(`^Outline of ${kind}: [\\d,]+ lines?, [\\d,]+ char`))
          const lines = text.split('\n').length
          for (const [, line] of shown.matchAll(/^ *L(\d+) /gm)) expect(Number(line)).toBeLessThanOrEqual(lines)
          for (const [, offset] of shown.matchAll(/^ *@(\d+) /gm)) expect(Number(offset)).toBeLessThan(text.length)
          expect(outlineText(text, { maxTokens, countText: count, name })).toEqual({ kind, text: shown })
        }
      },
    ),
    { numRuns: 400 },
  )
})

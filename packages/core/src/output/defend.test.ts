import fc from 'fast-check'
import { expect, test } from 'vitest'
import { result } from '../testing/build.ts'
import { defend, type ToolOutput } from './defend.ts'
import { outputLimits } from './output-limits.ts'
import { showPersisted } from './show-persisted.ts'

const limits = outputLimits(200_000)
const output = (chars: number, tool = 'terminal'): ToolOutput => ({ tool, message: result('c', 'x'.repeat(chars)) })
const kinds = (results: readonly ToolOutput[], of = limits) => defend(results, of).map(({ kind }) => kind)

test('a result is shown up to its limit and persisted above it', () => {
  expect(kinds([output(100_000)])).toEqual(['show'])
  expect(kinds([output(100_001)])).toEqual(['persist'])
})

test('a file that is read is shown whole, however long it is', () => {
  expect(kinds([output(190_000, 'read_file')])).toEqual(['show'])
})

test('a tool may have a limit of its own', () => {
  const strict = outputLimits(200_000, { terminal: 5_000 })
  expect(kinds([output(5_001), output(5_001, 'search')], strict)).toEqual(['persist', 'show'])
})

test('the largest results of a turn go first when together they are too much', () => {
  expect(kinds([output(60_000), output(90_000), output(80_000)])).toEqual(['show', 'persist', 'show'])
  expect(kinds([output(99_000), output(98_000), output(97_000), output(96_000)])).toEqual([
    'persist',
    'persist',
    'show',
    'show',
  ])
})

test('a file that was read is persisted only when nothing else is left to persist', () => {
  const read = output(180_000, 'read_file')
  expect(kinds([read, output(50_000)])).toEqual(['show', 'persist'])
  expect(kinds([output(210_000, 'read_file'), output(100)])).toEqual(['persist', 'show'])
})

test('limits shrink with the window', () => {
  expect(kinds([output(30_000)], outputLimits(50_000))).toEqual(['persist'])
  expect(kinds([output(24_000), output(24_000), output(24_000)], outputLimits(50_000))).toEqual([
    'persist',
    'show',
    'show',
  ])
})

test('after a defence a turn fits, unless it is made of small pieces', () => {
  const drawn = fc.array(fc.tuple(fc.nat(300_000), fc.constantFrom('terminal', 'read_file', 'search')), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(drawn, fc.integer({ min: 8_000, max: 1_000_000 }), (sizes, window) => {
      const given = outputLimits(window)
      const results = sizes.map(([chars, tool]) => output(chars, tool))
      const shown = defend(results, given).flatMap(({ kind }, i) => (kind === 'show' ? [sizes[i]?.[0] ?? 0] : []))
      const total = shown.reduce((sum, chars) => sum + chars, 0)
      expect(total <= given.turnChars || shown.every((chars) => chars <= 2 * given.previewChars)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('a block tells the size, the place and the beginning, and keeps pictures and the error mark', () => {
  const picture = { type: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } } as const
  const long = `start ${'x'.repeat(120_000)}`
  const message = { ...result('c', long, { isError: true }), parts: [{ type: 'text', text: long }, picture] } as const
  const kept = { path: 'results/a.txt', file: 'a.txt', howToRead: 'Read it.', previewChars: 1_500 }
  const shown = showPersisted(message, long, kept)
  expect(shown).toMatchObject({ role: 'tool', callId: 'c', isError: true })
  expect(shown.parts[1]).toBe(picture)
  const text = shown.parts[0]?.type === 'text' ? shown.parts[0].text : ''
  expect(text).toMatch(/^<persisted-output>\n120006 characters \(118 KB\), kept whole as results\/a.txt\. Read it\.\n/)
  expect(text).toContain('start xxx')
  expect(text.length).toBeLessThan(2_000)
  expect(shown.kept).toEqual([{ file: 'a.txt', chars: text.length }])
})

test('a block is never longer than what it replaces', () => {
  const short = result('c', 'short')
  expect(showPersisted(short, 'short', { path: 'p', file: 'p', howToRead: 'h', previewChars: 100 })).toBe(short)
})

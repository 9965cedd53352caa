import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Heading, headings, isEmptySection, itemKey, itemsOf, parseSections, writeSections } from './headings.ts'

test('reads the sections of a plain summary', () => {
  const { opening, texts } = parseSections('## Goal\nShip it.\n\n## Blocked\nNone.')
  expect(opening).toBe('')
  expect(texts).toEqual({ Goal: 'Ship it.', Blocked: 'None.' })
})

test.each([
  '# Key Decisions',
  '### Key Decisions:',
  '**Key Decisions**',
  '**Key Decisions:**',
  '## 8. Key Decisions',
  '8. **Key Decisions**',
  '8) Key Decisions:',
  '## key decisions ##',
  '## **Key Decisions**',
])('knows the heading in %s', (line) => {
  expect(parseSections(`${line}\nuse SQLite`).texts).toEqual({ 'Key Decisions': 'use SQLite' })
})

test('takes what stands beside a heading into its section', () => {
  expect(parseSections('**Goal:** ship it\n## Blocked: by review\n## Key Decisions (two)\nx').texts).toEqual({
    Goal: 'ship it',
    Blocked: 'by review',
    'Key Decisions': '(two)\nx',
  })
})

test.each(['Goal', 'The goal is near.', '- Blocked', 'Blocked by review: yes', '1. Goal'])(
  'takes %s for text',
  (line) => {
    expect(parseSections(`## Critical Context\n${line}`).texts).toEqual({ 'Critical Context': line })
  },
)

test('keeps what stands before the first heading and under headings of others', () => {
  const text = 'Here it is.\n\n## Goal\nShip.\n## Mood\ngood'
  const sections = parseSections(text)
  expect(sections.opening).toBe('Here it is.')
  expect(sections.texts).toEqual({ Goal: 'Ship.\n## Mood\ngood' })
})

test('joins a section that was written twice', () => {
  expect(parseSections('## Goal\na\n## Blocked\nb\n## Goal\nc').texts).toEqual({ Goal: 'a\nc', Blocked: 'b' })
})

test('words of a user that look like a heading are still theirs when read again', () => {
  const sections = { opening: '', texts: { 'Active Task': 'Write this:\n## Goal\n\\## Blocked\nend' } }
  const once = writeSections(sections)
  expect(parseSections(once)).toEqual(sections)
  expect(writeSections(parseSections(once))).toBe(once)
})

const line = fc.oneof(
  fc.string(),
  fc.constantFrom('## Goal', '**Blocked**', '\\## Goal', '\\\\# Goal', '```', '- item', '', '3. Goal:', '**Goal:** x'),
)
const text = fc.array(line).map((lines) => lines.join('\n').replace(/^\s+|\s+$/g, ''))
const sections = fc.record({
  opening: text,
  texts: fc.dictionary(fc.constantFrom<string>(...headings), text) as fc.Arbitrary<Partial<Record<Heading, string>>>,
})

test('what was written is read back, whatever it says', () => {
  fc.assert(
    fc.property(sections, (said) => {
      expect(parseSections(writeSections(said))).toEqual({ opening: said.opening, texts: { ...said.texts } })
    }),
    { numRuns: 500 },
  )
})

test('lines of blanks and marks do not hang the reader', { timeout: 20_000 }, () => {
  for (const mark of ['# ', '**', '1. ', '# a '])
    for (const fill of [' ', '* ', '& ', 'a '])
      expect(parseSections(`${mark}${fill.repeat(390 / fill.length)}!\n`.repeat(200))).toBeDefined()
})

test('items keep their continuation lines, and compare without their bullets', () => {
  expect(itemsOf('1. one\n   more\n\n- two')).toEqual(['1. one\n   more', '- two'])
  expect(itemKey('12.  Ran  X')).toBe(itemKey('- ran x'))
})

test.each(['', 'None.', '- none', '(None)', 'N/A', '  ', '*None*'])('%j says nothing', (said) => {
  expect(isEmptySection(said)).toBe(true)
})

test.each(['None of the tests ran', 'なし…', 'a'])('%j says something', (said) => {
  expect(isEmptySection(said)).toBe(false)
})

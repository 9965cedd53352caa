import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from '../redact/redact.ts'
import { estimateText } from '../tokens/estimate-text.ts'
import { leadingSummary, readSummary } from './read-summary.ts'
import { dividers, summaryMarker, wrapSummary } from './wrap-summary.ts'

const recall = 'Originals: read_original("id") or recall("words").'
const nothing = { body: '', quotes: [], index: '' }

test('begins with the marker and ends with an end marker', () => {
  const text = wrapSummary({ ...nothing, body: '## Goal\nShip.' }, recall)
  expect(text.startsWith('[CONTEXT COMPACTION — REFERENCE ONLY]\n')).toBe(true)
  expect(text.endsWith('\n[END OF CONTEXT COMPACTION]')).toBe(true)
  expect(text).toContain(recall)
})

test('says what the model must know about it', () => {
  const text = wrapSummary(nothing, recall)
  for (const words of [
    'background, not instructions',
    'newest user message',
    'may be done already',
    'tools remain usable',
    'system prompt',
  ])
    expect(text).toContain(words)
})

test('takes at most 180 tokens around its contents', () => {
  const full = { body: '', quotes: [{ role: '', reference: '', text: '' }], index: ' ' }
  expect(estimateText(wrapSummary(full, ''))).toBeLessThanOrEqual(180)
})

test('a body that imitates the end marker does not end the summary', () => {
  const body = `a\n${dividers.end}\n\\${dividers.index}\nb`
  expect(readSummary(wrapSummary({ ...nothing, body }, recall))).toEqual({ ...nothing, body })
})

test('a quote that imitates a whole summary has no line that begins one', () => {
  const text = `look:\n${summaryMarker}\n\\${summaryMarker}`
  const quotes = [{ role: 'user', reference: 'x', text }]
  const wrapped = wrapSummary({ ...nothing, quotes }, recall)
  expect(wrapped.split('\n').filter((line) => line === summaryMarker)).toHaveLength(1)
  expect(readSummary(wrapped)).toEqual({ ...nothing, quotes })
})

test('tells how many of the messages after it are counted, and only then', () => {
  for (const counted of [1, 22]) {
    const text = wrapSummary({ ...nothing, body: 'x', counted }, recall)
    expect(readSummary(text)).toEqual({ ...nothing, body: 'x', counted })
  }
  expect(wrapSummary({ ...nothing, counted: 0 }, recall)).toBe(wrapSummary(nothing, recall))
  const quoted = 'Its counts include the next 7 messages after it.'
  expect(readSummary(wrapSummary({ ...nothing, body: quoted }, recall))).toEqual({ ...nothing, body: quoted })
})

const line = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...Object.values(dividers),
    summaryMarker,
    '[QUOTE user] x',
    '\\[SUMMARY]',
    '\\\\[QUOTE a] ',
    '## Goal',
    '',
  ),
)
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
const label = fc.string().map((words) => words.replace(/[\r\n]|\] ?/g, ''))
const wrapped = fc.record({
  body: text,
  quotes: fc.array(fc.record({ role: label, reference: label, text }), { maxLength: 4 }),
  index: text,
})

test('what was wrapped is read back to the letter', () => {
  fc.assert(
    fc.property(wrapped, text, (content, how) => {
      expect(readSummary(wrapSummary(content, how))).toEqual(content)
    }),
    { numRuns: 500 },
  )
})

test('other texts are no summaries', () => {
  expect(readSummary('Hello')).toBeUndefined()
  expect(readSummary(`> ${summaryMarker}`)).toBeUndefined()
})

test('a text that is not sealed, or not to the letter what was sealed, is no summary', () => {
  const text = wrapSummary({ ...nothing, body: '## Goal\nShip.\nTest.' }, recall)
  expect(readSummary(`${summaryMarker} Earlier turns…\n\n## Goal\nShip.`)).toBeUndefined()
  expect(readSummary(text.replace(/\n\[SEAL .*\]/, ''))).toBeUndefined()
  const lines = text.split('\n')
  for (const at of lines.keys()) {
    expect(readSummary(lines.toSpliced(at, 1).join('\n')), `without line ${at}`).toBeUndefined()
    expect(readSummary(lines.with(at, `${lines[at]}!`).join('\n')), `line ${at} changed`).toBeUndefined()
  }
  expect(readSummary(text.replace('[SEAL 0000-', '[SEAL 0001-'))).toBeUndefined()
  expect(readSummary(`Look: ${text}`)).toBeUndefined()
})

test('the proof takes at most 20 tokens', () => {
  for (let i = 0; i < 200; i++) {
    const [line = ''] = /\n\[SEAL .*\]/.exec(wrapSummary({ ...nothing, body: `${i}` }, recall)) ?? []
    expect(estimateText(line)).toBeLessThanOrEqual(20)
  }
})

test('no secret is seen in the proof', () => {
  for (let i = 0; i < 200; i++) {
    const text = wrapSummary({ ...nothing, body: `${i}` }, recall)
    expect(redact(text).text).toBe(text)
  }
})

test.each([
  ['with other ends of lines', (text: string) => text.replaceAll('\n', '\r\n')],
  ['with a line end behind it', (text: string) => `${text}\n`],
  ['with a line end before it', (text: string) => `\n${text}`],
])('is known again %s', (_, respell) => {
  const quotes = [{ role: 'user', reference: '#1', text: 'a\n\nb' }]
  const content = {
    body: '## Goal\nShip.',
    quotes,
    index: 'x',
    counted: 3,
    older: 1,
    modelRules: [2, 7],
    place: 'a1b2',
  }
  expect(readSummary(respell(wrapSummary(content, recall)))).toEqual(content)
})

test('what is said behind it in the same text is told apart, whatever it looks like', () => {
  const text = wrapSummary({ ...nothing, body: 'x' }, recall)
  for (const said of ['Go on.', summaryMarker, `a\n\n${text}`, dividers.end])
    expect(leadingSummary(`${text}\n\n${said}`)).toEqual({ summary: { ...nothing, body: 'x' }, text, said })
  expect(readSummary(`${text}\n\nGo on.`)).toBeUndefined()
  expect(leadingSummary(`${text} Go on.`)).toBeUndefined()
})

import pc from 'picocolors'
import { expect, test } from 'vitest'
import { shortInput, toolLine } from '../turn/tool-line.ts'
import { complete } from './complete.ts'
import { meter, shortTokens } from './meter.ts'
import { pressureLine, statusLine } from './status-line.ts'

const colours = pc.createColors(false)
const look = { colours, columns: 100 }
const status = { thresholdTokens: 100_000, contextTokens: 200_000, usage: { input: 1 }, compactions: 0 }

test('the meter shows the share of the threshold', () => {
  expect(meter(42_000, 100_000, colours)).toBe('▕████░░░░░░▏ 42K of 100K')
  expect(meter(0, 100_000, colours)).toBe('▕░░░░░░░░░░▏ 0 of 100K')
  expect(meter(250_000, 100_000, colours)).toBe('▕██████████▏ 250K of 100K')
})

test.each([
  [640, '640'],
  [8_499, '8.5K'],
  [9_999, '10K'],
  [42_400, '42K'],
  [1_000_000, '1.0M'],
])('%i tokens are %s', (tokens, text) => {
  expect(shortTokens(tokens)).toBe(text)
})

test('the status line names what it does not know', () => {
  expect(statusLine({ ...status, promptTokens: 42_000, cacheHitRate: 0.87 }, 'some-model', look)).toBe(
    '▕████░░░░░░▏ 42K of 100K · cache 87 % · price unknown · some-model',
  )
  expect(statusLine({ ...status, usage: {} }, 'm', look)).toBe('room for 100K tokens · $0.00 · m')
})

test('on a narrow terminal the last pieces go first', () => {
  const line = statusLine({ ...status, promptTokens: 42_000, costUsd: 1 }, 'a-long-model-name', {
    colours,
    columns: 36,
  })
  expect(line).toBe('▕████░░░░░░▏ 42K of 100K · $1.00')
})

test('the warning stands from 85 % of the threshold on, and goes when usage falls', () => {
  expect(pressureLine({ ...status, promptTokens: 84_999 })).toBeUndefined()
  expect(pressureLine({ ...status, promptTokens: 85_000 })).toContain('85 %')
  expect(pressureLine(status)).toBeUndefined()
})

test('a tool line says what ran on what, how long, and what came of it', () => {
  const call = { name: 'read_file', input: '{"limit":5,"path":"src/a.ts"}', ms: 321, chars: 1_234, isError: false }
  expect(toolLine(call, 80, colours)).toBe('✓ read_file src/a.ts · 0.3 s · 1.2K chars')
  expect(toolLine({ ...call, isError: true, ms: 61_000 }, 80, colours)).toBe(
    '✗ read_file src/a.ts · 1 min 1 s · failed',
  )
})

test('a long input is cut to the terminal, and shows no secret and no escape sequence', () => {
  const line = toolLine(
    { name: 't', input: `{"command":"${'x'.repeat(300)}"}`, ms: 1, chars: 1, isError: false },
    60,
    colours,
  )
  expect(line.length).toBeLessThanOrEqual(60)
  expect(shortInput(`{"command":"curl -H 'x-api-key: sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}-AAAAAAAA'"}`)).toContain(
    '[REDACTED]',
  )
  expect(shortInput('{"command":"a\\u001b[2Jb"}')).toBe('a [2Jb')
})

test('completion goes as far as all agree, and takes a single one whole', () => {
  const candidates = ['compress', 'context', 'undo'].map((value) => ({ value }))
  expect(complete('/u', { from: 1, candidates })).toEqual({ text: '/undo ', choices: [] })
  expect(complete('/c', { from: 1, candidates })).toEqual({
    text: '/co',
    choices: [{ value: 'compress' }, { value: 'context' }],
  })
  expect(complete('/x', { from: 1, candidates })).toEqual({ text: '/x', choices: [] })
})

import { expect, test } from 'vitest'
import { tokensInWords, untilInWords } from '../../text/in-words.ts'
import { fadingNotice, pressureNotice } from './notices.ts'

const budget = { thresholdTokens: 100_000 }

test('the user sees pressure from 85 % of the threshold on', () => {
  expect(pressureNotice(85_000, budget)).toBe(
    'Context at 85 % of the compaction threshold (85,000 tokens of 100,000 tokens).',
  )
})

test('the notice of pressure clears when usage falls', () => {
  expect(pressureNotice(84_999, budget)).toBeUndefined()
  expect(pressureNotice(Number.NaN, budget)).toBeUndefined()
})

test('from the second compaction on the user hears that detail fades', () => {
  expect(fadingNotice(1)).toBeUndefined()
  expect(fadingNotice(2)).toMatch(/compressed 2 times.*fades.*\/new/)
})

test('numbers and waits are written for people', () => {
  expect(tokensInWords(1_234_567.8)).toBe('1,234,568 tokens')
  expect(untilInWords(1_000, 0)).toBe('in 1 second')
  expect(untilInWords(60_000, 0)).toBe('in 60 seconds')
  expect(untilInWords(8 * 60_000 - 5, 0)).toBe('in 8 minutes')
  expect(untilInWords(0, 5)).toBe('in 1 second')
})

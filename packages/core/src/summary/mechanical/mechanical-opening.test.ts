import { expect, test } from 'vitest'
import { emptyLedger } from '../../ledger/ledger.ts'
import { entryId } from '../../log/entry.ts'
import { estimateText } from '../../tokens/estimate-text.ts'
import { parseSections } from '../sections/headings.ts'
import { type MechanicalRequest, mechanical } from './mechanical.ts'

const write = (more: Partial<MechanicalRequest> = {}) =>
  mechanical({
    ledger: emptyLedger,
    messages: 42,
    task: { text: 'Fix the build.' },
    targetTokens: 2_000,
    countText: estimateText,
    ...more,
  })

test('says that no model could write it only where one was asked', () => {
  expect(write()).toMatch(/^Mechanical summary: .*; no summary model was asked\. It stands for 42 messages\./)
  expect(write({ isFallback: true })).toMatch(/, because no model could write it\. It stands for 42 messages\./)
  expect(write({ previous: write({ isFallback: true }) })).toContain('no summary model was asked. It stands for 84')
})

test('greetings and thanks are neither the goal nor asks', () => {
  const requests = ['hello', 'Build the parser.', 'thanks a lot!', 'Add a test.'].map((text, i) => ({
    entry: entryId(`e${i}`),
    at: i,
    text,
  }))
  const { texts } = parseSections(write({ ledger: { ...emptyLedger, requests } }))
  expect(texts.Goal).toBe('- First asked: Build the parser.')
  expect(texts['Pending User Asks']).toBe('- Asked (may be done): Add a test.')
})

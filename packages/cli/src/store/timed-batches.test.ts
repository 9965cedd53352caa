import type { Message } from '@palimpsest/core/message'
import { user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { timedBatches } from './timed-batches.ts'

const now = Date.parse('2026-05-01T00:00:00Z')

function said(text: string, timestamp?: string): Message {
  if (timestamp === undefined) return user(text)
  return { ...user(text), residue: { format: 'claude-code', fields: { line: { timestamp } } } }
}

const told = (messages: readonly Message[]) =>
  timedBatches(messages, now).map(({ at, messages: { length } }) => [new Date(at).toISOString(), length])

test('messages are kept at the minute in which they were said', () => {
  const messages = [
    said('a', '2026-02-03T10:00:05Z'),
    said('b', '2026-02-03T10:00:59Z'),
    said('c'),
    said('d', '2026-02-03T10:07:00Z'),
  ]
  expect(told(messages)).toEqual([
    ['2026-02-03T10:00:05.000Z', 3],
    ['2026-02-03T10:07:00.000Z', 1],
  ])
})

test('no time goes back, lies ahead, or is before all times', () => {
  const messages = [
    said('a', '1969-01-01T00:00:00Z'),
    said('b', '2026-02-03T10:07:00Z'),
    said('c', '2026-02-03T09:00:00Z'),
    said('d', '2999-01-01T00:00:00Z'),
  ]
  expect(told(messages)).toEqual([
    ['1970-01-01T00:00:00.000Z', 1],
    ['2026-02-03T10:07:00.000Z', 2],
    ['2026-05-01T00:00:00.000Z', 1],
  ])
})

test('what has no time was said now, in batches that others can get between', () => {
  expect(told(Array.from({ length: 1_001 }, () => said('a')))).toEqual([
    ['2026-05-01T00:00:00.000Z', 500],
    ['2026-05-01T00:00:00.000Z', 500],
    ['2026-05-01T00:00:00.000Z', 1],
  ])
})

test('every message is in one batch, in order', () => {
  const messages = Array.from({ length: 40 }, (_, i) =>
    said(String(i), `2026-02-03T10:${String(i).padStart(2, '0')}:00Z`),
  )
  expect(timedBatches(messages, now).flatMap((batch) => batch.messages)).toEqual(messages)
})

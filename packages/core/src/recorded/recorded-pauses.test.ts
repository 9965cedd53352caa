import { expect, test } from 'vitest'
import { readTranscript } from '../wire/transcript/read-transcript.ts'
import { recordedPauses } from './recorded-pauses.ts'

const line = (uuid: string, parentUuid: string | null, second: number) => {
  const role = uuid === 'b' ? 'assistant' : 'user'
  return JSON.stringify({
    parentUuid,
    type: role,
    message: { role, content: [{ type: 'text', text: uuid }] },
    uuid,
    timestamp: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
    sessionId: 's',
  })
}

test('pauses are read off the times of a session file', () => {
  const text = [line('a', null, 0), line('b', 'a', 5), line('c', 'b', 45)].join('\n')
  expect(recordedPauses(readTranscript(text).transcript)).toEqual([undefined, 5_000, 40_000])
})

test.each([
  ['written late', [0, 30, 10, 40], [undefined, 30_000, 0, 10_000]],
  ['ahead of its time', [0, 59, 10, 40], [undefined, 59_000, 0, 30_000]],
])('a line that was %s makes no pause longer than it was', (_, seconds, pauses) => {
  const ids = ['a', 'b', 'c', 'd']
  const lines = ids.map((id, i) => line(id, ids[i - 1] ?? null, seconds[i] ?? 0))
  expect(recordedPauses(readTranscript(lines.join('\n')).transcript)).toEqual(pauses)
})

test('a file without times tells none', () => {
  expect(recordedPauses({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }] })).toBeUndefined()
})

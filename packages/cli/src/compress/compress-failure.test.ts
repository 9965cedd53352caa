import type { ContextEngine } from '@palimpsest/core/engine'
import { afterAll, expect, test, vi } from 'vitest'
import { createCompressDesk, jsonLines, longChat, small } from './compress-desk.arbitrary.ts'

/** An engine that breaks, as one from elsewhere might. */
const broken: ContextEngine = {
  name: 'broken',
  contract: 1,
  shouldCompress: () => true,
  hasContentToCompress: () => true,
  compress: () => Promise.reject(new Error('out of ideas')),
}
vi.mock('../compose.ts', async (original) => ({
  ...(await original<typeof import('../compose.ts')>()),
  createHookedEngine: async () => ({ engine: broken, hooks: {}, done: async () => {} }),
}))

const desk = createCompressDesk()
const { compress, path, text, file } = desk
afterAll(desk.clear)
const long = file('long.jsonl', jsonLines(longChat))

test('a pipe gets the conversation as it was when the engine fails', async () => {
  const { code, out, err } = await compress(long, small)
  expect([code, out]).toEqual([1, text(long)])
  expect(err).toMatch(/error: The engine broken failed: out of ideas\n {2}The conversation is as it was\./)
})

test('the JSON says so, with the messages as they were and a receipt of nothing done', async () => {
  const { code, out } = await compress(long, [...small, '--json'])
  expect([code, JSON.parse(out)]).toEqual([
    1,
    {
      outcome: 'failed',
      reason: 'engine/failed',
      detail: expect.stringContaining('out of ideas'),
      messages: longChat,
      receipt: expect.objectContaining({ saved: expect.objectContaining({ summarised: 0 }), costUsd: 0 }),
    },
  ])
})

test('a file is left alone', async () => {
  file('kept.jsonl', 'precious')
  const { code, out } = await compress(long, [...small, '--out', path('kept.jsonl')])
  expect([code, out, text('kept.jsonl')]).toEqual([1, '', 'precious'])
})

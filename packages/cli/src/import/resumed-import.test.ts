import type { Message } from '@palimpsest/core/message'
import { expect, test } from 'vitest'
import { createLongDesk, never } from '../long-run/long-desk.arbitrary.ts'
import { keepTranscript } from '../store/keep-transcript.ts'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const imported: readonly Message[] = [
  { role: 'system', parts: text('You are a parrot. '.repeat(200)) },
  ...Array.from({ length: 20 }, (_, i): readonly Message[] => [
    { role: 'user', parts: text(`Say word number ${i}. ${'And think about it. '.repeat(100)}`) },
    { role: 'assistant', parts: text(`word ${i}`) },
  ]).flat(),
]

test('of an import that goes on, its system prompt is counted as it is sent, before and after a compression', async () => {
  const desk = await createLongDesk({ settings: { 'compression.protect_last_n': '2' } })
  const id = await keepTranscript(desk.store, { messages: imported })
  const found = await desk.store.conversation(id)
  const runtime = await desk.open(found?.tip)
  const expectCounted = async () => {
    const { map, promptTokens } = await runtime.context()
    expect(map.shares.system).toBeGreaterThan(1_000)
    expect(runtime.status().promptTokens).toBe(promptTokens)
    await runtime.turn('Go on.', () => {}, never)
    const { cacheRead = 0, cacheWrite = 0, input = 0 } = desk.simulator.calls.at(-1)?.usage ?? {}
    expect(Math.abs(cacheRead + cacheWrite + input - promptTokens)).toBeLessThan(20)
  }
  await expectCounted()
  const outcome = await runtime.compress(undefined, () => {}, never)
  if (outcome.kind !== 'committed') throw new Error(outcome.kind)
  const { map } = await runtime.context()
  expect(Math.abs(outcome.receipt.tokens.after - map.tokens)).toBeLessThan(20)
  await expectCounted()
})

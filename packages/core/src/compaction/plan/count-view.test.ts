import { expect, test } from 'vitest'
import type { Shown } from '../../contract/occasion.ts'
import { entryId } from '../../log/entry.ts'
import { callId, type Message } from '../../message/message.ts'
import { createCounter } from '../../tokens/count.ts'
import { countView } from './count-view.ts'

const words = (times: number) => 'a word or two of nothing much. '.repeat(times)
const said = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
const view = (messages: readonly Message[]): readonly Shown[] =>
  messages.map((message, i) => ({ id: entryId(`e${i}`), message }))

async function pausesOver(messages: readonly Message[]): Promise<number> {
  let pauses = 0
  await countView(view(messages), createCounter(), async () => {
    pauses++
  })
  return pauses
}

test('others may run while many messages are counted, and need not for a few', async () => {
  expect(await pausesOver([said('hello'), said('again')])).toBe(0)
  expect(await pausesOver(Array.from({ length: 400 }, () => said(words(100))))).toBeGreaterThan(5)
})

test('others may run while the arguments of one call are counted', async () => {
  const part = { type: 'tool-call', callId: callId('c'), name: 'write', arguments: words(100_000) } as const
  expect(await pausesOver([{ role: 'assistant', parts: [part] }])).toBeGreaterThan(5)
})

test('what was counted is not counted again', async () => {
  let counted = 0
  const counter = createCounter({ countText: () => counted++ })
  const messages = [said('one'), said('two')]
  await countView(view(messages), counter, async () => {})
  const before = counted
  expect(counter.request(messages)).toBeGreaterThan(0)
  expect(counted).toBe(before)
})

import type { Message } from '@palimpsest/core/message'
import { costUsd, createCatalogue } from '@palimpsest/core/models'
import { createSimulator, type Simulator } from '@palimpsest/simulator/server'
import { afterEach, expect, test } from 'vitest'
import { createOpenAiChat } from './openai-chat.ts'
import { writtenHours } from './written-hours.ts'

let simulator: Simulator | undefined
afterEach(async () => {
  await simulator?.close()
  simulator = undefined
})

const model = 'anthropic/claude-opus-5-5'
const rules = (ttl?: '1h'): Message => ({
  role: 'system',
  parts: [{ type: 'text', text: 'Be brief. '.repeat(2_000), breakpoint: ttl === undefined ? {} : { ttl } }],
})
const question = (ttl?: '1h'): Message => ({
  role: 'user',
  parts: [{ type: 'text', text: 'Why?', breakpoint: ttl === undefined ? {} : { ttl } }],
})

test.each([
  ['for an hour', [rules('1h'), question('1h')]],
  ['for five minutes', [rules(), question()]],
] as const)('through a gateway, what was written %s costs what was billed', async (_, messages) => {
  simulator = await createSimulator()
  const provider = createOpenAiChat({ apiKey: 'any', baseUrl: `${simulator.url}/v1`, name: 'openrouter' })
  const asked = { model, messages, tools: [], maxTokens: 50 }
  const { usage } = await provider.ask(asked, () => {}, new AbortController().signal)
  const info = createCatalogue().find(model)
  expect(info && costUsd(usage, info)).toEqual(simulator.calls[0]?.cost)
})

test('what a provider told apart by itself, or did not write, stays as it is', () => {
  const told = { input: 1, cacheWrite: 9, cacheWrite1h: 4 }
  expect(writtenHours(told, [question('1h')])).toBe(told)
  const unwritten = { input: 9, cacheWrite: 0 }
  expect(writtenHours(unwritten, [question('1h')])).toBe(unwritten)
})

test('where five minutes come last, nothing is taken for an hour', () => {
  const usage = { input: 0, cacheWrite: 9 }
  expect(writtenHours(usage, [rules('1h'), question()])).toBe(usage)
})

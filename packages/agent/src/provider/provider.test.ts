import { type Failure, isFailure } from '@palimpsest/core/errors'
import type { Message } from '@palimpsest/core/message'
import { readRefusal } from '@palimpsest/core/overflow'
import { user } from '@palimpsest/core/testing'
import { scripted } from '@palimpsest/simulator'
import { createSimulator, type Simulator } from '@palimpsest/simulator/server'
import { afterEach, describe, expect, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'
import { createOpenAiChat } from './openai-chat.ts'
import { createOpenAiResponses } from './openai-responses.ts'
import type { Delta, Provider } from './provider.ts'

let simulator: Simulator | undefined
afterEach(async () => {
  await simulator?.close()
  simulator = undefined
})

const tools = [
  {
    kind: 'function',
    name: 'add',
    description: 'Adds.',
    schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  },
] as const

const ways = [
  ['anthropic', createAnthropic, 'claude-sonnet-5', ''],
  ['openai-chat', createOpenAiChat, 'gpt-5.6-sol', '/v1'],
  ['openai-responses', createOpenAiResponses, 'gpt-5.6-sol', '/v1'],
] as const

describe.each(ways)('over %s', (api, create, model, path) => {
  const connect = async (options: Parameters<typeof createSimulator>[0]): Promise<Provider> => {
    simulator = await createSimulator(options)
    return create({ apiKey: 'test', baseUrl: `${simulator.url}${path}`, name: api })
  }
  const asked = (messages: readonly Message[]) => ({ model, messages, tools, maxTokens: 500 })
  const never = new AbortController().signal

  test('text and calls arrive as they are spoken, and whole at the end, with the usage that was billed', async () => {
    const reply = { text: 'I add.', calls: [{ name: 'add', input: { a: 1 } }] }
    const provider = await connect({ model: scripted([reply]) })
    const deltas: Delta[] = []
    const got = await provider.ask(asked([user('Add one.')]), (delta) => deltas.push(delta), never)
    const said = deltas.flatMap((delta) => (delta.kind === 'text' ? [delta.text] : [])).join('')
    expect(said).toBe('I add.')
    expect(deltas).toContainEqual({ kind: 'tool-call', name: 'add' })
    expect(got.stop).toBe('tool-calls')
    expect(got.message.parts.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
    expect(got.usage.input).toBeGreaterThan(0)
    expect(simulator?.calls).toHaveLength(1)
  })

  test('a refusal carries what decides what to do', async () => {
    const provider = await connect({ inject: [{ onCall: 1, kind: 'rate-limit', retryAfterMs: 2_000 }] })
    const error = await provider.ask(asked([user('Hi.')]), () => {}, never).catch((thrown: unknown) => thrown)
    expect(isFailure(error, 'provider/refused')).toBe(true)
    const { facts } = (error as Failure<'provider/refused'>).detail
    expect(facts.status).toBe(429)
    expect(readRefusal(facts, { promptTokens: 10 })).toEqual({ kind: 'rate-limited', retryAfterMs: 2_000 })
  })

  test('a stream that breaks off is no answer', async () => {
    const provider = await connect({ inject: [{ onCall: 1, kind: 'cut-stream' }] })
    const error = await provider
      .ask(asked([user('Tell me a story.')]), () => {}, never)
      .catch((thrown: unknown) => thrown)
    expect(isFailure(error, 'provider/refused')).toBe(true)
  })

  test('an abort ends it with its own reason', async () => {
    const provider = await connect({ inject: [{ onCall: 1, kind: 'stall-stream' }] })
    const stop = new AbortController()
    const asking = provider.ask(asked([user('Hi.')]), () => stop.abort(new Error('enough')), stop.signal)
    setTimeout(() => stop.abort(new Error('enough')), 100)
    await expect(asking).rejects.toThrow('enough')
  })
})

import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { entryId } from '@palimpsest/core/log'
import { conversationId } from '@palimpsest/core/store'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TurnAnswer } from '../agents/gateway-agent.ts'
import { traceModelCall } from './trace-model-call.ts'
import { traceTurn } from './trace-turn.ts'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

beforeAll(() => provider.register())
afterEach(() => exporter.reset())
afterAll(async () => {
  await provider.shutdown()
  trace.disable()
})

const about = { conversation: conversationId('chat'), channel: 'telegram' }
const answered: TurnAnswer = { kind: 'answered', entry: entryId('a'), text: 'the secret answer' }
const call = { provider: 'openai-responses', model: 'gpt-5', maxTokens: 100 }
const reply = (input: number) => ({
  usage: { input, output: 2, cacheRead: 30, cacheWrite: 4, reasoning: 1 },
  message: { model: 'gpt-5-2026', parts: [{ type: 'text', text: 'the secret answer' }] },
})

const spans = () => exporter.getFinishedSpans()
const told = () =>
  JSON.stringify(spans().map(({ name, attributes, events, status }) => [name, attributes, events, status]))

test('a turn is a span, and each call of a model is one below it', async () => {
  await traceTurn(about, async () => {
    await traceModelCall(call, async () => reply(10))
    await traceModelCall(call, async () => reply(20))
    return answered
  })
  const [first, second, turn] = spans()
  expect(spans()).toHaveLength(3)
  expect(turn).toMatchObject({ name: 'invoke_agent palimpsest', kind: SpanKind.INTERNAL })
  expect(turn?.attributes).toEqual({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'palimpsest',
    'gen_ai.conversation.id': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5',
    'gen_ai.usage.input_tokens': 98,
    'gen_ai.usage.output_tokens': 4,
    'gen_ai.usage.cache_read.input_tokens': 60,
    'gen_ai.usage.cache_creation.input_tokens': 8,
    'gen_ai.usage.reasoning.output_tokens': 2,
    'palimpsest.channel': 'telegram',
    'palimpsest.outcome': 'answered',
  })
  expect(first).toMatchObject({ name: 'chat gpt-5', kind: SpanKind.CLIENT })
  expect(first?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5',
    'gen_ai.request.max_tokens': 100,
    'gen_ai.response.model': 'gpt-5-2026',
    'gen_ai.usage.input_tokens': 44,
    'gen_ai.usage.output_tokens': 2,
    'gen_ai.usage.cache_read.input_tokens': 30,
    'gen_ai.usage.cache_creation.input_tokens': 4,
    'gen_ai.usage.reasoning.output_tokens': 1,
  })
  const parents = [first, second].map((span) => span?.parentSpanContext?.spanId)
  expect(parents).toEqual([turn?.spanContext().spanId, turn?.spanContext().spanId])
  expect(told()).not.toContain('secret')
})

test('of an error only its kind is told, in the call and in the turn', async () => {
  const refused = Object.assign(new Error('you said: the secret'), { code: 'provider/refused' })
  const failing = () => traceModelCall(call, () => Promise.reject(refused))
  await expect(traceTurn(about, async () => failing().then(() => answered))).rejects.toBe(refused)
  await expect(traceTurn(about, () => Promise.reject(new TypeError('the secret')))).rejects.toThrow()
  await expect(traceTurn(about, () => Promise.reject('the secret'))).rejects.toBe('the secret')
  expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual([
    'provider/refused',
    'provider/refused',
    'TypeError',
    'unknown',
  ])
  expect(spans().map(({ status }) => status)).toEqual(Array(4).fill({ code: SpanStatusCode.ERROR }))
  expect(told()).not.toContain('secret')
})

test('a turn that could not be answered is an error, one that goes on later is none', async () => {
  await traceTurn(about, async () => ({ kind: 'refused', text: 'the secret' }))
  await traceTurn(about, async () => ({ kind: 'aborted' }))
  expect(spans().map(({ attributes, status }) => [attributes['error.type'], status.code])).toEqual([
    ['refused', SpanStatusCode.ERROR],
    [undefined, SpanStatusCode.UNSET],
  ])
  expect(told()).not.toContain('secret')
})

test('an agent that tells of no calls may tell what its answer took', async () => {
  await traceTurn(about, async () => ({ ...answered, usage: { input: 5, output: 1 } }))
  expect(spans()[0]?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 5, 'gen_ai.usage.output_tokens': 1 })
})

test('a call outside of a turn is a span of its own', async () => {
  await traceModelCall(call, async () => reply(10))
  expect(spans()).toMatchObject([{ name: 'chat gpt-5', parentSpanContext: undefined }])
})

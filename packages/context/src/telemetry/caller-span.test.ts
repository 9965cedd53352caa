import { context as otel, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileText, providerDesk } from '../provider-desk.arbitrary.ts'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

beforeAll(() => provider.register())
beforeEach(() => exporter.reset())
afterAll(async () => {
  await provider.shutdown()
  trace.disable()
  otel.disable()
})

const read = { type: 'function', function: { name: 'read', parameters: { type: 'object' } } } as const

test('the span around each request tells its model, its conversation and its tokens, and what was compacted', async () => {
  const model = 'gpt-6-sol'
  const { simulator, context, kinds, close } = await providerDesk({ model, steps: 20 })
  const client = new OpenAI({ apiKey: 'test', baseURL: `${simulator.url}/v1`, fetch: context.fetch })
  const tracer = trace.getTracer('an agent')
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Read all files.' }]
  const ask = () =>
    tracer.startActiveSpan('ask', async (span) => {
      const { choices } = await client.chat.completions.create({
        model,
        messages,
        max_completion_tokens: 500,
        tools: [read],
      })
      span.end()
      return choices[0]?.message as OpenAI.ChatCompletionMessage
    })
  await context.run('chat-42', async () => {
    for (let step = 0; ; step++) {
      const said = await ask()
      messages.push(said)
      if (said.tool_calls === undefined) break
      for (const { id } of said.tool_calls)
        messages.push({ role: 'tool', tool_call_id: id, content: fileText(`${step}`) })
    }
  })
  await close()
  const spans = exporter.getFinishedSpans()
  expect(spans).toHaveLength(21)
  expect(spans.map(({ attributes }) => attributes['gen_ai.usage.output_tokens'])).toEqual(
    simulator.calls.map(({ usage }) => usage?.output),
  )
  expect(spans.map(({ attributes }) => attributes['gen_ai.usage.input_tokens'])).toEqual(
    simulator.calls.map(({ usage = {} }) => (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)),
  )
  for (const { attributes } of spans)
    expect(attributes).toMatchObject({ 'gen_ai.request.model': model, 'gen_ai.conversation.id': 'chat-42' })
  const compactions = spans.flatMap(({ events }) => events)
  expect(compactions).toHaveLength(kinds('compacted').length)
  expect(compactions[0]).toMatchObject({
    name: 'palimpsest.compaction',
    attributes: { 'palimpsest.compaction.trigger': expect.any(String) },
  })
  const { attributes = {} } = compactions[0] ?? {}
  expect(attributes['palimpsest.compaction.tokens.after']).toBeLessThan(
    Number(attributes['palimpsest.compaction.tokens.before']),
  )
  expect(JSON.stringify(spans.map(({ attributes: about, events }) => [about, events]))).not.toContain('word')
})

test('a span around several requests tells their sum', async () => {
  const { context, close } = await providerDesk({ model: 'gpt-6-sol' })
  await trace.getTracer('an agent').startActiveSpan('agent', async (span) => {
    for (const id of ['a', 'b']) {
      const chat = context.conversation(id)
      await chat.prepare({ model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Hi' }] })
      await chat.observe({ prompt_tokens: 10, completion_tokens: 2 })
    }
    span.end()
  })
  await close()
  expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.usage.output_tokens': 4,
  })
})

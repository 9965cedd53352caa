import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { createGateway } from '@palimpsest/gateway'
import { createSimulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, onTestFinished, test } from 'vitest'
import { createOpenAgent } from '../compose-gateway.ts'

test('a turn over HTTP is a trace with the calls of the model in it, and nothing that was said', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-traces-'))
  mkdirSync(join(folder, 'work'))
  const model = 'claude-sonnet-5'
  const simulator = await createSimulator({ models: [{ id: model, contextTokens: 32_000 }] })
  const store = createMemoryStore()
  const openAgent = createOpenAgent({
    store,
    results: [],
    env: { PALIMPSEST_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'test' },
    workspace: join(folder, 'work'),
    settings: { 'model.name': model, 'model.provider': 'anthropic', 'model.base_url': simulator.url },
  })
  const gateway = createGateway({ store, openAgent, reader: { view: async () => [] }, channels: [], now: Date.now })
  onTestFinished(async () => {
    await gateway.stop(AbortSignal.abort())
    await simulator.close()
    await provider.shutdown()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const { url } = await gateway.start()
  const body = JSON.stringify({ text: 'the secret plan' })
  const headers = { 'content-type': 'application/json' }
  const said = await fetch(`${url}/v1/conversations/demo/messages?wait=1`, { method: 'POST', headers, body })
  expect(said.status).toBe(200)
  const [call, turn] = exporter.getFinishedSpans()
  expect(turn).toMatchObject({
    name: 'invoke_agent palimpsest',
    attributes: { 'gen_ai.conversation.id': 'demo', 'gen_ai.provider.name': 'anthropic', 'palimpsest.channel': 'web' },
  })
  expect(call).toMatchObject({
    name: `chat ${model}`,
    attributes: {
      'gen_ai.request.model': model,
      'gen_ai.response.model': model,
      'gen_ai.usage.input_tokens': expect.any(Number),
    },
  })
  expect(call?.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId)
  const told = exporter.getFinishedSpans().map(({ attributes, events, status }) => [attributes, events, status])
  expect(JSON.stringify(told)).not.toContain('secret')
})

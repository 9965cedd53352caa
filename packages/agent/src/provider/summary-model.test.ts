import { createCatalogue } from '@palimpsest/core/models'
import { type BilledUsage, promptTokens } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import { lineTo, startSimulator, ways } from '../turn/agent-desk.arbitrary.ts'
import { forSummaries } from '../turn/request/fit-model.ts'
import { createSummaryModel } from './summary-model.ts'

const signal = () => new AbortController().signal

async function heard(pieces: AsyncIterable<string>): Promise<string> {
  let said = ''
  for await (const piece of pieces) said += piece
  return said
}

describe.each(ways)('over %s', (...way) => {
  const text = 'Part by part the importer was written. '.repeat(40)

  async function writer(maxTokens: number) {
    const simulator = await startSimulator({ model: scripted([text]), models: [{ id: way[2], contextTokens: 32_000 }] })
    const usages: BilledUsage[] = []
    const { provider, model } = lineTo(simulator, way, 32_000)
    const size = () => ({ contextTokens: 32_000, maxTokens })
    return {
      usages,
      model: createSummaryModel(provider, { model: model.name, size, onUsage: (each) => usages.push(each) }),
    }
  }

  test('what it says arrives whole, and what that took is told', async () => {
    const { model, usages } = await writer(2_000)
    expect(await heard(model.write('Summarise.', signal()))).toBe(text)
    expect(usages).toHaveLength(1)
  })

  test('an answer that is cut off at its limit is no answer, but was paid', async () => {
    const { model, usages } = await writer(100)
    await expect(heard(model.write('Summarise.', signal()))).rejects.toThrow('The answer was cut off at 100 tokens.')
    expect(usages).toHaveLength(1)
  })
})

test.each(['cut-stream', 'malformed-stream', 'error-event', 'stall-stream'] as const)(
  'an answer that breaks off (%s) is no answer, but its prompt was paid',
  async (kind) => {
    const [[api, create, name]] = ways
    const simulator = await startSimulator({
      model: scripted(['Part by part the importer was written. '.repeat(40)]),
      models: [{ id: name, contextTokens: 32_000 }],
      inject: [{ kind, afterEvents: 5 }],
    })
    // A stream that stalls is given up.
    const provider = create({ apiKey: 'test', baseUrl: simulator.url, name: api, patience: { nextMs: 200 } })
    const usages: BilledUsage[] = []
    const size = () => ({ contextTokens: 32_000, maxTokens: 2_000 })
    const writer = createSummaryModel(provider, { model: name, size, onUsage: (each) => usages.push(each) })
    await expect(heard(writer.write('Summarise. '.repeat(100), signal()))).rejects.toThrow()
    const billed = simulator.calls.map(({ usage }) => promptTokens(usage ?? {}))
    expect(usages.map(promptTokens)).toEqual(billed)
    expect(billed[0]).toBeGreaterThan(100)
  },
)

test('thinking is heard of, and says nothing', async () => {
  const [anthropic] = ways
  const reply = { thinking: 'Where does it begin? '.repeat(20), text: 'It was written.' }
  const simulator = await startSimulator({
    model: scripted([reply]),
    models: [{ id: anthropic[2], contextTokens: 32_000 }],
  })
  const { provider, model } = lineTo(simulator, anthropic, 32_000)
  const size = () => ({ contextTokens: 32_000, maxTokens: 2_000 })
  const pieces: string[] = []
  const writer = createSummaryModel(provider, { model: model.name, size })
  for await (const piece of writer.write('Summarise.', signal())) pieces.push(piece)
  expect(pieces[0]).toBe('')
  expect(pieces.join('')).toBe(reply.text)
})

test('how long answers to the user may be does not cut summaries short', () => {
  const info = createCatalogue().find('claude-sonnet-5')
  const short = { name: 'claude-sonnet-5', contextTokens: 200_000, maxTokens: 1_000 }
  expect(forSummaries({ ...short, ...(info && { info }) }).maxTokens).toBeGreaterThan(20_000)
  expect(forSummaries(short).maxTokens).toBe(16_000)
  expect(forSummaries({ ...short, contextTokens: 8_000 }).maxTokens).toBe(2_000)
})

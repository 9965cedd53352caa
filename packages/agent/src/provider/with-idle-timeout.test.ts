import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Failure, isFailure } from '@palimpsest/core/errors'
import { readRefusal } from '@palimpsest/core/overflow'
import { user } from '@palimpsest/core/testing'
import { scripted } from '@palimpsest/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { createAgentDesk, startSimulator, ways } from '../turn/agent-desk.arbitrary.ts'
import { createAnthropic } from './anthropic.ts'

const never = new AbortController().signal
const patience = { firstMs: 300, nextMs: 150 }

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0)) await clean()
})

const silences = [
  { kind: 'timeout', afterMs: patience.firstMs },
  { kind: 'stall-stream', afterMs: patience.nextMs },
] as const

describe.each(ways)('over %s', (api, create, model, path) => {
  const asked = { model, messages: [user('Tell me a story.')], tools: [], maxTokens: 500 }

  test.each(silences)('silence ($kind) is a refusal after its time', async ({ kind, afterMs }) => {
    const { url } = await startSimulator({ inject: [{ kind }] })
    const provider = create({ apiKey: 'test', baseUrl: `${url}${path}`, name: api, patience })
    const started = performance.now()
    const error = await provider.ask(asked, () => {}, never).catch((thrown: unknown) => thrown)
    expect(isFailure(error, 'provider/refused')).toBe(true)
    const { facts } = (error as Failure<'provider/refused'>).detail
    expect(readRefusal(facts, { promptTokens: 10 })).toEqual({ kind: 'timeout' })
    expect(performance.now() - started).toBeGreaterThan(afterMs - 20)
  })

  test('silence is told and asked again, at most twice; then the user hears what to do, and nothing is lost', async () => {
    const inject = [
      { kind: 'stall-stream', onCall: 1 },
      { kind: 'timeout', onCall: 2 },
      { kind: 'stall-stream', onCall: 4 },
      { kind: 'stall-stream', onCall: 5 },
      { kind: 'timeout', onCall: 6 },
    ] as const
    const desk = await createAgentDesk([api, (options) => create({ ...options, patience }), model, path], {
      simulator: { inject },
    })
    expect(await desk.turn('Hello.')).toMatchObject({ kind: 'answered' })
    expect(desk.notices()).toEqual([
      'The provider does not answer in time; trying again in 1 s.',
      'The provider does not answer in time; trying again in 2 s.',
    ])
    const outcome = await desk.turn('And now?')
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect('message' in outcome && outcome.message).toMatch(
      /^The provider said nothing, 3 times in a row\. Nothing is lost\. Send the message again.*\/model.*nothing was heard for 1 s/,
    )
    expect(desk.simulator.calls).toHaveLength(6)
    expect(await desk.turn('Again.')).toMatchObject({ kind: 'answered' })
  })

  test('the user need not wait for the end of a silence', async () => {
    const desk = await createAgentDesk([api, create, model, path], { simulator: { inject: [{ kind: 'timeout' }] } })
    const started = performance.now()
    expect(await desk.turn('Hello.', AbortSignal.timeout(100))).toEqual({ kind: 'aborted' })
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('nor for the end of an answer whose last bytes are on their way', async () => {
    const calls = [{ name: 'terminal', input: { command: 'seq 1 400' } }]
    const desk = await createAgentDesk([api, create, model, path], {
      simulator: { model: scripted([{ thinking: 'Let me see.', calls }]) },
    })
    const stop = new AbortController()
    const turn = desk.agent.turn(user('Count.'), ({ kind }) => kind === 'tool-call' && stop.abort(), stop.signal)
    expect(await Promise.race([turn, sleep(5_000)])).toEqual({ kind: 'aborted' })
  })
})

/** A server that writes what it is told to, and no more. */
async function serve(answer: (response: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    void answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const message = { type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 1 } }
const events = {
  start: { type: 'message_start', message },
  block: {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 't', name: 'add', input: {} },
  },
  arguments: { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: ' ' } },
  ping: { type: 'ping' },
  stop: { type: 'content_block_stop', index: 0 },
  end: { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  last: { type: 'message_stop' },
} as const

const lives: readonly ('ping' | 'arguments')[] = ['ping', 'arguments']

test.each(lives)('an answer that takes long is waited for as long as there is a sign of life: %s', async (life) => {
  const baseUrl = await serve(async (response) => {
    const send = (name: keyof typeof events) =>
      response.write(`event: ${events[name].type}\ndata: ${JSON.stringify(events[name])}\n\n`)
    send('start')
    send('block')
    for (let n = 0; n < 9; n++) {
      await sleep(100)
      send(life)
    }
    for (const name of ['stop', 'end', 'last'] as const) send(name)
    response.end()
  })
  const provider = createAnthropic({ apiKey: 'test', baseUrl, name: 'anthropic', patience: { nextMs: 600 } })
  const asked = { model: 'm', messages: [user('Add.')], tools: [], maxTokens: 500 }
  expect(await provider.ask(asked, () => {}, never)).toMatchObject({ stop: 'tool-calls' })
})

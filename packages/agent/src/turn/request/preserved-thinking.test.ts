import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { ModelInfo } from '@palimpsest/core/models'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { scripted } from '@palimpsest/simulator'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from '../../provider/anthropic.ts'
import { createOpenAiChat } from '../../provider/openai-chat.ts'
import { createOpenAiResponses } from '../../provider/openai-responses.ts'
import { createAgentDesk, type Way, ways } from '../agent-desk.arbitrary.ts'
import { createAgent } from '../create-agent.ts'

const opus: Way = ['anthropic', createAnthropic, 'claude-opus-5-5', '']
const binding: readonly Way[] = [opus, ['openai-chat', createOpenAiChat, 'anthropic/claude-opus-5.5', '/v1']]
const never = new AbortController().signal

/** Thinks before each of its steps, which print a lot. */
const thinkingSteps = (count: number, lines: number) =>
  Array.from({ length: count }, (_, n) => ({
    thinking: `Thought ${n}. ${'Let me see. '.repeat(20)}`,
    calls: [{ name: 'terminal', input: { command: `seq 1 ${lines + n}` } }],
  }))
const answer = (text: string) => ({ thinking: 'That is all.', text })

describe.each(binding)('a model that binds its thinking, over %s', (...way) => {
  test('keeps it from call to call, and is sent none of it that was written before a compaction', async () => {
    const script = [...thinkingSteps(14, 100), answer('One.'), answer('Two.'), answer('Three.')]
    const desk = await createAgentDesk(way, { simulator: { model: scripted(script) } })
    await desk.turn('Count.')
    const before = await desk.agent.request()
    expect(before.messages.filter(hasThinking)).toHaveLength(15)
    expect(await desk.agent.compress('numbers', () => {}, never)).toMatchObject({ kind: 'committed' })
    expect((await desk.agent.request()).messages.filter(hasThinking)).toEqual([])
    expect(await desk.turn('And?')).toMatchObject({ kind: 'answered', text: 'Two.' })
    expect((await desk.agent.request()).messages.filter(hasThinking)).toHaveLength(1)
    await desk.agent.undo()
    expect(await desk.turn('Once more.')).toMatchObject({ kind: 'answered', text: 'Three.' })
    // What was thought in the continuation belongs to a view that is gone; what was thought before it does not.
    expect((await desk.agent.request()).messages.filter(hasThinking)).toHaveLength(16)
    expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('is sent none of it that was written under other tools', async () => {
    const desk = await createAgentDesk(way, { simulator: { model: scripted([answer('One.'), answer('Two.')]) } })
    await desk.turn('Hello.')
    const [first, ...tools] = desk.parts.tools
    expect(first).toBeDefined()
    const resumed = createAgent({ ...desk.parts, tools }, desk.session, { cause: 'resumed' })
    expect(await resumed.turn(user('And?'), () => {}, never)).toMatchObject({ kind: 'answered', text: 'Two.' })
    expect((await resumed.request()).messages.filter(hasThinking)).toHaveLength(1)
    expect(desk.simulator.calls.map(({ status }) => status)).toEqual([200, 200])
  })

  test('is never sent what it thought while somebody else compacted and spoke', async () => {
    const script = [...thinkingSteps(14, 100), answer('One.'), ...[2, 3, 4].map((n) => answer(`${n}.`))]
    const desk = await createAgentDesk(way, { simulator: { model: scripted(script) } })
    await desk.turn('Count.')
    const ask: typeof desk.parts.provider.ask = async (...asked) => {
      const reply = await desk.parts.provider.ask(...asked)
      expect((await desk.agent.compress(undefined, () => {}, never)).kind).toBe('committed')
      expect(await desk.turn('Meanwhile?')).toMatchObject({ text: '3.' })
      return reply
    }
    const slow = createAgent({ ...desk.parts, provider: { ...desk.parts.provider, ask } }, desk.session)
    expect(await slow.turn(user('And?'), () => {}, never)).toMatchObject({ text: '2.' })
    expect((await desk.agent.request()).messages.filter(hasThinking)).toHaveLength(1)
    expect(await desk.turn('Still?')).toMatchObject({ text: '4.' })
    expect((await desk.agent.request()).messages.filter(hasThinking)).toHaveLength(2)
    expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('is not compacted in the midst of a loop while the window allows', async () => {
    const script = [...thinkingSteps(16, 600), answer('Done.')]
    const desk = await createAgentDesk(way, { simulator: { model: scripted(script) } })
    expect(await desk.turn('Count.')).toMatchObject({ kind: 'answered' })
    const largest = Math.max(...desk.simulator.calls.map(({ usage }) => promptOf(usage)))
    expect(largest).toBeGreaterThan(20_000)
    expect(await desk.lineage()).toHaveLength(2)
    expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
  })
})

test('any other model is compacted in its loop, and keeps what it thought', async () => {
  const [claude] = ways
  const desk = await createAgentDesk(claude, {
    simulator: { model: scripted([...thinkingSteps(16, 600), answer('.')]) },
  })
  await desk.turn('Count.')
  expect(Math.max(...desk.simulator.calls.map(({ usage }) => promptOf(usage)))).toBeLessThan(20_000)
  expect((await desk.agent.request()).messages.filter(hasThinking).length).toBeGreaterThan(1)
})

test('where thinking is most of what fills the window, it is all that goes', async () => {
  const script = Array.from({ length: 30 }, (_, n) => ({
    thinking: `Thought ${n}: ${'so this follows from that, '.repeat(120)}`,
    text: `Answer ${n}.`,
  }))
  const desk = await createAgentDesk(opus, { simulator: { model: scripted(script) } })
  for (let n = 0; n < 30; n++) expect(await desk.turn(`Question ${n}?`)).toMatchObject({ text: `Answer ${n}.` })
  const receipts = await desk.store.receipts((await desk.store.compressionTip(desk.session)).conversation)
  expect(receipts.length).toBeGreaterThan(0)
  for (const { value } of receipts)
    expect(value).toMatchObject({ flags: ['thinking-left-out'], summary: { by: 'none' } })
  const words = (await desk.agent.request()).messages
    .flatMap(({ parts }) => parts)
    .filter(({ type }) => type === 'text')
  expect(words.length).toBeGreaterThan(60)
})

/** A server that refuses some requests as its provider would, and says a word to the others. */
async function startPicky(refuse: (body: string) => object | undefined, reply: object) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    const fault = refuse(body)
    response.writeHead(fault ? 400 : 200, { 'content-type': fault ? 'application/json' : 'text/event-stream' })
    response.end(fault ? JSON.stringify(fault) : eventsOf(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

const eventsOf = (events: object) =>
  Object.values(events)
    .map((event) => `event: ${event.type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

const claudeReply = [
  {
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Here.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]
const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Here.' }] }
const responsesReply = [
  { type: 'response.output_item.done', output_index: 0, item: message },
  { type: 'response.completed', response: { status: 'completed', model: 'm', output: [message], usage: {} } },
]
const modelInfo: ModelInfo = { id: 'm', provider: 'custom', contextTokens: 32_000 }

/** A conversation that was brought from elsewhere, with seals that nobody here can vouch for. */
async function deskWith(messages: readonly Message[], provider: ReturnType<typeof createAnthropic>) {
  const desk = await createAgentDesk(ways[0], {
    change: ({ model }) => ({ provider, model: { ...model, name: 'm', info: modelInfo } }),
  })
  const entries = messages.map((each, n) => ({ id: entryId(`old-${n}`), message: each }))
  await desk.store.append(desk.session, 0, entries, 1)
  return desk
}

const claudeTalk = [
  user('Look.'),
  assistant({ type: 'thinking', text: 'one', signature: 'seal-1' }, call('ls', {}, 'toolu_1')),
  result('toolu_1', 'files'),
  assistant({ type: 'thinking', text: 'two', signature: 'seal-2' }, 'Done.'),
]

describe('thinking that a provider refuses', () => {
  test.each([
    'messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
    'messages.3.content.0: Invalid `signature` in `thinking` block',
    'messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
  ])('is left out from there on, once and for all: %s', async (text) => {
    const fault = { type: 'error', error: { type: 'invalid_request_error', message: text } }
    const { url, bodies } = await startPicky((body) => (body.includes('seal-2') ? fault : undefined), claudeReply)
    const desk = await deskWith(claudeTalk, createAnthropic({ apiKey: 'k', baseUrl: url, name: 'anthropic' }))
    expect(await desk.turn('And?')).toEqual({ kind: 'answered', text: 'Here.' })
    expect(await desk.turn('Again?')).toEqual({ kind: 'answered', text: 'Here.' })
    const resumed = createAgent(desk.parts, desk.session, { cause: 'resumed' })
    expect(await resumed.turn(user('Still?'), () => {}, never)).toEqual({ kind: 'answered', text: 'Here.' })
    expect(bodies.map((body) => [body.includes('seal-1'), body.includes('seal-2')])).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [true, false],
    ])
    expect((await desk.store.view(desk.session)).slice(0, 4).map((entry) => entry.message)).toEqual(claudeTalk)
  })

  test('goes altogether where more of it is refused than was named, and the turn goes on', async () => {
    const text = 'messages.3.content.0: Invalid `signature` in `thinking` block'
    const fault = { type: 'error', error: { type: 'invalid_request_error', message: text } }
    const { url, bodies } = await startPicky((body) => (body.includes('seal-') ? fault : undefined), claudeReply)
    const desk = await deskWith(claudeTalk, createAnthropic({ apiKey: 'k', baseUrl: url, name: 'anthropic' }))
    expect(await desk.turn('And?')).toEqual({ kind: 'answered', text: 'Here.' })
    expect(await desk.turn('Again?')).toEqual({ kind: 'answered', text: 'Here.' })
    expect(bodies).toHaveLength(4)
  })

  test('stays left out when the conversation was compressed', async () => {
    const text = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    const fault = { type: 'error', error: { type: 'invalid_request_error', message: text } }
    const { url, bodies } = await startPicky((body) => (body.includes('seal-1') ? fault : undefined), claudeReply)
    const desk = await deskWith(claudeTalk, createAnthropic({ apiKey: 'k', baseUrl: url, name: 'anthropic' }))
    const words = 'What was said before the turn that counts. '.repeat(60)
    for (let n = 0; n < 12; n++) expect(await desk.turn(`${n} ${words}`)).toMatchObject({ kind: 'answered' })
    expect(await desk.agent.compress(undefined, () => {}, never)).toMatchObject({ kind: 'committed' })
    expect(await desk.turn('Again?')).toEqual({ kind: 'answered', text: 'Here.' })
    expect(bodies.at(-1)).toContain('toolu_1')
    expect(bodies.filter((body) => body.includes('seal-1'))).toHaveLength(1)
  })

  test('is left out over Responses, too', async () => {
    const encrypted = (id: string) => ({ type: 'thinking', text: '', encrypted: `gAAAAAB${id}==` }) as const
    const talk = [user('Look.'), assistant(encrypted('one'), 'Yes.'), user('More.'), assistant(encrypted('two'), 'No.')]
    const error = {
      message: 'The encrypted content gAAA...two== could not be verified.',
      code: 'invalid_encrypted_content',
    }
    const { url, bodies } = await startPicky((body) => (body.includes('two==') ? { error } : undefined), responsesReply)
    const desk = await deskWith(talk, createOpenAiResponses({ apiKey: 'k', baseUrl: url, name: 'openai-responses' }))
    expect(await desk.turn('And?')).toEqual({ kind: 'answered', text: 'Here.' })
    expect(await desk.turn('Again?')).toEqual({ kind: 'answered', text: 'Here.' })
    expect(bodies.map((body) => [body.includes('one=='), body.includes('two==')])).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ])
  })

  test('ends the turn, and loses nothing, where a provider refuses it although none is sent', async () => {
    const text = 'Invalid `signature` in `thinking` block'
    const { url } = await startPicky(() => ({ type: 'error', error: { message: text } }), claudeReply)
    const desk = await deskWith(claudeTalk, createAnthropic({ apiKey: 'k', baseUrl: url, name: 'anthropic' }))
    expect(await desk.turn('And?')).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/Nothing is lost/),
    })
  })
})

function hasThinking({ parts, residue }: Message): boolean {
  return parts.some((part) => part.type === 'thinking') || residue?.fields.extra !== undefined
}

function promptOf(usage: { input?: number; cacheRead?: number; cacheWrite?: number } | undefined): number {
  return (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0)
}

test('a summary on the live prompt is asked for with all the thinking that the prompt carries', async () => {
  const summary = '## Active Task\nCount.\n\n## Goal\nTo count with terminal and the command seq.\n'
  const steps = thinkingSteps(14, 20).map((step) => ({ ...step, text: 'I look at the next numbers. '.repeat(60) }))
  const script = [...steps, answer('One.'), summary, answer('Two.')]
  const desk = await createAgentDesk(opus, {
    simulator: { model: scripted(script) },
    change: () => ({ summariesOnPrompt: true }),
  })
  await desk.turn('Count.')
  expect(await desk.agent.compress('numbers', () => {}, never)).toMatchObject({
    kind: 'committed',
    receipt: { summary: { by: 'model' } },
  })
  expect(await desk.turn('And?')).toMatchObject({ kind: 'answered', text: 'Two.' })
  expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
})

import type { Json } from '@palimpsest/core/json'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import { type ScriptedReply, type SimulatedModel, scripted } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import { createOpenAiChat } from '../../provider/openai-chat.ts'
import { createAgentDesk, type Way, ways } from '../agent-desk.arbitrary.ts'

type Request = Parameters<SimulatedModel>[0]

/** A server that shows what its model thinks, which OpenAI's own Chat does not. */
const open: Way = ['openai-chat', createOpenAiChat, 'my-model', '/v1']

/** An agent whose conversation began with these messages, and what its model is asked. */
async function deskAfter(way: Way, before: readonly Message[], replies: readonly ScriptedReply[]) {
  const script = scripted(replies)
  const requests: Request[] = []
  const model: SimulatedModel = (request) => {
    requests.push(request)
    return script(request)
  }
  const desk = await createAgentDesk(way, { simulator: { model } })
  const entries = before.map((message, n) => ({ id: entryId(`old-${n}`), message }))
  if (entries.length > 0) await desk.store.append(desk.session, 0, entries, 1)
  const statuses = () => desk.simulator.calls.map(({ status }) => status)
  return { ...desk, requests, statuses }
}

/** What a request says, wherever its breakpoints are. */
function plain({ messages }: Request): string {
  return JSON.stringify(messages, (key, value) => (key === 'breakpoint' ? undefined : value))
}

/**
 * Each request says what the one before it said, to the letter, and goes on from there: that is what caches live on. Over
 * Chat it may go on within the last message, where nobody spoke in between.
 */
function expectGrowing(requests: readonly Request[]): void {
  requests.slice(1).forEach((request, i) => {
    const before = requests[i]
    expect(before && plain(request).startsWith(plain(before).replace(/["}\]]+$/, ''))).toBe(true)
  })
}

const echo = (word: string, id: string) => ({ id, name: 'terminal', input: { command: `echo ${word}` } })

/** The calls of a request with their results, by what they say. */
function answered({ messages }: Request): readonly (readonly [string, string])[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, JSON.stringify(message.parts)]] : [])),
  )
  return messages.flatMap((message) =>
    message.parts.flatMap((part) =>
      part.type === 'tool-call' ? [[part.arguments, results.get(part.callId) ?? 'nothing'] as const] : [],
    ),
  )
}

function expectOwnResults(request: Request | undefined, words: readonly string[]): void {
  const pairs = request === undefined ? [] : answered(request)
  expect(pairs).toHaveLength(words.length)
  words.forEach((word, i) => {
    expect(pairs[i]?.[0]).toContain(word)
    expect(pairs[i]?.[1]).toContain(word)
  })
}

describe.each([...ways, open])('over %s', (...way) => {
  test('a reply that is nothing but thinking stays in the store, and the conversation goes on', async () => {
    const replies = [{ thinking: 'hmm' }, 'second', 'third']
    const { turn, requests, statuses, store, session } = await deskAfter(way, [], replies)
    await turn('Hi')
    const said = (await store.view(session)).at(-1)?.message
    expect(await turn('Again')).toEqual({ kind: 'answered', text: 'second' })
    expect(await turn('Once more')).toEqual({ kind: 'answered', text: 'third' })
    expect(statuses()).toEqual([200, 200, 200])
    expect((await store.view(session))[1]?.message).toEqual(said)
    expectGrowing(requests)
  })

  test('thinking behind words and blank words behind thinking do no harm either', async () => {
    const thought = { type: 'thinking', text: 'hm', signature: 'sealed' } as const
    const before = [user('Hi'), assistant('Well.', thought), user('And?'), assistant(thought, ' '), user('So?')]
    const { turn, statuses } = await deskAfter(way, before, ['done'])
    expect(await turn('Go on')).toEqual({ kind: 'answered', text: 'done' })
    expect(statuses()).toEqual([200])
  })

  test('calls of one reply that share an id have their own results', async () => {
    const twice = { text: 'Two.', calls: [echo('AAA', 'call_0'), echo('BBB', 'call_0')] }
    const { turn, requests, statuses } = await deskAfter(
      way,
      [],
      [twice, 'ok', { calls: [echo('CCC', 'call_0')] }, 'ok'],
    )
    expect(await turn('Go.')).toEqual({ kind: 'answered', text: 'ok' })
    expect(await turn('More.')).toEqual({ kind: 'answered', text: 'ok' })
    expect(statuses()).toEqual([200, 200, 200, 200])
    expectOwnResults(requests.at(-1), ['AAA', 'BBB', 'CCC'])
    expectGrowing(requests)
  })

  test('a conversation that was stored with such ids goes on', async () => {
    const both = assistant(call('terminal', { command: 'AAA' }, 'x'), call('terminal', { command: 'BBB' }, 'x'))
    const again = assistant(call('terminal', { command: 'CCC' }, 'x'))
    const before = [user('Go.'), both, result('x', 'AAA'), result('x', 'BBB'), again, result('x', 'CCC')]
    const { turn, requests, statuses } = await deskAfter(way, before, ['fine', { calls: [echo('DDD', 'x')] }, 'done'])
    expect(await turn('More.')).toEqual({ kind: 'answered', text: 'fine' })
    expect(await turn('More.')).toEqual({ kind: 'answered', text: 'done' })
    expect(statuses()).toEqual([200, 200, 200])
    expectOwnResults(requests.at(-1), ['AAA', 'BBB', 'CCC', 'DDD'])
    expectGrowing(requests)
  })

  test('fields that a file had of its own are not sent', async () => {
    const { messages } = codecs[way[0]].decode(files[way[0]])
    const { turn, requests, statuses, store, session } = await deskAfter(way, messages, ['fine', 'fine'])
    expect(await turn('More.')).toEqual({ kind: 'answered', text: 'fine' })
    expect(await turn('More.')).toEqual({ kind: 'answered', text: 'fine' })
    expect(statuses()).toEqual([200, 200])
    expect(JSON.stringify(requests)).not.toContain('private')
    expect(JSON.stringify(await store.view(session))).toContain('private')
    expectGrowing(requests)
  })
})

const own = { _private: { a: 1 }, timestamp: 12 }
const files: Readonly<Record<Way[0], Json>> = {
  anthropic: [
    { role: 'user', content: [{ type: 'text', text: 'hi', ...own }], ...own },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'yo', ...own },
        { type: 'tool_use', id: 'c', name: 'terminal', input: {}, ...own },
      ],
      ...own,
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', ...own }], ...own },
  ],
  'openai-chat': [
    { role: 'system', content: 'Be kind.', ...own },
    { role: 'user', content: [{ type: 'text', text: 'hi', ...own }], ...own },
    {
      role: 'assistant',
      content: 'yo',
      reasoning_content: 'hm',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'private' }],
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'terminal', arguments: '{}', ...own }, ...own }],
      finish_reason: 'stop',
      ...own,
    },
    { role: 'tool', tool_call_id: 'c', content: 'x', ...own },
  ],
  'openai-responses': [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi', ...own }], ...own },
    { type: 'message', id: 'mine', role: 'assistant', content: [{ type: 'output_text', text: 'yo', ...own }], ...own },
    { type: 'function_call', id: 'mine', call_id: 'c', name: 'terminal', arguments: '{}', ...own },
    { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'x', ...own }], ...own },
  ],
}

import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../json.ts'
import { chatThinkingPlaces, thinkingPlaces } from './thinking-places.ts'

const thinking = (signature: string) => ({ type: 'thinking', thinking: '', signature })
const marker = { cache_control: { type: 'ephemeral' } }
const body = (change: JsonObject = {}): JsonObject => ({
  system: 'Be kind.',
  tools: [{ name: 'ls', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: [thinking('one'), { type: 'tool_use', id: 'a', name: 'ls', input: { x: 1, y: 2 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'files' }] },
    { role: 'assistant', content: [thinking('two'), { type: 'text', text: 'Done.' }] },
  ],
  ...change,
})
const prefixes = (request: JsonObject) => thinkingPlaces(request).map(({ prefix }) => prefix)

test('each thinking block is found with its path and the one before it', () => {
  expect(thinkingPlaces(body()).map(({ path, previous }) => [path, previous?.signature])).toEqual([
    ['messages.1.content.0', undefined],
    ['messages.3.content.0', 'one'],
  ])
})

const respelt: Readonly<Record<string, JsonObject>> = {
  'a text in a list': { system: [{ type: 'text', text: 'Be kind.' }] },
  'cache markers': { system: [{ type: 'text', text: 'Be kind.', ...marker }] },
  'the order of fields': { tools: [{ input_schema: { type: 'object' }, name: 'ls' }] },
  'tools that wait to be found': {
    tools: [
      { name: 'ls', input_schema: { type: 'object' } },
      { name: 'later', defer_loading: true },
    ],
  },
  'how long an answer may be': { max_tokens: 3 },
}
test.each(Object.keys(respelt))('%s changes nothing', (name) => {
  expect(prefixes(body(respelt[name]))).toEqual(prefixes(body()))
})

test('neither does thinking before it', () => {
  const [first, asked, answered, last] = body().messages as readonly JsonObject[]
  const spoken = { ...asked, content: ((asked?.content ?? []) as readonly Json[]).slice(1) }
  const messages = [first, spoken, answered, last] as readonly Json[]
  expect(prefixes(body({ messages }))).toEqual([prefixes(body())[1]])
})

test('another system prompt, tool or earlier word does', () => {
  const messages = body().messages as readonly JsonObject[]
  const changed = [
    body({ system: 'Be rude.' }),
    body({ tools: [] }),
    body({ messages: [{ role: 'user', content: 'hi' }, ...messages.slice(1)] }),
  ]
  for (const request of changed) {
    expect(prefixes(request)[0]).not.toBe(prefixes(body())[0])
    expect(prefixes(request)[1]).not.toBe(prefixes(body())[1])
  }
})

test('a gateway over Chat has its seals beside messages', () => {
  const detail = (signature: string) => ({ type: 'reasoning.text', text: 'x', signature })
  const messages = (content: string) => [
    { role: 'user', content },
    { role: 'assistant', content: 'a', reasoning_details: [detail('one')], reasoning: 'x' },
    { role: 'user', content: 'more' },
    { role: 'assistant', content: 'b', reasoning_details: [detail('two')] },
  ]
  const places = chatThinkingPlaces({ messages: messages('hello') })
  expect(places.map(({ path, previous }) => [path, previous?.signature])).toEqual([
    ['messages.1.reasoning_details.0', undefined],
    ['messages.3.reasoning_details.0', 'one'],
  ])
  const other = chatThinkingPlaces({ messages: messages('hi') })
  expect(other.some(({ prefix }, i) => prefix === places[i]?.prefix)).toBe(false)
})

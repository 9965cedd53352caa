import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { Format } from '../message/message.ts'
import { codecs } from './codecs.ts'

const png = 'iVBORw0KGgo='
const call = { id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }
const across = (value: Json, from: Format, to: Format) => codecs[to].encode(codecs[from].decode(value))

test('results of one turn share a message where the target wants it so', () => {
  const chat = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call, { ...call, id: 'c2' }] },
    { role: 'tool', tool_call_id: 'c2', content: 'b' },
    { role: 'tool', tool_call_id: 'c1', content: '' },
  ]
  expect(across(chat, 'openai-chat', 'anthropic').value).toMatchObject({
    messages: [{}, {}, { role: 'user', content: [{ tool_use_id: 'c2', content: 'b' }, { tool_use_id: 'c1' }] }],
  })
  expect(across(chat, 'openai-chat', 'ai-sdk').value).toMatchObject([
    {},
    {},
    { role: 'tool', content: [{ toolName: 'ls' }, { toolName: 'ls' }] },
  ])
})

test('a picture in a result is replaced by a line, and reported, where results are text', () => {
  const anthropic = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'shot', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
        },
      ],
    },
  ]
  const { value, losses } = across(anthropic, 'anthropic', 'openai-chat')
  expect(value).toMatchObject({
    messages: [{}, {}, { role: 'tool', content: [{ type: 'text', text: '[image, image/png, 1 KB]' }] }],
  })
  expect(losses).toMatchObject([{ kind: 'media', message: 2 }])
})

test('an id in the wrong alphabet is spelled anew the same way in call and result', () => {
  const chat = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [{ ...call, id: 'functions.ls:0' }] },
    { role: 'tool', tool_call_id: 'functions.ls:0', content: 'b' },
  ]
  const { value, losses } = across(chat, 'openai-chat', 'anthropic')
  const text = JSON.stringify(value)
  const [, id] = /"id":"([\w-]+)"/.exec(text) ?? []
  expect(text).toContain(`"tool_use_id":"${id}"`)
  expect(losses.map(({ kind }) => kind)).toEqual(['identity', 'identity'])
})

test('digits that a number cannot hold are reported', () => {
  const chat = [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { ...call, function: { name: 'ls', arguments: '{"id":12345678901234567890,"s":"12345678901234567890"}' } },
      ],
    },
  ]
  expect(across(chat, 'openai-chat', 'anthropic').losses).toMatchObject([{ kind: 'arguments', message: 1 }])
})

test('sealed thinking is never shown to another model', () => {
  const message = {
    role: 'assistant',
    model: 'claude-opus-5',
    parts: [
      { type: 'thinking', text: 'hm', signature: 's' },
      { type: 'text', text: 'a' },
    ],
  } as const
  const transcript = { messages: [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }, message] } as const
  for (const format of ['anthropic', 'ai-sdk', 'openai-chat'] as const) {
    expect(JSON.stringify(codecs[format].encode(transcript, { model: 'claude-opus-5' }).value)).toContain('hm')
    const { value, losses } = codecs[format].encode(transcript, { model: 'claude-sonnet-5' })
    expect(JSON.stringify(value)).not.toContain('hm')
    expect(losses).toMatchObject([{ kind: 'thinking', message: 1 }])
  }
})

test('a place to cache at the end of a result belongs to the result in every format', () => {
  const content = [{ type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } }]
  const chat = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content },
  ]
  const { value, losses } = across(chat, 'openai-chat', 'anthropic')
  expect(losses).toEqual([])
  expect(value).toMatchObject({ messages: [{}, {}, { content: [{ content: 'b', cache_control: { ttl: '1h' } }] }] })
  expect(across(value, 'anthropic', 'openai-chat').value).toMatchObject({ messages: [{}, {}, { content }] })
})

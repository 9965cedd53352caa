import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { type ScriptedReply, scripted } from '../model/scripted.ts'
import { around, createSimulatorDesk, envelope, type SimulatorDesk, T, words } from './simulator-desk.arbitrary.ts'

let desk: SimulatorDesk
afterEach(() => desk.close())

const open = async (...replies: readonly ScriptedReply[]) => {
  desk = await createSimulatorDesk({ model: scripted(replies) })
}
const looking = {
  thinking: 'Which folder? 🚀',
  text: 'I look — 数据库 🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀.',
  calls: [
    { name: 'look', input: { path: '/var/log/app' } },
    { name: 'look', input: { path: '/tmp' } },
  ],
}
const schema = { type: 'object' as const, properties: { path: { type: 'string' } } }
const user = (content: string) => ({ role: 'user' as const, content })

async function all<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const events: T[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('Messages streams its events in order, and they add up to the reply', async () => {
  await open(looking, looking)
  const body = { model: 'claude-sonnet-5', max_tokens: 500, messages: [user('Look.')] }
  const events = await all(await desk.claude().messages.create({ ...body, stream: true }))
  const types = events.map(({ type }) => type).filter((type, i, list) => type !== list[i - 1])
  const block = ['content_block_start', 'content_block_delta', 'content_block_stop']
  expect(types).toEqual(['message_start', ...block, ...block, ...block, ...block, 'message_delta', 'message_stop'])
  const final = await desk.claude().messages.stream(body).finalMessage()
  expect(final.content).toMatchObject([
    { type: 'thinking', thinking: looking.thinking },
    { type: 'text', text: looking.text },
    { type: 'tool_use', id: 'toolu_000002_0', name: 'look', input: { path: '/var/log/app' } },
    { type: 'tool_use', id: 'toolu_000002_1', name: 'look', input: { path: '/tmp' } },
  ])
  expect(final.stop_reason).toBe('tool_use')
  const callSize = (id: string, path: string) => around + T(id) + T('look') + T(JSON.stringify({ path }))
  const output =
    T(looking.thinking) +
    T(looking.text) +
    callSize('toolu_000002_0', '/var/log/app') +
    callSize('toolu_000002_1', '/tmp')
  expect(final.usage).toMatchObject({ input_tokens: envelope + T('Look.'), output_tokens: output })
  expect(events.at(-2)).toMatchObject({
    type: 'message_delta',
    usage: { input_tokens: envelope + T('Look.'), cache_read_input_tokens: 0, output_tokens: output },
  })
})

test('a text without citations has no such field: clients that check replies refuse an empty one', async () => {
  await open('Hello.')
  const body = { model: 'claude-sonnet-5', max_tokens: 500, messages: [user('Hi.')] }
  const { content } = await desk.claude().messages.create(body)
  expect(content).toStrictEqual([{ type: 'text', text: 'Hello.' }])
})

test('a ping comes early in a stream of Messages', async () => {
  await open('Hello.')
  const response = await fetch(`${desk.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'claude-sonnet-5', max_tokens: 50, stream: true, messages: [user('Hi.')] }),
  })
  const events = (await response.text()).split('\n\n').map((event) => event.split('\n')[0])
  expect(events.indexOf('event: ping')).toBe(2)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('request-id')).toMatch(/^req_/)
})

test('Chat streams pieces that add up, and tells usage only when asked', async () => {
  await open(looking, looking)
  const body = { model: 'gpt-4.1', messages: [user('Look.')], stream: true as const }
  const chunks = await all(await desk.openai().chat.completions.create(body))
  expect(chunks.every((chunk) => chunk.usage === undefined && chunk.choices.length === 1)).toBe(true)
  const deltas = chunks.map(({ choices }) => choices[0]?.delta)
  expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe(looking.text)
  const args = (index: number) =>
    deltas.flatMap((delta) => delta?.tool_calls?.filter((call) => call.index === index) ?? [])
  expect(
    JSON.parse(
      args(1)
        .map((call) => call.function?.arguments)
        .join(''),
    ),
  ).toEqual({ path: '/tmp' })
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  const told = await all(
    await desk.openai().chat.completions.create({ ...body, stream_options: { include_usage: true } }),
  )
  expect(told.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: expect.any(Number) } })
  expect(told.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
})

test('Chat gives as many choices as are asked for, and bills them all', async () => {
  await open(looking, looking, looking)
  const { completions } = desk.openai().chat
  const body = { model: 'gpt-6.1-sol', messages: [user('Look.')] }
  const one = await completions.create(body)
  const whole = await completions.create({ ...body, n: 3 })
  const streamed = await completions
    .stream({ ...body, n: 3, stream_options: { include_usage: true } })
    .finalChatCompletion()
  for (const { choices, usage } of [whole, streamed]) {
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2])
    for (const { message } of choices) expect(message.content).toBe(looking.text)
    expect(usage?.completion_tokens).toBe(3 * (one.usage?.completion_tokens ?? 0))
    expect(usage?.prompt_tokens).toBe(one.usage?.prompt_tokens)
  }
  expect(desk.calls.map(({ usage }) => usage?.output)).toEqual(
    [1, 3, 3].map((n) => n * (one.usage?.completion_tokens ?? 0)),
  )
})

test('Responses streams numbered events from created to completed', async () => {
  await open(looking)
  const body = { model: 'gpt-5', input: 'Look.', stream: true as const }
  const events = await all(await desk.openai().responses.create(body))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, i) => i))
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['response.created', 'response.in_progress'])
  const end = events.at(-1)
  expect(end?.type).toBe('response.completed')
  const added = events.flatMap((event) => (event.type === 'response.output_item.added' ? [event.item.type] : []))
  expect(added).toEqual(['reasoning', 'message', 'function_call', 'function_call'])
  expect(end?.type === 'response.completed' && end.response.output).toMatchObject([
    { type: 'reasoning', summary: [{ text: looking.thinking }] },
    { type: 'message', content: [{ type: 'output_text', text: looking.text }] },
    { type: 'function_call', call_id: 'call_000001_0' },
    { type: 'function_call', arguments: '{"path":"/tmp"}' },
  ])
})

test('what Messages said can be sent back, but not changed', async () => {
  await open(looking, 'Two folders.', 'Never said.')
  const body = { model: 'claude-sonnet-5', max_tokens: 500, tools: [{ name: 'look', input_schema: schema }] }
  const client = desk.claude().messages
  const first = await client.stream({ ...body, messages: [user('Look.')] }).finalMessage()
  const results: Anthropic.ToolResultBlockParam[] = first.content.flatMap((block) =>
    block.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: block.id, content: 'Seen.' }] : [],
  )
  const after = (content: Anthropic.ContentBlockParam[]): Anthropic.MessageParam[] => [
    user('Look.'),
    { role: 'assistant', content },
    { role: 'user', content: results },
  ]
  const second = await client.create({ ...body, messages: after(first.content) })
  expect(second.content).toMatchObject([{ text: 'Two folders.' }])
  const changed = first.content.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'No.' } : block))
  await expect(client.create({ ...body, messages: after(changed) })).rejects.toThrow('cannot be modified')
})

test('what Chat said can be sent back', async () => {
  await open(looking, 'Two folders.')
  const client = desk.openai().chat.completions
  const tools = [{ type: 'function' as const, function: { name: 'look', parameters: schema } }]
  const first = await client.create({ model: 'gpt-4.1', tools, messages: [user('Look.')] })
  const said = first.choices[0]?.message
  const results = (said?.tool_calls ?? []).map(({ id }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: 'Seen.',
  }))
  const { content, tool_calls: calls } = said ?? { content: '' }
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    user('Look.'),
    { role: 'assistant', content, ...(calls && { tool_calls: calls }) },
    ...results,
  ]
  const second = await client.create({ model: 'gpt-4.1', tools, messages })
  expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Two folders.' } })
})

test('Responses goes on from what was said, sent back or only named', async () => {
  await open(looking, 'Sent back.', 'Named.')
  const client = desk.openai().responses
  const tools = [{ type: 'function' as const, name: 'look', parameters: schema, strict: false }]
  const first = await client.create({ model: 'gpt-5', tools, input: 'Look.' })
  const results = first.output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'Seen.' }]
      : [],
  )
  const input = [user('Look.'), ...first.output, ...results] as OpenAI.Responses.ResponseInput
  const back = await client.create({ model: 'gpt-5', tools, input })
  const named = await client.create({ model: 'gpt-5', tools, input: results, previous_response_id: first.id })
  expect([back.output_text, named.output_text]).toEqual(['Sent back.', 'Named.'])
  expect(named.usage?.input_tokens).toBe(back.usage?.input_tokens)
})

test('a reply ends where its limit is reached', async () => {
  const long = words('long', 500)
  await open(long, long, { calls: [{ name: 'write', input: { text: long } }] })
  const asked = [user('Go.')]
  const message = await desk.claude().messages.create({ model: 'claude-sonnet-5', max_tokens: 60, messages: asked })
  expect(message).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 60 } })
  const said = message.content[0]?.type === 'text' ? message.content[0].text : ''
  expect(long.startsWith(said)).toBe(true)
  expect(T(said)).toBeLessThanOrEqual(60)
  expect(T(long.slice(0, said.length + 12))).toBeGreaterThanOrEqual(60)
  const chat = await desk.openai().chat.completions.create({ model: 'gpt-4.1', max_tokens: 60, messages: asked })
  expect(chat.choices[0]?.finish_reason).toBe('length')
  const cut = await desk.openai().responses.create({ model: 'gpt-5', max_output_tokens: 60, input: 'Go.' })
  const call = cut.output[0]
  expect(cut.status).toBe('incomplete')
  expect(() => JSON.parse(call?.type === 'function_call' ? call.arguments : '{}')).toThrow()
})

test('the item in which a reply of Responses was cut is incomplete, and no other', async () => {
  const said = { thinking: 'Hm.', text: words('long', 500), calls: [{ name: 'look' }] }
  await open(said, said)
  const asked = { model: 'gpt-5', max_output_tokens: 60, input: 'Go.' }
  const statuses = (items: readonly OpenAI.Responses.ResponseOutputItem[]) =>
    items.map((item) => [item.type, 'status' in item ? item.status : undefined])
  const cut = [
    ['reasoning', undefined],
    ['message', 'incomplete'],
  ]
  expect(statuses((await desk.openai().responses.create(asked)).output)).toEqual(cut)
  const events = await all(await desk.openai().responses.create({ ...asked, stream: true }))
  const done = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []))
  expect(statuses(done)).toEqual(cut)
})

test('a reply ends where the request says that it ends, and what is not said is not billed', async () => {
  const turn = { thinking: 'To the END.', text: 'One. END Two.', calls: [{ name: 'look' }] }
  await open(turn, turn, turn, 'STOP', words('long', 500))
  const asked = { model: 'claude-sonnet-5', max_tokens: 60, messages: [user('Go.')], stop_sequences: ['STOP', 'END'] }
  const message = await desk.claude().messages.create(asked)
  expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' })
  expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text'])
  expect(message.content[1]).toMatchObject({ text: 'One. ' })
  expect(message.usage.output_tokens).toBe(T('To the END.') + T('One. '))
  const { content, stop_reason, stop_sequence } = await desk.claude().messages.stream(asked).finalMessage()
  expect(message).toMatchObject({ content, stop_reason, stop_sequence })
  const { completions } = desk.openai().chat
  const chat = await completions.create({ model: 'gpt-4.1', messages: [user('Go.')], stop: 'END' })
  expect(chat.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'One. ' } })
  expect(chat.choices[0]?.message.tool_calls).toBeUndefined()
  expect(await desk.claude().messages.create(asked)).toMatchObject({ content: [], stop_sequence: 'STOP' })
  expect(await desk.claude().messages.create(asked)).toMatchObject({ stop_reason: 'max_tokens', stop_sequence: null })
})

test('each API lists its models', async () => {
  await open()
  const claude = await all(desk.claude().models.list())
  expect(claude.map(({ id }) => id)).toContain('claude-opus-5')
  expect(claude.every(({ id }) => id.startsWith('claude'))).toBe(true)
  expect((await all(desk.openai().models.list())).map(({ id }) => id)).toContain('gpt-6-sol')
  expect(await desk.claude().models.retrieve('claude-opus-5-20260101')).toMatchObject({ max_input_tokens: 1_000_000 })
  await expect(desk.openai().models.retrieve('gpt-0')).rejects.toThrow('does not exist')
})

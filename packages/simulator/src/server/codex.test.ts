import { request } from 'node:http'
import { isList, isObject, type JsonObject, parseJson } from '@palimpsest/core/json'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scripted } from '../model/scripted.ts'
import { createSimulator, type Simulator } from './create-simulator.ts'
import { words } from './simulator-desk.arbitrary.ts'
import { verdictOn } from './strict-desk.arbitrary.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator()
})
afterAll(() => simulator.close())

const headers = { authorization: 'Bearer k', 'x-codex-beta-features': 'remote_compaction_v2' }
const noted = (...kinds: readonly string[]) => ({
  internal_chat_message_metadata_passthrough: { turn_id: 'turn-1', create_time: 1.5, content_item_kinds: kinds },
})
const said = (id: string, role: string, text: string) => ({
  type: 'message',
  id: `msg_${id}`,
  role,
  content: [{ type: 'input_text', text }],
  ...noted('user.text'),
})
const history = [
  said('1', 'developer', words('You are an agent', 1_200)),
  said('2', 'user', 'The machine is small.'),
  said('3', 'user', 'Look at the notes.'),
]
const lookup = [
  { type: 'function_call', status: 'completed', id: 'fc_1', name: 'run', arguments: '{"cmd":"ls"}', call_id: 'c1' },
  { type: 'function_call_output', id: 'fco_1', call_id: 'c1', output: 'notes.md', ...noted() },
]
const trigger = { type: 'compaction_trigger' }
const body = {
  model: 'gpt-5.5',
  input: history,
  tools: [
    { type: 'function', name: 'run', description: 'Runs.', strict: false, parameters: { type: 'object' } },
    {
      type: 'custom',
      name: 'patch',
      description: 'Patches.',
      format: { type: 'grammar', syntax: 'lark', definition: 'x' },
    },
    { type: 'tool_search', execution: 'client', description: 'Finds.', parameters: { type: 'object' } },
    { type: 'web_search', external_web_access: true },
    { type: 'namespace', name: 'notes', description: 'Notes.', tools: [{ type: 'function', name: 'add_note' }] },
    { type: 'local_shell' },
  ],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { effort: 'medium' },
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 'thread-1',
  text: { verbosity: 'low' },
  client_metadata: { turn_id: 'turn-1', window: 'thread-1:0' },
}

async function post({ url }: Simulator, change: object): Promise<JsonObject> {
  const sent = { method: 'POST', headers, body: JSON.stringify({ ...body, ...change }) }
  const reply = parseJson(await (await fetch(`${url}/v1/responses`, sent)).text())
  return isObject(reply) ? reply : {}
}

const outputOf = ({ output }: JsonObject) => (isList(output) ? output.filter(isObject) : [])

test('a WebSocket is refused in a way that makes clients post', async () => {
  const status = await new Promise((resolve, reject) => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', ...headers }
    const asked = request(`${simulator.url}/v1/responses`, { headers: upgrade }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end()
  })
  expect(status).toBe(426)
})

const ask = (change: object) => verdictOn(simulator, 'responses', { ...body, ...change }, headers)

test.each<[string, object]>([
  ['a first turn', {}],
  ['what a tool answered', { input: [...history, ...lookup] }],
  ['a local summary without tools', { input: [...history, ...lookup, said('4', 'user', 'Sum up.')], tools: [] }],
  ['a compaction of another provider', { input: [...history, { type: 'compaction', encrypted_content: 'gAAA' }] }],
  ['a call of a shell', { input: [...history, { type: 'local_shell_call', call_id: 'c2', status: 'completed' }] }],
])('takes %s', async (_, change) => {
  expect(await ask(change)).toEqual({ status: 200 })
})

test.each<[string, object, string]>([
  ['a trigger before the end', { input: [trigger, ...history] }, 'input[0]'],
  ['notes that are no texts', { client_metadata: { turn: 3 } }, 'client_metadata.turn'],
  [
    'notes under another name',
    { input: [{ ...history[0], metadata_passthrough: {} }] },
    'input[0].metadata_passthrough',
  ],
  ['settings that nobody knows', { client_settings: {} }, 'client_settings'],
])('refuses %s', async (_, change, param) => {
  expect(await ask(change)).toMatchObject({ status: 400, param })
})

describe('a conversation that is compacted', () => {
  test.each([false, true])('becomes one item that later requests carry, streamed: %s', async (stream) => {
    const input = [...history, ...lookup, trigger]
    const whole = await post(simulator, { input })
    const compacted = stream ? await streamed({ input, stream }) : whole
    const [item, ...others] = outputOf(compacted)
    expect(item).toEqual({
      type: 'compaction',
      id: expect.stringMatching(/^cmp_/),
      encrypted_content: expect.any(String),
    })
    expect(others).toEqual([])
    expect(outputOf(whole)[0]?.encrypted_content).toBe(item?.encrypted_content)
    const before = simulator.calls.at(-1)?.usage
    expect(await ask({ input: [...history, { ...item }] })).toEqual({ status: 200 })
    const after = simulator.calls.at(-1)?.usage
    expect(before?.output).toBeGreaterThan(100)
    expect(after?.cacheRead).toBeGreaterThan(1_000)
    expect(after?.input).toBeGreaterThanOrEqual(before?.output ?? Number.NaN)
  })

  test('asks no model, so that no reply of a script is lost', async () => {
    const other = await createSimulator({ model: scripted(['The only reply.']) })
    await post(other, { input: [...history, trigger] })
    expect(outputOf(await post(other, {}))[0]).toMatchObject({ content: [{ text: 'The only reply.' }] })
    await other.close()
  })

  test('is refused once its seal was touched', async () => {
    const [item] = outputOf(await post(simulator, { input: [...history, trigger] }))
    const forged = { ...item, encrypted_content: `${item?.encrypted_content}x` }
    expect(await ask({ input: [...history, forged] })).toMatchObject({ code: 'invalid_encrypted_content' })
  })

  async function streamed(change: object): Promise<JsonObject> {
    const sent = { method: 'POST', headers, body: JSON.stringify({ ...body, ...change }) }
    const lines = (await (await fetch(`${simulator.url}/v1/responses`, sent)).text()).split('\n')
    const events = lines
      .flatMap((line) => (line.startsWith('data: ') ? [parseJson(line.slice(6))] : []))
      .filter(isObject)
    const done = events.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item] : []))
    const { response } = events.find(({ type }) => type === 'response.completed') ?? {}
    expect(isObject(response) && response.output).toEqual(done)
    return isObject(response) ? response : {}
  }
})

describe('what a model says', () => {
  const thinking = {
    thinking: 'Let me see.',
    text: 'I look.',
    calls: [{ name: 'run', id: 'c1', input: { cmd: 'ls' } }],
  }

  test('is sealed where the client keeps it, and taken back', async () => {
    const other = await createSimulator({ model: scripted([thinking, 'Done.', thinking]) })
    const output = outputOf(await post(other, {}))
    expect(output[0]).toMatchObject({ type: 'reasoning', encrypted_content: expect.any(String) })
    const input = [...history, ...output, lookup[1]]
    expect(outputOf(await post(other, { input }))[0]).toMatchObject({ content: [{ text: 'Done.' }] })
    expect(outputOf(await post(other, { include: [] }))[0]).not.toHaveProperty('encrypted_content')
    await other.close()
  })

  test('calls a tool as the request offers it', async () => {
    const patch = '*** Begin\n"quoted"'
    const calls = [{ name: 'patch', input: patch }, { name: 'add_note', input: { text: 'x' } }, { name: 'run' }]
    const other = await createSimulator({ model: scripted([{ calls }]) })
    const [custom, grouped, simple] = outputOf(await post(other, {}))
    expect(custom).toMatchObject({ type: 'custom_tool_call', id: expect.stringMatching(/^ctc_/), input: patch })
    expect(grouped).toMatchObject({ type: 'function_call', namespace: 'notes', arguments: '{"text":"x"}' })
    expect(simple).not.toHaveProperty('namespace')
    await other.close()
  })

  test.each([false, true])('calls a free-form tool over Chat too, streamed: %s', async (stream) => {
    const patch = '*** Begin\n"quoted"'
    const other = await createSimulator({ model: scripted([{ calls: [{ name: 'patch', input: patch }] }]) })
    const client = new OpenAI({ baseURL: `${other.url}/v1`, apiKey: 'k' })
    const asked = {
      model: 'gpt-5.5',
      messages: [{ role: 'user' as const, content: 'Patch it.' }],
      tools: [{ type: 'custom' as const, custom: { name: 'patch' } }],
    }
    const calls: unknown[] = []
    if (stream) {
      for await (const { choices } of await client.chat.completions.create({ ...asked, stream: true })) {
        calls.push(...(choices[0]?.delta.tool_calls ?? []))
      }
      const written = calls.flatMap((each) => (isObject(each) && isObject(each.custom) ? [each.custom.input] : []))
      expect(written.join('')).toBe(patch)
    } else {
      const { choices } = await client.chat.completions.create(asked)
      expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({
        type: 'custom',
        custom: { name: 'patch', input: patch },
      })
    }
    await other.close()
  })

  test('streams a free-form call as it delivers it whole', async () => {
    const patch = '*** Begin\n"quoted"'
    const other = await createSimulator({ model: scripted([{ calls: [{ name: 'patch', input: patch }] }]) })
    const client = new OpenAI({ baseURL: `${other.url}/v1`, apiKey: 'k' })
    const streamed = client.responses.stream({
      model: 'gpt-5.5',
      input: 'Patch it.',
      tools: [{ type: 'custom', name: 'patch' }],
    })
    expect((await streamed.finalResponse()).output).toMatchObject([{ type: 'custom_tool_call', input: patch }])
    await other.close()
  })
})

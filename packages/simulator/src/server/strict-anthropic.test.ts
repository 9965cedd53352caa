import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'
import { verdictOn } from './strict-desk.arbitrary.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator()
})
afterAll(() => simulator.close())

const headers = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const base = { model: 'claude-sonnet-5', max_tokens: 100, messages: [user('Hi.')] }
const older = { model: 'claude-opus-4-6', max_tokens: 5_000 }
const budget = { thinking: { type: 'enabled', budget_tokens: 1_024 } }
const look = { name: 'look', input_schema: { type: 'object' } }
const search = { type: 'web_search_20250305', name: 'web_search' }
const image = (type: string, data: string) => ({ type: 'image', source: { type: 'base64', media_type: type, data } })
const png = 'iVBORw0KGgo='
const says = (...content: unknown[]) => ({ messages: [user(content)] })
const looked = (id: string, result: object = {}) => ({
  tools: [look],
  messages: [
    user('Hi.'),
    assistant([{ type: 'tool_use', id, name: 'look', input: {} }]),
    user([{ type: 'tool_result', tool_use_id: id, content: 'Seen.', ...result }]),
  ],
})
const long = { type: 'ephemeral', ttl: '1h' }
const short = { type: 'ephemeral' }

type Body = Readonly<Record<string, unknown>>
const ask = (change: unknown, more: Readonly<Record<string, string>> = {}) =>
  verdictOn(simulator, 'messages', typeof change === 'string' ? change : { ...base, ...(change as Body) }, {
    ...headers,
    ...more,
  })

test.each<[string, unknown, string]>([
  ['a body that is no JSON', '{', 'not valid JSON'],
  ['no limit', { max_tokens: undefined }, 'max_tokens: Field required'],
  ['a limit below 0', { max_tokens: -1 }, 'max_tokens: Input should be greater than or equal to 1'],
  ['a limit that is not whole', { max_tokens: 1.5 }, 'max_tokens: Input should be a valid integer'],
  ['a limit above the model’s', { max_tokens: 1_000_001 }, 'max_tokens: 1000001 > 128000, which is the maximum'],
  ['no model', { model: undefined }, 'model: Field required'],
  ['no messages', { messages: undefined }, 'messages: Field required'],
  ['an empty list of messages', { messages: [] }, 'at least one message is required'],
  ['a field that nobody knows', { colour: 'red' }, 'colour: Extra inputs are not permitted'],
  ['another API’s field', { stream_options: {} }, 'stream_options: Extra inputs are not permitted'],
  ['a stream that is no boolean', { stream: 'yes' }, 'stream: Input should be a valid boolean'],
  ['an assistant who speaks first', { messages: [assistant('Hi.')] }, 'first message must use the "user" role'],
  ['another API’s role', { messages: [{ role: 'tool', content: 'x' }] }, "Input should be 'user' or 'assistant'"],
  ['a message with a name', { messages: [{ ...user('Hi.'), name: 'bob' }] }, 'messages.0.name: Extra inputs'],
  ['an empty message', { messages: [user('')] }, 'must have non-empty content'],
  ['an empty text', says({ type: 'text', text: '' }), 'text content blocks must be non-empty'],
  ['a block that nobody knows', says({ type: 'video' }), "Input tag 'video'"],
  ['a result without its call', says({ type: 'tool_result', tool_use_id: 't1' }), 'unexpected `tool_use_id`'],
  ['a call without its result', { messages: looked('t1').messages.slice(0, 2) }, 'were found without `tool_result`'],
  ['an id of other letters', looked('t 1'), "String should match pattern '^[a-zA-Z0-9_-]+$'"],
  ['an error that is no boolean', looked('t1', { is_error: 'yes' }), 'is_error: Input should be a valid boolean'],
  ['words that newer models would go on from', { messages: [user('Hi.'), assistant('He')] }, 'prefill'],
  ['a picture of another type', says(image('image/bmp', png)), 'media_type'],
  ['a picture that is another’s', says(image('image/jpeg', png)), 'called image/jpeg but is image/png'],
  ['base64 that is none', says(image('image/png', '!!')), 'invalid base64'],
  ['a lifetime that nobody sells', says({ type: 'text', text: 'x', cache_control: { ...short, ttl: '2h' } }), 'ttl'],
  [
    'an hour after five minutes',
    says({ type: 'text', text: 'x', cache_control: short }, { type: 'text', text: 'y', cache_control: long }),
    'must not come after',
  ],
  ['a tool named in other letters', { tools: [{ ...look, name: 'a b' }] }, 'tools.0.name: String should match'],
  ['a tool without a schema', { tools: [{ name: 'look' }] }, 'input_schema: Field required'],
  ['two tools of one name', { tools: [look, look] }, 'Tool names must be unique'],
  ['only tools that wait', { tools: [{ ...look, defer_loading: true }] }, 'must have defer_loading=false'],
  ['a server tool that does not exist', { tools: [{ type: 'fly_20250101', name: 'fly' }] }, 'expected tags'],
  ['a search without a name', { tools: [{ type: search.type }] }, 'name: Field required'],
  ['a search that may not search', { tools: [{ ...search, max_uses: 0 }] }, 'greater than 0'],
  [
    'a search told both where and where not',
    { tools: [{ ...search, allowed_domains: ['a.org'], blocked_domains: ['b.org'] }] },
    'Only one of allowed_domains and blocked_domains',
  ],
  ['a choice among no tools', { tool_choice: { type: 'auto' } }, 'may only be specified while providing tools'],
  ['a choice of another kind', { tools: [look], tool_choice: { type: 'some' } }, 'tool_choice.type: Input should be'],
  ['a choice that is not there', { tools: [look], tool_choice: { type: 'tool', name: 'fly' } }, "Tool 'fly' not found"],
  ['a choice without a name', { tools: [look], tool_choice: { type: 'tool' } }, 'tool_choice.name: Field required'],
  ['temperature above 1', { ...older, temperature: 1.5 }, 'temperature: Input should be less than or equal to 1'],
  ['temperature below 0', { ...older, temperature: -1 }, 'temperature: Input should be greater than or equal to 0'],
  ['half a top_k', { ...older, top_k: 1.5 }, 'top_k: Input should be a valid integer'],
  ['two knobs at once', { ...older, temperature: 0.5, top_p: 0.5 }, 'cannot both be specified'],
  ['a temperature for newer models', { temperature: 0.5 }, '`temperature` is deprecated for this model'],
  ['too small a budget', { ...older, thinking: { ...budget.thinking, budget_tokens: 9 } }, 'equal to 1024'],
  ['no budget', { ...older, thinking: { type: 'enabled' } }, 'budget_tokens: Field required'],
  ['a budget as large as the limit', { ...older, max_tokens: 1_024, ...budget }, 'must be greater than'],
  ['a budget for newer models', { max_tokens: 5_000, ...budget }, '"thinking.type.enabled" is not supported'],
  ['adaptive thinking of older models', { model: 'claude-haiku-4-5', thinking: { type: 'adaptive' } }, 'adaptive'],
  ['thinking of another kind', { thinking: { type: 'on' } }, 'thinking.type: Input should be'],
  ['thinking at a temperature', { ...older, ...budget, temperature: 0.5 }, 'may only be set to 1'],
  ['thinking with top_k', { ...older, ...budget, top_k: 5 }, 'must be unset'],
  [
    'thinking and forced tools',
    { ...older, ...budget, tools: [look], tool_choice: { type: 'any' } },
    'forces tool use',
  ],
  ['a blank stop', { stop_sequences: [' '] }, 'must contain non-whitespace'],
  ['a stop that is no text', { stop_sequences: [1] }, 'stop_sequences.0: Input should be a valid string'],
  ['other metadata', { metadata: { mood: 'good' } }, 'metadata.mood: Extra inputs are not permitted'],
  ['too long a user', { metadata: { user_id: 'x'.repeat(513) } }, 'at most 512 characters'],
  ['another tier', { service_tier: 'gold' }, "service_tier: Input should be 'auto' or 'standard_only'"],
  ['another speed', { speed: 'slow' }, "speed: Input should be 'standard' or 'fast'"],
  ['another effort', { output_config: { effort: 'huge' } }, 'output_config.effort: Input should be'],
  ['a beta’s field without its header', { context_management: { edits: [] } }, 'context_management: Extra inputs'],
])('%s is refused', async (_, change, said) => {
  expect(await ask(change)).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    message: expect.stringContaining(said),
  })
})

test('an unknown model is not found, a version that is none is refused, and a beta is there for whoever asks', async () => {
  expect(await ask({ model: 'claude-9' })).toMatchObject({ status: 404, type: 'not_found_error' })
  expect(await ask({}, { 'anthropic-version': 'latest' })).toMatchObject({
    status: 400,
    message: expect.stringContaining('"latest" is not a valid version'),
  })
  const beta = { 'anthropic-beta': 'context-management-2025-06-27' }
  expect(await ask({ context_management: { edits: [] } }, beta)).toEqual({ status: 200 })
  expect(await ask({ compaction: {} })).toMatchObject({ status: 400 })
  expect(await ask({ compaction: {} }, { 'anthropic-beta': 'compact-2026-01-12' })).toEqual({ status: 200 })
})

test.each<[string, Body]>([
  ['two questions in a row', { messages: [user('One.'), user('Two.')] }],
  ['an empty system prompt', { system: '' }],
  ['no tools in a list', { tools: [] }],
  ['the temperature that all have', { temperature: 1 }],
  ['a temperature of older models', { ...older, temperature: 0 }],
  ['adaptive thinking that is not shown', { thinking: { type: 'adaptive', display: 'omitted' } }],
  ['thinking between tools', { model: 'claude-opus-5', thinking: { type: 'between_tools' } }],
  ['a budget of older models', { ...older, ...budget }],
  ['a result that says nothing', looked('t1', { content: undefined })],
  ['a search', { tools: [{ ...search, max_uses: 3 }] }],
  ['no choice at all', { tools: [look], tool_choice: { type: 'none' } }],
  ['one tool at a time', { tools: [look], tool_choice: { type: 'any', disable_parallel_tool_use: true } }],
  ['no marker', { cache_control: null }],
  ['no user', { metadata: { user_id: null } }],
  ['diagnostics', { diagnostics: { previous_message_id: 'msg_1' } }],
  ['a shape for the reply', { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }],
  ['a document on the web', says({ type: 'document', source: { type: 'url', url: 'https://a.org/b.pdf' } })],
  ['words that older models go on from', { model: 'claude-haiku-4-5', messages: [user('Hi.'), assistant('He')] }],
  ['a model by its date', { model: 'claude-opus-4-5-20251101' }],
  ['a container', { container: 'container_1' }],
])('%s is fine', async (_, change) => {
  expect(await ask(change)).toEqual({ status: 200 })
})

test.each<[string, Body, number]>([
  ['a budget', { ...budget, model: 'claude-opus-4-6' }, 200],
  ['what only a reply could use', { stop_sequences: ['END'] }, 400],
])('tokens can be counted beside %s or not', async (_, change, status) => {
  const { max_tokens: __, ...rest } = base
  expect(await verdictOn(simulator, 'messages/count_tokens', { ...rest, ...change }, headers)).toMatchObject({ status })
})

test('whoever counts tokens names the version and the betas, too', async () => {
  const { max_tokens: _, ...rest } = base
  const count = (change: Body, more: Readonly<Record<string, string>>) =>
    verdictOn(simulator, 'messages/count_tokens', { ...rest, ...change }, { 'x-api-key': 'k', ...more })
  const version = { 'anthropic-version': headers['anthropic-version'] }
  const beta = { 'anthropic-beta': 'context-management-2025-06-27' }
  const edits = { context_management: { edits: [] } }
  expect(await count({}, {})).toMatchObject({ status: 400, message: 'anthropic-version: header is required' })
  expect(await count(edits, version)).toMatchObject({ status: 400, message: expect.stringContaining('Extra inputs') })
  expect(await count(edits, { ...version, ...beta })).toEqual({ status: 200 })
})

test('a path of Anthropic’s is refused in its words, though no header names it', async () => {
  const response = await fetch(`${simulator.url}/v1/messages/batches`, { headers: { 'x-api-key': 'k' } })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
})

test.each([
  'anthropic/claude-sonnet-5',
  'Claude-Sonnet-5',
  'claude-opus-4.8',
  'us.anthropic.claude-sonnet-5-v1:0',
  'claude-sonnet-5 ',
])('a model is not found under the name that a gateway gives it: %s', async (model) => {
  expect(await ask({ model })).toMatchObject({ status: 404, type: 'not_found_error', message: `model: ${model}` })
})

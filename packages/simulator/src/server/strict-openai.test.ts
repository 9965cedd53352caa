import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'
import { verdictOn } from './strict-desk.arbitrary.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator()
})
afterAll(() => simulator.close())

type Body = Readonly<Record<string, unknown>>
type Refused = [change: unknown, param: string | null, code: string | null, status?: number]

const headers = { authorization: 'Bearer k' }
const user = (content: unknown) => ({ role: 'user', content })
const reasoning = { model: 'gpt-5' }
const many = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`key${i}`, 'value']))

const asker = (path: string, base: Body) => (change: unknown) =>
  verdictOn(simulator, path, typeof change === 'string' ? change : { ...base, ...(change as Body) }, headers)

/** Settings that both APIs refuse alike. */
const shared: readonly Refused[] = [
  [{ model: 'gpt-0' }, null, 'model_not_found', 404],
  [{ colour: 'red' }, 'colour', 'unknown_parameter'],
  [{ temperature: 3 }, 'temperature', 'decimal_above_max_value'],
  [{ temperature: -1 }, 'temperature', 'decimal_below_min_value'],
  [{ temperature: 'hot' }, 'temperature', 'invalid_type'],
  [{ top_p: 2 }, 'top_p', 'decimal_above_max_value'],
  [{ top_logprobs: 30 }, 'top_logprobs', 'integer_above_max_value'],
  [{ stream: 'yes' }, 'stream', 'invalid_type'],
  [{ stream_options: { include_obfuscation: false } }, 'stream_options', 'unsupported_value'],
  [{ store: 'yes' }, 'store', 'invalid_type'],
  [{ metadata: { a: 1 } }, 'metadata.a', 'invalid_type'],
  [{ metadata: many }, 'metadata', 'object_above_max_properties'],
  [{ service_tier: 'gold' }, 'service_tier', 'invalid_value'],
  [{ user: 3 }, 'user', 'invalid_type'],
  [{ prompt_cache_key: 3 }, 'prompt_cache_key', 'invalid_type'],
  [{ parallel_tool_calls: 'yes' }, 'parallel_tool_calls', 'invalid_type'],
  [{ model: 'gpt-5.5', prompt_cache_retention: 'in_memory' }, 'prompt_cache_retention', 'invalid_parameter'],
  [{ model: 'gpt-6-sol', prompt_cache_retention: 'in_memory' }, 'prompt_cache_retention', 'invalid_parameter'],
  [{ tools: 'all' }, 'tools', 'invalid_type'],
  ['{', null, null],
]

const refuses = async (ask: ReturnType<typeof asker>, [change, param, code, status = 400]: Refused) => {
  const verdict = await ask(change)
  expect(verdict).toMatchObject({ status, type: 'invalid_request_error', param, code })
  expect(verdict.message).toMatch(/\w/)
}

describe('Chat', () => {
  const ask = asker('chat/completions', { model: 'gpt-4.1', messages: [user('Hi.')] })
  const look = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } }
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
  const calling = { role: 'assistant', content: null, tool_calls: [call] }
  const result = { role: 'tool', tool_call_id: 'c1', content: 'Seen.' }
  const image = (url: unknown) => ({ messages: [user([{ type: 'image_url', image_url: url }])] })

  test.each<Refused>([
    ...shared,
    [{ messages: undefined }, 'messages', 'missing_required_parameter'],
    [{ model: undefined }, null, null],
    [{ model: null, messages: undefined }, null, null],
    [{ messages: [] }, 'messages', 'invalid_value'],
    [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role', 'invalid_value'],
    [{ messages: [user([])] }, 'messages[0].content', 'invalid_value'],
    [{ messages: [{ ...user('Hi.'), name: 'a b' }] }, 'messages[0].name', 'invalid_value'],
    [{ messages: [user('Hi.'), result] }, 'messages[1]', 'invalid_value'],
    [{ messages: [user('Hi.'), calling] }, 'messages[1]', 'invalid_value'],
    [{ messages: [user('Hi.'), { ...calling, tool_calls: [] }] }, 'messages[1].tool_calls', 'invalid_value'],
    [image('https://a.org/b.png'), 'messages[0].content[0].image_url', 'invalid_type'],
    [image({ url: 'data:image/bmp;base64,AAAA' }), 'messages[0].content[0].image_url.url', 'invalid_value'],
    [{ n: 0 }, 'n', 'integer_below_min_value'],
    [{ max_tokens: 0 }, 'max_tokens', 'integer_below_min_value'],
    [{ max_tokens: 5, max_completion_tokens: 5 }, 'max_tokens', 'invalid_value'],
    [{ max_tokens: 1_000_000 }, 'max_tokens', 'invalid_value'],
    [{ ...reasoning, max_tokens: 5 }, 'max_tokens', 'unsupported_parameter'],
    [{ ...reasoning, temperature: 0.5 }, 'temperature', 'unsupported_value'],
    [{ ...reasoning, stop: ['a'] }, 'stop', 'unsupported_parameter'],
    [{ ...reasoning, reasoning_effort: 'huge' }, 'reasoning_effort', 'invalid_value'],
    [{ reasoning_effort: 'low' }, 'reasoning_effort', 'unsupported_parameter'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'array_above_max_length'],
    [{ frequency_penalty: 3 }, 'frequency_penalty', 'decimal_above_max_value'],
    [{ logit_bias: { 5: 200 } }, 'logit_bias.5', 'decimal_above_max_value'],
    [{ top_logprobs: 3 }, 'top_logprobs', 'invalid_value'],
    [{ stream: true, stream_options: { size: 1 } }, 'stream_options.size', 'unknown_parameter'],
    [{ tools: [] }, 'tools', 'array_below_min_length'],
    [{ tools: [{ type: 'function', name: 'look' }] }, 'tools[0].name', 'unknown_parameter'],
    [{ tool_choice: 'auto' }, 'tool_choice', 'invalid_value'],
    [{ tools: [look], tool_choice: 'some' }, 'tool_choice', 'invalid_value'],
    [{ tools: [look], tool_choice: { type: 'function', function: { name: 'fly' } } }, 'tool_choice', 'invalid_value'],
    [{ tools: [look], functions: [{ name: 'look' }] }, 'functions', 'invalid_value'],
    [{ parallel_tool_calls: true }, 'parallel_tool_calls', 'invalid_value'],
    [{ response_format: { type: 'xml' } }, 'response_format.type', 'invalid_value'],
    [{ response_format: { type: 'json_schema' } }, 'response_format.json_schema', 'missing_required_parameter'],
    [{ response_format: { type: 'json_object' } }, null, 'unsupported_value'],
    [{ modalities: ['smell'] }, 'modalities[0]', 'invalid_value'],
    [{ verbosity: 'loud' }, 'verbosity', 'invalid_value'],
  ])('%j is refused by name', (...refused) => refuses(ask, refused))

  test.each<[unknown]>([
    [{ messages: [{ role: 'developer', content: 'Obey.' }, user('Hi.')] }],
    [{ messages: [user('Hi.'), { role: 'system', content: 'Obey.' }] }],
    [{ messages: [user('Hi.'), calling, { ...result, content: [{ type: 'text', text: 'Seen.' }] }] }],
    [{ messages: [user('Hi.'), { role: 'assistant', content: null, refusal: 'No.' }, user('And?')] }],
    [{ messages: [{ ...user('Hi.'), name: 'bob' }] }],
    [{ messages: [user('JSON, please.')], response_format: { type: 'json_object' } }],
    [{ response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } }],
    [{ temperature: 2, top_p: 1, n: 1, seed: 7, stop: null }],
    [{ temperature: null, max_tokens: null, max_completion_tokens: 10, stream_options: null }],
    [{ ...reasoning, temperature: 1, reasoning_effort: 'minimal', verbosity: 'low' }],
    [{ stop: ['a', 'b', 'c', 'd'], logit_bias: { 50256: -100 } }],
    [{ logprobs: true, top_logprobs: 2 }],
    [{ tools: [look], tool_choice: 'required', parallel_tool_calls: false }],
    [{ functions: [{ name: 'look', parameters: { type: 'object' } }], function_call: 'auto' }],
    [{ prompt_cache_key: 'a', safety_identifier: 'b', user: 'c', store: true, metadata: { a: 'b' } }],
    [{ moderation: { model: 'omni-moderation-latest' }, service_tier: 'flex' }],
    [{ service_tier: 'fast' }],
    [{ model: 'gpt-5.4', prompt_cache_retention: 'in_memory' }],
    [{ model: 'anthropic/claude-opus-4-6', temperature: 2, top_k: 5, provider: { order: ['anthropic'] } }],
  ])('%j is fine', async (change) => {
    expect(await ask(change)).toEqual({ status: 200 })
  })
})

describe('Responses', () => {
  const ask = asker('responses', { model: 'gpt-4.1', input: 'Hi.' })
  const look = { type: 'function', name: 'look', parameters: { type: 'object' }, strict: false }
  const call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'c1', output: 'Seen.' }

  test.each<Refused>([
    ...shared,
    [{ input: undefined }, 'input', 'missing_required_parameter'],
    [{ input: [] }, 'input', 'invalid_value'],
    [{ messages: [user('Hi.')] }, 'messages', 'unknown_parameter'],
    [{ max_tokens: 50 }, 'max_tokens', 'unknown_parameter'],
    [{ input: [output] }, 'input[0]', 'invalid_value'],
    [{ input: [user('Hi.'), call] }, 'input[1]', 'invalid_value'],
    [{ input: [{ type: 'banana' }] }, 'input[0]', 'invalid_value'],
    [{ input: [user([{ type: 'text', text: 'Hi.' }])] }, 'input[0].content[0]', 'invalid_value'],
    [{ input: [user('Hi.'), { ...call, id: 'x1' }, output] }, 'input[1].id', 'invalid_value'],
    [{ input: [{ type: 'item_reference', id: 'msg_9' }] }, 'input', null, 404],
    [{ conversation: 'conv_1' }, 'conversation', null, 404],
    [{ previous_response_id: 'resp_9' }, 'previous_response_id', 'previous_response_not_found'],
    [{ previous_response_id: 9 }, 'previous_response_id', 'invalid_type'],
    [{ previous_response_id: 'resp_1', conversation: 'conv_1' }, 'conversation', 'invalid_value'],
    [{ max_output_tokens: 15 }, 'max_output_tokens', 'integer_below_min_value'],
    [{ max_output_tokens: 10_000_000 }, 'max_output_tokens', 'integer_above_max_value'],
    [{ ...reasoning, temperature: 0.5 }, 'temperature', 'unsupported_parameter'],
    [{ ...reasoning, reasoning: { effort: 'huge' } }, 'reasoning.effort', 'invalid_value'],
    [{ ...reasoning, reasoning: { depth: 3 } }, 'reasoning.depth', 'unknown_parameter'],
    [{ reasoning: { effort: 'low' } }, 'reasoning.effort', 'unsupported_parameter'],
    [{ truncation: 'maybe' }, 'truncation', 'invalid_value'],
    [{ include: ['everything'] }, 'include[0]', 'invalid_value'],
    [{ tools: [{ type: 'function', function: { name: 'look' } }] }, 'tools[0].function', 'unknown_parameter'],
    [{ tools: [{ type: 'fly' }] }, 'tools[0]', 'invalid_value'],
    [{ tools: [look], tool_choice: 'some' }, 'tool_choice', 'invalid_value'],
    [{ tools: [look], tool_choice: { type: 'function', name: 'fly' } }, 'tool_choice', 'invalid_value'],
    [{ tool_choice: 'required' }, 'tool_choice', 'invalid_value'],
    [{ text: { format: { type: 'xml' } } }, 'text.format.type', 'invalid_value'],
    [{ text: { format: { type: 'json_schema', schema: {} } } }, 'text.format.name', 'missing_required_parameter'],
    [{ text: { format: { type: 'json_object' } } }, null, 'unsupported_value'],
    [{ background: true, store: false }, 'background', 'invalid_value'],
    [{ model: undefined }, 'model', 'missing_required_parameter'],
    [{ max_tool_calls: 0 }, 'max_tool_calls', 'integer_below_min_value'],
    [{ stream: true, stream_options: { include_usage: true } }, 'stream_options.include_usage', 'unknown_parameter'],
  ])('%j is refused by name', (...refused) => refuses(ask, refused))

  test.each<[unknown]>([
    [{ input: [user('Hi.'), { role: 'assistant', content: 'Yes.' }, user('And?')] }],
    [{ input: [{ role: 'developer', content: 'Obey.' }, user('Hi.')], instructions: null }],
    [{ input: [user('Hi.'), call, { ...output, output: [{ type: 'input_text', text: 'Seen.' }] }] }],
    [{ input: [user([{ type: 'input_image', image_url: 'https://a.org/b.png', detail: 'auto' }])] }],
    [{ input: [user([{ type: 'input_file', file_url: 'https://a.org/b.pdf' }])] }],
    [{ max_output_tokens: 16, temperature: 0.2, top_p: 0.9 }],
    [{ max_output_tokens: null, temperature: null }],
    [{ ...reasoning, reasoning: { effort: 'minimal', summary: 'auto' }, temperature: 1 }],
    [{ ...reasoning, include: ['reasoning.encrypted_content'], store: false }],
    [{ truncation: 'auto', tools: [] }],
    [{ tools: [{ type: 'web_search' }] }],
    [{ tools: [{ type: 'function', name: 'a', parameters: null, strict: null }] }],
    [{ tools: [look], tool_choice: { type: 'function', name: 'look' }, parallel_tool_calls: false }],
    [{ text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } }, verbosity: 'low' } }],
    [{ stream: true, stream_options: { include_obfuscation: false } }],
    [{ context_management: [{ type: 'compaction', compact_threshold: 2_000 }] }],
    [{ metadata: { a: 'b' }, user: 'u', safety_identifier: 's', prompt_cache_key: 'k', service_tier: 'priority' }],
    [{ service_tier: 'fast' }],
    [{ model: 'gpt-5.4', prompt_cache_retention: 'in_memory' }],
    [{ model: 'gpt-6-astra', service_tier: 'ultrafast' }],
  ])('%j is fine', async (change) => {
    expect(await ask(change)).toEqual({ status: 200 })
  })

  test('an item that was stored can be named instead of sent', async () => {
    const post = async (body: object) => {
      const sent = JSON.stringify({ model: 'gpt-4.1', ...body })
      const response = await fetch(`${simulator.url}/v1/responses`, { method: 'POST', headers, body: sent })
      return (await response.json()) as { output: { id: string }[]; usage: { input_tokens: number } }
    }
    const { output: said } = await post({ input: 'Hello there.' })
    const named = await post({ input: [user('Hi.'), { type: 'item_reference', id: said[0]?.id }, user('And?')] })
    const sent = await post({ input: [user('Hi.'), { role: 'assistant', content: 'Hello there.' }, user('And?')] })
    expect(named.usage.input_tokens).toBe(sent.usage.input_tokens)
  })
})

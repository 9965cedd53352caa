import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'
import { words } from './simulator-desk.arbitrary.ts'
import { verdictOn } from './strict-desk.arbitrary.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator()
})
afterAll(() => simulator.close())

const betas =
  'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,effort-2025-11-24,' +
  'dangerous-tool-use-2026-09-03,thinking-display-updates-2026-08-18,mid-conversation-system-clear-at-2026-08-21'
const headers = { authorization: 'Bearer token', 'anthropic-version': '2023-06-01', 'anthropic-beta': betas }
const plain = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }

const mark = { cache_control: { type: 'ephemeral' } }
const text = (said: string, marked: object = {}) => ({ type: 'text', text: said, ...marked })
const reminder = words('Rules of this workspace', 900)
const question = { role: 'user', content: [text('The date is known.'), text('Look at the notes.')] }
const opening = {
  model: 'claude-sonnet-5',
  max_tokens: 32_000,
  system: [text('client-version: 1'), text('You are an agent.', mark), text(words('Manual', 2_000), mark)],
  tools: [
    { name: 'Read', description: 'Reads a file.', input_schema: { type: 'object' } },
    { name: 'Placeholder', description: 'Stands for others.', input_schema: { type: 'object' }, defer_loading: true },
  ],
  metadata: { user_id: '{"device":"d1","account":"","session":"s1"}' },
  thinking: { type: 'adaptive', display: 'omitted' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  output_config: { effort: 'high' },
}
const first = { ...opening, messages: [question, { role: 'system', content: [text(reminder, mark)] }] }
const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { path: 'notes.md' } }
const second = {
  ...opening,
  messages: [
    question,
    { role: 'system', content: reminder },
    { role: 'assistant', content: [text('I look.'), call] },
    { role: 'user', content: [{ tool_use_id: 'toolu_1', type: 'tool_result', content: 'Buy milk.' }] },
    { role: 'system', content: [text('Half of the budget is left.', mark)] },
  ],
}

const ask = (change: object, sent: Readonly<Record<string, string>> = headers) =>
  verdictOn(simulator, 'messages?beta=true', { ...first, ...change }, sent)

test.each(['/api/hello', '/', '/v1/models'])('HEAD %s is answered without a body', async (path) => {
  const response = await fetch(`${simulator.url}${path}`, { method: 'HEAD', headers: plain })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('a rule inside the conversation is cached, and read once it is spelled as a text', async () => {
  const bills = []
  for (const body of [first, second]) {
    expect(await ask(body)).toEqual({ status: 200 })
    bills.push(simulator.calls.at(-1)?.usage)
  }
  const [wrote, read] = bills
  expect(wrote).toMatchObject({ input: 0, cacheRead: 0 })
  expect(read?.cacheRead).toBe(wrote?.cacheWrite)
})

const edit = (...edits: readonly object[]) => ({ context_management: { edits } })
const tokens = (value: number) => ({ type: 'input_tokens', value })

test.each<[string, object]>([
  ['streaming', { stream: true }],
  ['updates of thinking', { thinking: { type: 'adaptive', display: 'updates' } }],
  ['a watch over tools', { safeguards: [{ type: 'dangerous_tool_use', classifier_context: { v: 1 } }] }],
  [
    'clearing of results',
    edit({
      type: 'clear_tool_uses_20250919',
      trigger: tokens(90_000),
      keep: { type: 'tool_uses', value: 3 },
      clear_at_least: tokens(5_000),
      exclude_tools: ['Read'],
      clear_tool_inputs: ['Write'],
    }),
  ],
  ['thinking of the last turns', edit({ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 2 } })],
  ['a title without tools', { tools: [], thinking: { type: 'disabled' }, context_management: null }],
  ['a rule that ends with the turn', { messages: [question, { role: 'system', content: 's', clear_at: 'never' }] }],
])('takes %s', async (_, change) => {
  expect(await ask(change)).toEqual({ status: 200 })
})

test.each<[string, object, string]>([
  ['an unknown edit', edit({ type: 'clear_everything' }), 'context_management.edits.0.type'],
  ['a field that no edit has', edit({ type: 'clear_thinking_20251015', tokens: 3 }), 'Extra inputs'],
  ['a watch over anything else', { safeguards: [{ type: 'spelling' }] }, 'safeguards.0.type'],
  [
    'clearing of thinking where there is none',
    { thinking: { type: 'disabled' } },
    'requires `thinking` to be enabled or adaptive',
  ],
  [
    'clearing of thinking after that of results',
    edit({ type: 'clear_tool_uses_20250919' }, { type: 'clear_thinking_20251015' }),
    'must be the first',
  ],
  [
    'a rule inside a conversation with an older model',
    { model: 'claude-sonnet-4-6' },
    "role 'system' is not supported",
  ],
  ['a display that is not known', { thinking: { type: 'adaptive', display: 'all' } }, 'thinking.display'],
])('refuses %s', async (_, change, said) => {
  expect(await ask(change)).toMatchObject({ status: 400, message: expect.stringContaining(said) })
})

test.each<[string, object, string]>([
  ['safeguards', { safeguards: [{ type: 'dangerous_tool_use' }] }, 'safeguards'],
  ['updates of thinking', { thinking: { type: 'adaptive', display: 'updates' } }, 'display'],
  ['a compaction', edit({ type: 'compact_20260112' }), 'compact_20260112'],
  ['a rule that ends', { messages: [question, { role: 'system', content: 's', clear_at: 'never' }] }, 'clear_at'],
])('refuses %s to who does not ask for the beta', async (_, change, said) => {
  const sent = { ...plain, 'anthropic-beta': 'context-management-2025-06-27' }
  expect(await ask(change, sent)).toMatchObject({ status: 400, message: expect.stringContaining(said) })
})

test('a compaction is taken with its beta, but not of little', async () => {
  const sent = { ...plain, 'anthropic-beta': 'compact-2026-01-12' }
  expect(await ask(edit({ type: 'compact_20260112', trigger: tokens(60_000) }), sent)).toEqual({ status: 200 })
  const refused = await ask(edit({ type: 'compact_20260112', trigger: tokens(1_000) }), sent)
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('at least 50000') })
})

test('tokens are counted of all that is sent, and edits are reported', async () => {
  const { max_tokens, metadata, ...countable } = second
  const post = async (path: string, body: object) => {
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${simulator.url}/v1/${path}`, sent)).json() as Promise<Record<string, unknown>>
  }
  const { input_tokens: tokens, ...more } = await post('messages/count_tokens?beta=true', countable)
  expect(more).toEqual({ context_management: { original_input_tokens: tokens } })
  expect(await post('messages?beta=true', second)).toMatchObject({ context_management: { applied_edits: [] } })
})

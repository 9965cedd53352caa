import type { Json, JsonObject } from '../../json.ts'

let clock = 0
const stamp = () => `2026-02-01T10:00:${String(clock++ % 60).padStart(2, '0')}.000Z`

export function line(type: string, payload: Json): JsonObject {
  return { timestamp: stamp(), type, payload }
}

export const item = (payload: Json) => line('response_item', payload)

export function message(role: string, said: string, more: JsonObject = {}): JsonObject {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return { type: 'message', role, content: [{ type, text: said }], ...more }
}

export const call = (call_id: string, name: string, args: string): JsonObject => {
  return { type: 'function_call', name, arguments: args, call_id }
}

export const output = (call_id: string, said: Json): JsonObject => {
  return { type: 'function_call_output', call_id, output: said }
}

export const context = (model: string) =>
  line('turn_context', { cwd: '/home/ada/shop', approval_policy: 'never', model, summary: 'auto' })

const thought = {
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: '**Looking**' }],
  content: null,
  encrypted_content: 'gAAAAB',
}

/** A rollout with all that such files are known for. */
export const rollout: readonly JsonObject[] = [
  line('session_meta', {
    id: '0199',
    timestamp: stamp(),
    cwd: '/home/ada/shop',
    originator: 'codex_cli_rs',
    cli_version: '0.99.0',
    source: 'cli',
    base_instructions: { text: 'You are Codex.' },
    git: { branch: 'main' },
  }),
  item(message('developer', '<permissions>read-only</permissions>')),
  item(message('user', '<environment_context>…</environment_context>')),
  item(message('user', 'Why does the shop fail?')),
  line('event_msg', { type: 'user_message', message: 'Why does the shop fail?', images: [] }),
  context('gpt-5.1-codex'),
  line('event_msg', { type: 'agent_reasoning', text: '**Looking**' }),
  item(thought),
  item({ ...message('assistant', 'I will run the tests.'), phase: 'commentary' }),
  item(call('call_1', 'shell', '{"command": ["npm", "test"]}')),
  line('event_msg', { type: 'token_count', info: { total_token_usage: { input_tokens: 10 } } }),
  item(call('call_2', 'view_image', '{"path":"shot.png"}')),
  item(output('call_1', '{"output":"ok 1","metadata":{"exit_code":0}}')),
  item(message('user', 'Hurry up.')),
  item(output('call_2', [{ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }])),
  item({ type: 'ghost_snapshot', ghost_commit: { id: 'abc' } }),
  item({
    type: 'local_shell_call',
    id: 'ls_1',
    call_id: 'call_3',
    status: 'completed',
    action: { type: 'exec', command: ['ls'] },
  }),
  item(output('call_3', { content: 'failed', success: false })),
  item({
    type: 'custom_tool_call',
    status: 'completed',
    call_id: 'call_4',
    name: 'apply_patch',
    input: '*** Begin Patch',
  }),
  item({ type: 'custom_tool_call_output', call_id: 'call_4', output: 'Done' }),
  line('compacted', {
    message: 'Summary of the work',
    replacement_history: [message('user', 'Why does the shop fail?')],
  }),
  context('gpt-5.2-codex'),
  item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'shop' } }),
  item(message('assistant', 'Fixed.')),
  line('event_msg', { type: 'task_complete' }),
]

/** The same kind of file as the first Codex wrote it. */
export const oldRollout: readonly JsonObject[] = [
  { id: '0198', timestamp: '2025-07-01T10:00:00.000Z', instructions: 'Prefer tabs.', git: { branch: 'main' } },
  { record_type: 'state' },
  message('user', 'List the files.'),
  { record_type: 'state' },
  { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null },
  call('call_1', 'shell', '{"command":["ls"]}'),
  output('call_1', '{"output":"a b","metadata":{"exit_code":0}}'),
  message('assistant', 'a and b', { id: 'msg_1' }),
]

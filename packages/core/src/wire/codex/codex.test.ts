import { describe, expect, test } from 'vitest'
import { isFailure } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import { callId, type Message } from '../../message/message.ts'
import { codex, isCodexLine } from './codex.ts'
import { call, context, item, line, message, oldRollout, output, rollout } from './rollout.arbitrary.ts'

/** A message without what only the file says about it. */
function said({ residue: _, listed: __, ...rest }: Message): unknown {
  return { ...rest, parts: rest.parts.map(({ residue: ___, ...part }) => part) }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const field of Object.values(Object.freeze(value))) frozen(field)
  return value
}

const text = (words: string) => ({ type: 'text' as const, text: words })
const asked = (id: string, name: string, args: string) => ({ type: 'tool-call', callId: id, name, arguments: args })

describe('a rollout', () => {
  const transcript = codex.decode(frozen(rollout))

  test('is read as one conversation of whole groups', () => {
    expect(transcript.messages.map(said)).toEqual([
      { role: 'system', parts: [text('You are Codex.')] },
      { role: 'system', developer: true, parts: [text('<permissions>read-only</permissions>')] },
      { role: 'user', parts: [text('<environment_context>…</environment_context>')] },
      { role: 'user', parts: [text('Why does the shop fail?')] },
      {
        role: 'assistant',
        model: 'gpt-5.1-codex',
        parts: [
          { type: 'thinking', text: '**Looking**', encrypted: 'gAAAAB' },
          text('I will run the tests.'),
          asked('call_1', 'shell', '{"command": ["npm", "test"]}'),
          asked('call_2', 'view_image', '{"path":"shot.png"}'),
        ],
      },
      { role: 'tool', callId: 'call_1', parts: [text('{"output":"ok 1","metadata":{"exit_code":0}}')] },
      {
        role: 'tool',
        callId: 'call_2',
        parts: [{ type: 'image', source: { kind: 'data', mediaType: 'image/png', data: 'iVBORw0KGgo=' } }],
      },
      { role: 'user', parts: [text('Hurry up.')] },
      {
        role: 'assistant',
        model: 'gpt-5.1-codex',
        parts: [asked('call_3', 'local_shell', '{"type":"exec","command":["ls"]}')],
      },
      { role: 'tool', callId: 'call_3', isError: true, parts: [text('failed')] },
      {
        role: 'assistant',
        model: 'gpt-5.1-codex',
        parts: [{ ...asked('call_4', 'apply_patch', '*** Begin Patch'), freeform: true }],
      },
      { role: 'tool', callId: 'call_4', parts: [text('Done')] },
      {
        role: 'assistant',
        model: 'gpt-5.2-codex',
        parts: [
          {
            type: 'opaque',
            format: 'codex',
            value: { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'shop' } },
          },
          text('Fixed.'),
        ],
      },
    ])
    expect(transcript.model).toBe('gpt-5.2-codex')
  })

  test('is written as it was', () => {
    const { value, losses } = codex.encode(frozen(transcript))
    expect(value).toEqual(rollout)
    expect(losses).toEqual([])
  })

  test('does not keep the words of a message twice', () => {
    const residues = JSON.stringify(transcript.messages.map(({ residue }) => residue))
    for (const words of ['You are Codex.', 'I will run', 'ok 1', 'failed', 'Begin Patch'])
      expect(residues).not.toContain(words)
    expect(JSON.stringify(transcript.residue)).not.toContain('You are Codex.')
  })
})

test('a rollout of the first form is read and written without envelopes', () => {
  const transcript = codex.decode(frozen(oldRollout))
  expect(transcript.messages.map(said)).toEqual([
    { role: 'system', parts: [text('Prefer tabs.')] },
    { role: 'user', parts: [text('List the files.')] },
    { role: 'assistant', parts: [{ type: 'thinking', text: '' }, asked('call_1', 'shell', '{"command":["ls"]}')] },
    { role: 'tool', callId: 'call_1', parts: [text('{"output":"a b","metadata":{"exit_code":0}}')] },
    { role: 'assistant', parts: [text('a and b')] },
  ])
  expect(codex.encode(transcript)).toEqual({ value: oldRollout, losses: [] })
  const more = codex.encode({
    ...transcript,
    messages: [...transcript.messages, { role: 'user', parts: [text('Thanks')] }],
  })
  expect(more.value).toEqual([...oldRollout, message('user', 'Thanks')])
})

describe('an edited rollout', () => {
  const whole = codex.decode(rollout)
  const note: Message = { role: 'user', parts: [text('new')] }
  const rewrite = (messages: readonly Message[]) => {
    const lines = codex.encode({ ...whole, messages }).value as readonly JsonObject[]
    expect(codex.decode(lines).messages.map(said)).toEqual(messages.map(said))
    return lines
  }

  test('takes a message in at any place, a summary for any head, and the loss of any tail', () => {
    for (let at = 0; at <= whole.messages.length; at++) {
      if (whole.messages[at]?.role === 'tool') continue
      rewrite([...whole.messages.slice(0, at), note, ...whole.messages.slice(at)])
      rewrite([note, ...whole.messages.slice(at)])
      rewrite(whole.messages.slice(0, at))
    }
  })

  test('says new instructions in their old place', () => {
    const [system, ...others] = whole.messages
    const lines = rewrite([{ ...system, role: 'system', parts: [text('You are new.')] }, ...others])
    expect(lines[0]?.payload).toMatchObject({ base_instructions: { text: 'You are new.' } })
    expect(rewrite(others)[0]?.payload).toMatchObject({ base_instructions: { text: '' } })
  })

  test('keeps two replies apart when what stood between them is gone', () => {
    const lines = rewrite(whole.messages.filter(({ role }) => role === 'assistant'))
    expect(lines.length).toBeGreaterThan(0)
  })

  test('shows what was changed in a result that stood in an object', () => {
    const messages = whole.messages.map(
      (each): Message =>
        each.role === 'tool' && each.callId === 'call_3' ? { ...each, parts: [text('(cleared)')] } : each,
    )
    expect(JSON.stringify(rewrite(messages))).toContain('{"content":"(cleared)","success":false}')
  })
})

test('a conversation from elsewhere gets a file that tells replies and models apart', () => {
  const messages: readonly Message[] = [
    { role: 'system', parts: [text('Be brief.')] },
    { role: 'user', parts: [text('hi')] },
    { role: 'assistant', model: 'claude-x', parts: [{ type: 'thinking', text: 'hm', signature: 'Eq' }, text('a')] },
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: callId('c'), name: 'patch', arguments: 'x', freeform: true }],
    },
    { role: 'tool', callId: callId('c'), isError: true, parts: [text('no')] },
    { role: 'system', developer: true, parts: [text('Stop.')] },
  ]
  const { value, losses } = codex.encode({ messages })
  const lines = value as readonly JsonObject[]
  expect(lines.map(({ type, payload }) => (payload as JsonObject).type ?? type)).toEqual([
    'session_meta',
    'message',
    'turn_context',
    'reasoning',
    'message',
    'turn_context',
    'custom_tool_call',
    'custom_tool_call_output',
    'message',
  ])
  expect(lines.map(({ timestamp }) => timestamp)).toEqual(Array(9).fill('1970-01-01T00:00:00.000Z'))
  expect(losses.map(({ kind, message: index }) => [kind, index])).toEqual([
    ['seal', 2],
    ['flag', 4],
  ])
  const back = codex.decode(value).messages.map(said) as readonly JsonObject[]
  expect(back.map(({ role, model }) => [role, model])).toEqual(
    messages.map((each) => [each.role, each.role === 'assistant' ? each.model : undefined]),
  )
})

test('reasoning between two texts cannot stand in one message, and that is said', () => {
  const parts = [text('a'), { type: 'thinking' as const, text: 'hm' }, text('b')]
  const { losses } = codex.encode({ messages: [{ role: 'assistant', parts }] })
  expect(losses).toEqual([{ kind: 'boundary', message: 0, detail: expect.any(String) }])
})

test('an unknown block of a reply stays in its message, be it the first', () => {
  const content = [
    { type: 'hologram', of: 'a cat' },
    { type: 'output_text', text: 'a' },
    { type: 'hologram', of: 'b' },
  ]
  const lines = [item({ type: 'message', role: 'assistant', id: 'm', content }), item(message('user', 'b'))]
  expect(codex.encode(codex.decode(lines)).value).toEqual(lines)
})

describe('a malformed line', () => {
  test.each([
    [[rollout[0], 7], '[1]'],
    [[line('response_item', 'text')], '[0].payload'],
    [[item(message('user', 'a')), item({ type: 'function_call', name: 'a', arguments: '{}' })], '[1].payload.call_id'],
    [[item({ type: 'message', role: 'user', content: [{ type: 'input_text' }] })], '[0].payload.content[0].text'],
    [[oldRollout[0], { type: 'function_call_output', call_id: 'a' }], '[1].output'],
    [{}, '(top)'],
  ])('is named by its place %#', (lines, path) => {
    try {
      codex.decode(lines as Json)
      expect.unreachable()
    } catch (error) {
      expect(isFailure(error, 'wire/malformed') && error.detail.path).toBe(path)
    }
  })
})

test('every line of a rollout is recognised; its bare items could be anyone’s', () => {
  expect(rollout.filter((each) => !isCodexLine(each))).toEqual([])
  expect(oldRollout.map(isCodexLine)).toEqual([true, true, false, true, false, false, false, false])
  const others = [
    { role: 'user', content: 'a' },
    call('a', 'b', '{}'),
    output('a', 'b'),
    null,
    { type: 'user', uuid: 'a' },
  ]
  expect(others.some(isCodexLine)).toBe(false)
  expect(isCodexLine(context('a'))).toBe(true)
})

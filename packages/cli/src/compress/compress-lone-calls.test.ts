import { afterAll, expect, test } from 'vitest'
import { createCompressDesk, jsonLines, longChat, small } from './compress-desk.arbitrary.ts'

const { file, json, clear } = createCompressDesk()
afterAll(clear)

const asks = (id: string) => ({
  role: 'assistant',
  content: 'I look.',
  tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
})
const answers = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'found' })
const says = (content: string) => ({ role: 'user', content })

interface Written {
  readonly role: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string }[]
}

/** Ids of calls and results in the order in which they stand. */
const idsIn = (messages: readonly Written[]) =>
  messages.flatMap(({ tool_calls, tool_call_id }) => [
    ...(tool_calls ?? []).map(({ id }) => `call ${id}`),
    ...(tool_call_id === undefined ? [] : [`result ${tool_call_id}`]),
  ])

async function idsAfter(head: readonly object[], tail: readonly object[]): Promise<readonly string[]> {
  const [system = {}, ...rest] = longChat
  file('chat.jsonl', jsonLines([system, ...head, ...rest, ...tail]))
  const { outcome, messages } = await json('chat.jsonl', small)
  expect(outcome).toBe('committed')
  return idsIn(messages).filter((id) => /lone|gone|open/.test(id))
}

test('a call that nothing answers is answered, and a result without a call is left out, in head and tail', async () => {
  const ids = await idsAfter(
    [says('Look around.'), asks('lone-1'), says('Go on.')],
    [says('And now?'), answers('gone'), asks('lone-2'), says('Go on.')],
  )
  expect(ids).toEqual(['call lone-1', 'result lone-1', 'call lone-2', 'result lone-2'])
})

test('a call at the very end stays open, for its result is to come', async () => {
  expect(await idsAfter([], [says('And now?'), asks('open')])).toEqual(['call open'])
})

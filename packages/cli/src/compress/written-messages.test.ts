import { checkOpenAiChat } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { readTranscript } from '@palimpsest/core/wire'
import { expect, test } from 'vitest'
import { createCompressDesk, jsonLines, small } from './compress-desk.arbitrary.ts'

const desk = createCompressDesk()

function steps(name: string, count: number): readonly object[] {
  return Array.from({ length: count }, (_, n): readonly object[] => {
    const call = { name: 'read_file', arguments: JSON.stringify({ path: `src/${name}-${n}.ts` }) }
    return [
      { role: 'assistant', content: null, tool_calls: [{ id: `${name}${n}`, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: `${name}${n}`, content: `export const ${name}${n} = ${n}\n`.repeat(60) },
    ]
  }).flat()
}

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

const sessions: Readonly<Record<string, readonly object[]>> = {
  'one long request': [user('Port the parser.'), ...steps('a', 60)],
  'a request before its answer': [
    ...[user('Port it.'), ...steps('a', 30), assistant('Ported.'), user('And the lexer.'), ...steps('b', 40)],
    ...[assistant('Done.'), user('Thanks. Now test it.'), ...steps('c', 3)],
  ],
  'a plain talk': Array.from({ length: 60 }, (_, n) => [
    user(`Question ${n}? ${'Think about it. '.repeat(30)}`),
    assistant(`Answer ${n}. ${'It depends on this. '.repeat(30)}`),
  ])
    .flat()
    .concat(user('The last question?')),
}

test.each(Object.entries(sessions))(
  'after %s the user and the assistant take turns in the file',
  async (_, session) => {
    expect(checkOpenAiChat({ messages: session as never }, { strictAlternation: true })).toEqual([])
    desk.file('turns.jsonl', jsonLines(session))
    const { messages, receipt, outcome } = await desk.json('turns.jsonl', [...small, '--force'])
    expect(outcome).toBe('committed')
    expect(checkOpenAiChat({ messages }, { strictAlternation: true })).toEqual([])
    const { transcript } = readTranscript(jsonLines(messages), {})
    const saved = Object.values<number>(receipt.saved).reduce((sum, tokens) => sum + tokens, 0)
    expect(receipt.messages.after).toBe(messages.length)
    expect(receipt.tokens.after).toBe(createCounter().request(transcript.messages))
    expect(saved).toBe(receipt.tokens.before - receipt.tokens.after)
  },
)

test('where they took no turns, every message that stays is left as it was', async () => {
  const last = user('Now make the test pass.')
  const session = [user('Port it.'), ...steps('a', 40), user('Faster.'), ...steps('b', 40), last]
  desk.file('unruly.jsonl', jsonLines(session))
  const { messages } = await desk.json('unruly.jsonl', [...small, '--force'])
  expect(messages.at(-1)).toEqual(last)
})

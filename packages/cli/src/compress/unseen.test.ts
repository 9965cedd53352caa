import { entryId } from '@palimpsest/core/log'
import { callId, type Message } from '@palimpsest/core/message'
import { conversationId, type StoredMessage, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { describe, expect, test } from 'vitest'
import { findUnseen } from './unseen.ts'

const counter = createCounter({ countText: (text) => text.length })
const place = { conversation: conversationId('c'), session: sessionId('s'), at: 0 }

function stored(id: string, message: Message, standsFor?: readonly string[]): StoredMessage {
  return { ...place, id: entryId(id), message, ...(standsFor && { standsFor: standsFor.map(entryId) }) }
}

const said = (role: 'user' | 'assistant', text: string): Message => ({ role, parts: [{ type: 'text', text }] })
const called: Message = {
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: callId('x'), name: 'bash', arguments: '{}' }],
}
const result = (text: string): Message => ({ role: 'tool', callId: callId('x'), parts: [{ type: 'text', text }] })

const before = [
  stored('a', said('user', 'one')),
  stored('b', said('assistant', 'two')),
  stored('c', said('user', 'three')),
  stored('d', called),
  stored('e', result('a long result')),
  stored('f', said('user', 'last')),
]

const [a, b, c, d, , f] = before

function find(after: readonly (StoredMessage | undefined)[]) {
  return findUnseen(
    before,
    after.filter((item) => item !== undefined),
    counter,
    true,
  )
}

describe('what the model no longer sees', () => {
  test('is nothing when everything is kept', () => {
    expect(findUnseen(before, before, counter, true)).toEqual([])
  })

  test('is told in runs where messages were summarised', () => {
    const summary = stored('sum', said('user', 'in short'), ['a', 'b', 'c', 'd', 'e'])
    expect(find([summary, f])).toMatchObject([{ kind: 'summarised', from: 0, to: 4 }])
  })

  test('is told in two runs where something between them was kept', () => {
    const summary = stored('sum', said('user', 'in short'), ['a', 'b', 'd', 'e'])
    const tokens = counter.request(before.slice(0, 2).map(({ message }) => message))
    expect(find([summary, c, f])).toMatchObject([
      { kind: 'summarised', from: 0, to: 1, tokens },
      { kind: 'summarised', from: 3, to: 4 },
    ])
  })

  test('is told one by one, with its tool, where a message is shown in short', () => {
    const short = stored('e2', result('short'), ['e'])
    expect(find([a, b, c, d, short, f])).toEqual([
      {
        kind: 'shortened',
        at: 4,
        original: result('a long result'),
        now: result('short'),
        tool: 'bash',
        tokens: { before: counter.message(result('a long result')), after: counter.message(result('short')) },
      },
    ])
  })

  test('names what nobody stands for as left out, apart from what was summarised', () => {
    const summary = stored('sum', said('user', 'in short'), ['a', 'b'])
    expect(find([summary, d, f])).toMatchObject([
      { kind: 'summarised', from: 0, to: 1 },
      { kind: 'left-out', from: 2, to: 2 },
      { kind: 'left-out', from: 4, to: 4 },
    ])
  })
})

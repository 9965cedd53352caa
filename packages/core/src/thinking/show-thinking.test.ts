import { expect, test } from 'vitest'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { conversationId, sessionId } from '../store/session.ts'
import type { StoredMessage } from '../store/store.ts'
import { assistant, user } from '../testing/build.ts'
import { omittedEntries, showThinking } from './show-thinking.ts'
import {
  afterRefusal,
  freshRecord,
  readThinkingRecord,
  storedThinkingRecord,
  type ThinkingRecord,
  underSetting,
  withoutEntries,
} from './thinking-record.ts'

const thought = (text: string) => ({ type: 'thinking', text, signature: text }) as const
const said = (n: number) => assistant(thought(`t${n}`), `said ${n}`)
const bare = (n: number) => assistant(`said ${n}`)

function entry(id: string, message: Message, session: string, standsFor?: readonly string[]): StoredMessage {
  const place = { conversation: conversationId('talk'), session: sessionId(session), at: 0 }
  return { id: entryId(id), message, ...place, ...(standsFor && { standsFor: standsFor.map(entryId) }) }
}

const view = [
  entry('a', user('go'), 'old'),
  entry('b', said(1), 'old'),
  entry('c', said(2), 'new', ['x']),
  entry('d', said(3), 'new'),
  entry('e', said(4), 'new'),
]
const show = (record: ThinkingRecord, binds = true, seen = view) =>
  showThinking(seen, { session: sessionId('new'), record, binds })

test('a model that binds is sent only what was thought in this session, and not in texts that were made', () => {
  expect(show(freshRecord)).toEqual([user('go'), bare(1), bare(2), said(3), said(4)])
})

test('any other model is sent all of it', () => {
  expect(show(freshRecord, false)).toEqual(view.map(({ message }) => message))
})

test('after an undo, what was thought in the continuation is left out, and what was thought before it stays', () => {
  const back = [entry('d', said(3), 'new'), entry('f', said(5), 'undone'), entry('g', said(6), 'new')]
  expect(show(freshRecord, true, back)).toEqual([said(3), bare(5), said(6)])
})

test('under another system prompt or other tools nothing is sent that was thought before', () => {
  const first = underSetting(freshRecord, 'one', view)
  expect(show(first)).toEqual([user('go'), bare(1), bare(2), bare(3), bare(4)])
  expect(underSetting(first, 'one', [...view, entry('f', said(5), 'new')])).toBe(first)
  expect(show(first, true, [...view, entry('f', said(5), 'new')]).at(-1)).toEqual(said(5))
})

test('another system prompt takes nothing from a model that does not bind its thinking', () => {
  const other = underSetting(afterRefusal(freshRecord, view.slice(0, 2)), 'one', view)
  expect(show(other, false)).toEqual([user('go'), bare(1), said(2), said(3), said(4)])
  expect(show(other)).toEqual([user('go'), bare(1), bare(2), bare(3), bare(4)])
})

test('what was refused is left out from there on, for every model; what is thought later is not', () => {
  const refused = afterRefusal(freshRecord, view, entryId('e'))
  const later = [...view, entry('f', said(5), 'new')]
  expect(show(refused, false, later)).toEqual([user('go'), said(1), said(2), said(3), bare(4), said(5)])
  expect(show(afterRefusal(refused, later), false, later)).toEqual([user('go'), ...[1, 2, 3, 4, 5].map(bare)])
})

test('what others left out behind the view that was refused stays left out', () => {
  const later = [...view, entry('f', said(5), 'new'), entry('g', said(6), 'new')]
  const refused = afterRefusal(withoutEntries(freshRecord, [entryId('f')]), view)
  expect(show(refused, false, later).slice(-2)).toEqual([bare(5), said(6)])
  expect(omittedEntries(later, refused).map(({ id }) => id)).toEqual(['b', 'c', 'd', 'e', 'f'])
})

test('a message of which nothing is left is left out', () => {
  expect(show(freshRecord, true, [entry('a', user('go'), 'old'), entry('b', assistant(thought('t')), 'old')])).toEqual([
    user('go'),
  ])
})

test('a record comes back from JSON as it was, and nonsense is taken for none', () => {
  const record = afterRefusal(underSetting(freshRecord, 'one', view), view, entryId('d'))
  expect(readThinkingRecord(storedThinkingRecord(record))).toEqual(record)
  for (const nonsense of [undefined, null, 7, 'x', [], {}, { omitted: 3 }])
    expect(readThinkingRecord(nonsense)).toEqual(freshRecord)
})

test('a run whose end is no longer in view says nothing of it', () => {
  expect(show({ omitted: [{ through: entryId('gone') }] }, false)).toEqual(view.map(({ message }) => message))
})

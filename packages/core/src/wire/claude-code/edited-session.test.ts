import { expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import type { Message, Transcript } from '../../message/message.ts'
import { claudeCode } from './claude-code.ts'
import { reply, session, text, user } from './session.arbitrary.ts'

const whole = claudeCode.decode(session)
const note = (said: string): Message => ({ role: 'user', parts: [{ type: 'text', text: said }] })

function said(transcript: Transcript): readonly unknown[] {
  return transcript.messages.map(({ residue: _, listed: __, ...message }) => ({
    ...message,
    parts: message.parts.map(({ residue: ___, ...part }) => part),
  }))
}

/** Writes the messages into the session they came from, and reads them again. */
function rewrite(messages: readonly Message[], from: Transcript = whole) {
  const edited = { ...from, messages }
  const lines = claudeCode.encode(edited).value as readonly JsonObject[]
  expect(said(claudeCode.decode(lines))).toEqual(said(edited))
  return lines
}

test('a message can be put in at any place', () => {
  for (let at = 0; at <= whole.messages.length; at++) {
    if (whole.messages[at]?.role === 'tool') continue
    const lines = rewrite([...whole.messages.slice(0, at), note('new'), ...whole.messages.slice(at)])
    expect(lines.length).toBe(session.length + 1)
  }
})

test('any head can be replaced by a summary, and any tail be dropped', () => {
  for (let at = 0; at <= whole.messages.length; at++) {
    if (whole.messages[at]?.role === 'tool') continue
    rewrite([note('summary'), ...whole.messages.slice(at)])
    rewrite(whole.messages.slice(0, at))
  }
})

test('a new line is chained to the one before it and stands in the same session', () => {
  const line = rewrite([...whole.messages, note('one more')]).at(-1)
  expect(line).toMatchObject({
    parentUuid: 'a7',
    sessionId: '5e55',
    cwd: '/home/ada/shop',
    type: 'user',
    uuid: expect.any(String),
  })
})

test('a removed message leaves no line, and what was set aside stays', () => {
  const lines = rewrite(whole.messages.slice(0, 2))
  expect(lines.map(({ uuid }) => uuid)).not.toContain('a7')
  expect(lines.filter(({ type }) => type === 'ai-title').length).toBe(1)
})

test('thinking that was taken out takes its line with it and no other', () => {
  const messages = whole.messages.map(
    (message): Message =>
      message.role === 'assistant'
        ? { ...message, parts: message.parts.filter(({ type }) => type !== 'thinking') }
        : message,
  )
  const lines = rewrite(messages)
  const kept = session.filter(({ uuid }) => uuid !== 'a1').map(({ uuid }) => uuid)
  expect(lines.map(({ uuid }) => uuid).sort()).toEqual(kept.sort())
})

test('a part that was added to a reply joins one of its lines', () => {
  const messages = whole.messages.map(
    (message): Message =>
      message.role === 'assistant'
        ? { ...message, parts: [...message.parts, { type: 'text', text: 'P.S.' }] }
        : message,
  )
  expect(rewrite(messages).length).toBe(session.length)
})

test('a message said twice gets lines of its own', () => {
  const twice = claudeCode.decode([user('1', null, 'a'), reply('2', '1', 'm', text('b'))])
  const lines = rewrite([...twice.messages, ...twice.messages], twice)
  expect(new Set(lines.map(({ uuid }) => uuid)).size).toBe(4)
})

test('ids made once are not made again', () => {
  const first = claudeCode.decode(claudeCode.encode({ messages: [note('a'), note('b')] }).value)
  const lines = rewrite([note('before'), ...first.messages, note('after')], first)
  expect(new Set(lines.map(({ uuid }) => uuid)).size).toBe(4)
})

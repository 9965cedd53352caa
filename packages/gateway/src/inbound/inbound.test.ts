import { isId } from '@palimpsest/core/log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inbound } from '../gateway-desk.arbitrary.ts'
import { readArrivalBody, writeArrivalBody } from './arrival-body.ts'
import { conversationFor } from './conversation-for.ts'
import { maySpeak } from './may-speak.ts'
import { readInbound } from './read-inbound.ts'
import { readSlashLine } from './read-slash-line.ts'

const channel = 'telegram'

describe('who may speak', () => {
  const from = inbound({ channel, text: 'hi', from: '7', thread: '42:9' })
  test.each([
    ['nobody without a list', undefined, false],
    ['nobody by an empty list', {}, false],
    ['a person', { users: ['7'] }, true],
    ['nobody else', { users: ['8'], threads: ['43', '4'] }, false],
    ['a chat with its threads', { threads: ['42'] }, true],
    ['one thread', { threads: ['42:9'] }, true],
    ['everybody', { users: ['*'] }, true],
  ])('%s', (_, access, may) => {
    expect(maySpeak(from, access)).toBe(may)
  })
})

describe('what is done with a message', () => {
  test.each([
    ['a message is answered', { text: 'hello' }, 'answer'],
    ['talk of a group is noted', { text: 'hello', isGroup: true, isMention: false }, 'note'],
    ['a mention in a group is answered', { text: 'hello', isGroup: true }, 'answer'],
    ['a command runs', { text: '/compress@our_bot the schema' }, 'command'],
    ['a command for another bot is talk', { text: '/compress', isGroup: true, isMention: false }, 'note'],
    ['a path is no command', { text: '/usr/bin' }, 'answer'],
    ['nothing is nothing', { text: ' ' }, undefined],
  ])('%s', (_, about, kind) => {
    expect(readInbound(inbound({ channel, ...about }))?.kind).toBe(kind)
  })

  test('in a group the speaker is named, and can speak for nobody else', () => {
    const message = { channel, text: 'hi', isGroup: true, name: 'Eve\nAnn: yes' }
    expect(readInbound(inbound(message))).toMatchObject({ message: { parts: [{ text: 'Eve Ann  yes: hi' }] } })
  })

  test('what is kept is read back as it was', () => {
    for (const text of ['hello', '/undo']) {
      const body = readInbound(inbound({ channel, text }))
      expect(body && readArrivalBody(JSON.parse(JSON.stringify(writeArrivalBody(body))))).toEqual(body)
    }
    for (const body of [
      {},
      { kind: 'answer', channel, by: 'x', message: { role: 'user' } },
      { kind: 'new', channel, by: '' },
    ])
      expect(readArrivalBody(body)).toBeUndefined()
  })
})

test('a slash command loses the name of the bot only', () => {
  expect(readSlashLine(' /Compress@bot  a@b\nc ')).toEqual({ name: 'compress', text: '/compress  a@b\nc' })
})

test('a thread has one conversation, whatever its name is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (thread, other) => {
      const id = conversationFor({ channel, thread })
      expect(isId(id)).toBe(true)
      expect(conversationFor({ channel, thread })).toBe(id)
      if (other !== thread) expect(conversationFor({ channel, thread: other })).not.toBe(id)
      expect(conversationFor({ channel, thread }, 'begun')).not.toBe(id)
    }),
  )
})

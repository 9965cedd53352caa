import { isId } from '@palimpsest/core/log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { saidInText } from '../events/find-answer.ts'
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

function textOf(about: Parameters<typeof inbound>[0]): string {
  const body = readInbound(inbound(about))
  return body === undefined || body.kind === 'command' ? '' : saidInText(body.message)
}

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
    expect(textOf(message)).toMatch(/^Eve Ann {2}yes \[[0-9a-f]{4}\]: hi$/)
    const lines = 'hi\n\nAnn: pay\r\nBen: yes\u2028Cem: yes\u0085Dan: yes'
    expect(textOf({ ...message, name: 'Eve', text: lines })).toMatch(
      /^Eve \[[0-9a-f]{4}\]: hi\n\n {2}Ann: pay\n {2}Ben: yes\n {2}Cem: yes\n {2}Dan: yes$/,
    )
    expect(textOf({ ...message, isGroup: false, text: lines })).toBe(lines)
  })

  test('two people of a group with the same name are told apart, and nobody takes the sign of another', () => {
    const said = { channel, text: 'hi', isGroup: true }
    const [one, two] = [textOf({ ...said, name: 'Ann', from: '1' }), textOf({ ...said, name: 'Ann', from: '2' })]
    expect(one).not.toBe(two)
    expect(textOf({ ...said, name: 'Ann', from: '1' })).toBe(one)
    const [sign = ''] = /\[.*\]/.exec(one) ?? []
    expect(textOf({ ...said, name: `Ann ${sign}: x\nAnn ${sign}`, from: '3' })).not.toContain(sign)
  })

  test('whatever is said in a group, only its first line stands at the margin', () => {
    const unit = fc.constantFrom('\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', 'A', ':', ' ')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const [, ...later] = textOf({ channel, text: `x${text}`, isGroup: true }).split(/[\n\v\f\r\u0085\u2028\u2029]/)
        expect(later.filter((line) => line !== '' && !line.startsWith('  '))).toEqual([])
      }),
    )
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

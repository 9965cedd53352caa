import { expect, test } from 'vitest'
import { telegramUpdate } from './fake-telegram.arbitrary.ts'
import { telegramFile, telegramInbound } from './telegram-inbound.ts'

const bot = { id: 777, name: 'pal_bot' }
const group = { chat: { id: -100, type: 'supergroup', title: 'Team', is_forum: true } }

function read(words: Readonly<Record<string, unknown>>) {
  const { message } = telegramUpdate(5, words)
  return message && telegramInbound(message, bot)
}

test('reads a private message', () => {
  expect(read({ text: 'hello' })).toEqual({
    source: 'telegram:42:5',
    channel: 'telegram',
    thread: '42',
    from: '42',
    name: 'Ada',
    text: 'hello',
    isGroup: false,
    isMention: true,
    at: 1_700_000_000_000,
  })
})

test('a topic of a forum is a thread of its own, a chain of replies is not', () => {
  expect(read({ ...group, text: 'a', message_thread_id: 9, is_topic_message: true })?.thread).toBe('-100:9')
  expect(read({ ...group, text: 'a', message_thread_id: 9 })?.thread).toBe('-100')
})

test.each([
  ['a mention', { text: 'hey @Pal_Bot', entities: [{ type: 'mention', offset: 4, length: 8 }] }, true],
  ['a mention after an emoji', { text: '🙂 @pal_bot', entities: [{ type: 'mention', offset: 3, length: 8 }] }, true],
  [
    'a mention of somebody else',
    { text: 'hey @pal_bots', entities: [{ type: 'mention', offset: 4, length: 9 }] },
    false,
  ],
  [
    'a mention in a caption',
    { caption: '@pal_bot', photo: [], caption_entities: [{ type: 'mention', offset: 0, length: 8 }] },
    true,
  ],
  [
    'a mention by id',
    { text: 'Pal?', entities: [{ type: 'text_mention', offset: 0, length: 3, user: { id: 777 } }] },
    true,
  ],
  ['a command for the bot', { text: '/new@pal_bot', entities: [{ type: 'bot_command', offset: 0, length: 12 }] }, true],
  ['a command for any bot', { text: '/new', entities: [{ type: 'bot_command', offset: 0, length: 4 }] }, false],
  ['a reply to the bot', { text: 'why?', reply_to_message: { from: { id: 777 } } }, true],
  [
    'the first message of a topic that the bot made',
    { text: 'why?', reply_to_message: { from: { id: 777 }, forum_topic_created: {} } },
    false,
  ],
  ['the name without an entity', { text: 'pal_bot is nice' }, false],
] as const)('in a group, %s', (_name, words, isMention) => {
  expect(read({ ...group, ...words })?.isMention ?? false).toBe(isMention)
})

test.each([
  ['/new@pal_bot now', '/new now'],
  ['@pal_bot  what is new?', 'what is new?'],
  ['@PAL_BOT\nhi', 'hi'],
  ['x@pal_bot hi', 'x@pal_bot hi'],
  ['ask @pal_bot', 'ask @pal_bot'],
])('reads %j as %j', (text, expected) => {
  expect(read({ text })?.text).toBe(expected)
})

test('leaves out bots, itself and what holds nothing to read', () => {
  expect(read({ text: 'a', from: { id: 777, is_bot: true, first_name: 'Pal' } })).toBeUndefined()
  expect(read({ text: 'a', from: { id: 778, is_bot: true, first_name: 'Other' } })).toBeUndefined()
  expect(read({ sticker: {} })).toBeUndefined()
})

test('a channel or an anonymous administrator speaks for a chat', () => {
  const words = {
    text: 'a',
    from: { id: 1087968824, is_bot: true, first_name: 'Group' },
    sender_chat: { id: -100, title: 'Team' },
  }
  expect(read({ ...group, ...words })).toMatchObject({ from: '-100', name: 'Team' })
})

test('takes the largest photo that is small enough, and files of all kinds', () => {
  const file = (words: Readonly<Record<string, unknown>>) => {
    const { message } = telegramUpdate(5, words)
    return message && telegramFile(message)
  }
  const size = (file_id: string, width: number, file_size: number) => ({ file_id, width, height: width, file_size })
  expect(file({ photo: [size('s', 90, 900), size('m', 320, 9000), size('l', 5000, 4_000_000)] })?.fileId).toBe('m')
  expect(file({ document: { file_id: 'd', mime_type: 'image/png', file_name: 'a.png', file_size: 10 } })).toEqual({
    fileId: 'd',
    mediaType: 'image/png',
    name: 'a.png',
    bytes: 10,
  })
  expect(file({ voice: { file_id: 'v', mime_type: 'audio/ogg' } })).toEqual({ fileId: 'v', mediaType: 'audio/ogg' })
  expect(read({ voice: { file_id: 'v' } })).toMatchObject({ text: '' })
  expect(file({ text: 'a' })).toBeUndefined()
})

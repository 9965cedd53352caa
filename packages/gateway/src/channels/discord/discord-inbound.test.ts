import { expect, test } from 'vitest'
import { type DiscordMessage, discordInbound } from './discord-inbound.ts'

const message: DiscordMessage = {
  id: '5',
  channel_id: '1',
  guild_id: '9',
  type: 0,
  content: 'hello',
  timestamp: '2023-11-14T22:13:20.000Z',
  author: { id: '42', username: 'ada' },
}
const pal = { id: '777', username: 'pal' }

test.each([
  ['a bot', { author: { id: '43', username: 'other', bot: true } }],
  ['itself', { author: pal }],
  ['a webhook', { webhook_id: '3' }],
  ['a notice', { type: 7 }],
  ['an empty message', { content: '' }],
])('leaves out %s', (_name, change) => {
  expect(discordInbound({ ...message, ...change }, '777')).toBeUndefined()
})

test('a reply to the bot is a mention, a mention of others is not', () => {
  expect(discordInbound({ ...message, referenced_message: { author: pal } }, '777')?.isMention).toBe(true)
  expect(discordInbound({ ...message, mentions: [{ id: '8', username: 'bo' }] }, '777')?.isMention).toBe(false)
  expect(discordInbound({ ...message, referenced_message: null }, '777')?.isMention).toBe(false)
})

test('people are named, by the name that they have in the server', () => {
  const mentions = [pal, { id: '8', username: 'bo', global_name: 'Bo' }]
  const said = { ...message, content: '<@!777> ask <@8> and <@99>', mentions, member: { nick: 'Countess' } }
  expect(discordInbound(said, '777')).toMatchObject({ text: 'ask @Bo and <@99>', name: 'Countess' })
})

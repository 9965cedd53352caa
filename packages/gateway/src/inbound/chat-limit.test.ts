import { Failure } from '@palimpsest/core/errors'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, expect, test } from 'vitest'
import { closeDesks, fakePlatform, inbound, openDesk, textsOf, until } from '../gateway-desk.arbitrary.ts'
import { conversationFor } from './conversation-for.ts'

afterEach(closeDesks)

const channel = 'telegram'
const access = { telegram: { users: ['*'] } }
const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

test('a chat that floods is answered as often as it may be, told once, and loses nothing', async () => {
  const platform = fakePlatform(channel)
  const desk = await openDesk({ channels: [platform], options: { access, limits: { messagesPerMinute: 18 } } })
  const hook = (about: object) => desk.call('/hooks/telegram', post(inbound({ channel, text: '', ...about })))
  for (let n = 0; n < 8; n++) expect((await hook({ text: `m${n}` })).status).toBe(200)
  expect((await hook({ text: '/compress' })).status).toBe(200)
  expect((await hook({ text: 'elsewhere', thread: 'other' })).status).toBe(200)
  await until(async () => (await desk.store.inbox.backlog()).waiting === 0)
  await until(async () => (await desk.store.outbox.backlog()).waiting === 0)
  const here = await textsOf(desk.store, conversationFor({ channel, thread: 'chat' }))
  expect(here.filter((text) => !text.startsWith('echo'))).toEqual(
    [...Array(8).keys()].map((n) => `m${n}`).concat('/compress'),
  )
  expect(here.filter((text) => text.startsWith('echo'))).toEqual(['echo: m0', 'echo: m1', 'echo: m2'])
  expect(agentsRan(desk.agents.journal)).toEqual([])
  const shown = [...platform.shown.values()]
  expect(shown.filter((text) => text.includes('faster than I may answer'))).toHaveLength(1)
  expect(shown).toEqual(expect.arrayContaining(['echo: m0', 'echo: m1', 'echo: m2', 'echo: elsewhere']))
  expect(shown).toHaveLength(5)
  expect((await desk.call('/metrics')).body).toContain('palimpsest_puts_total{channel="telegram",outcome="limited"} 6')
})

function agentsRan(journal: readonly string[]): readonly string[] {
  return journal.filter((line) => line.startsWith('command'))
}

test('talk in a group that wants no answer does not count', async () => {
  const platform = fakePlatform(channel)
  await openDesk({ channels: [platform], options: { access, limits: { messagesPerMinute: 6 } } })
  const talk = Array.from({ length: 20 }, (_, n) =>
    inbound({ channel, text: `t${n}`, isGroup: true, isMention: false }),
  )
  await until(() => platform.calls.includes('start'))
  await platform.put([...talk, inbound({ channel, text: 'bot?', isGroup: true })])
  await until(() => platform.shown.size > 0)
  expect([...platform.shown.values()]).toEqual(['echo: ann: bot?'])
})

test('what was not kept, or comes again, does not count', async () => {
  const store = createMemoryStore()
  let isDown = true
  const put: typeof store.inbox.put = async (arrivals) => {
    if (isDown) throw new Failure('store/unavailable', 'Down.', { cause: 'busy', retry: true })
    return store.inbox.put(arrivals)
  }
  const platform = fakePlatform(channel)
  const shaky = { ...store, inbox: { ...store.inbox, put } }
  const options = { access, limits: { messagesPerMinute: 12 } }
  await openDesk({ store: shaky, channels: [platform], options })
  await until(() => platform.calls.includes('start'))
  const [one, two] = [inbound({ channel, text: 'one' }), inbound({ channel, text: 'two' })]
  for (let n = 0; n < 5; n++) await expect(platform.put([one])).rejects.toThrow('Down')
  isDown = false
  for (let n = 0; n < 5; n++) await platform.put([one])
  await platform.put([two])
  await until(() => platform.shown.size >= 2)
  expect([...platform.shown.values()]).toEqual(['echo: one', 'echo: two'])
})

import { Failure, type GatewayStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, expect, test } from 'vitest'
import { closeDesks, fakePlatform, inbound, openDesk, textsOf, until } from '../gateway-desk.arbitrary.ts'
import { conversationFor } from '../inbound/conversation-for.ts'
import { slowly } from '../stub-agents.arbitrary.ts'

afterEach(closeDesks)

/** A sequence of numbers from 0 to 1 that is the same each time. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** A part of a store of which some calls fail, before or after they did what they are for. */
function failing<T extends object>(part: T, chance: () => number, share: number): T {
  const fail = () => {
    if (chance() < share) throw new Failure('store/unavailable', 'busy', { cause: 'busy', retry: true })
  }
  return new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || name === 'watch') return value
      return async (...args: readonly unknown[]) => {
        fail()
        const result: unknown = await value.apply(target, args)
        fail()
        return result
      }
    },
  })
}

test('whatever fails now and then, each message is kept once, in order, and answered once', async () => {
  const store = createMemoryStore()
  const chance = createChance(7)
  const shaky: GatewayStore = {
    ...store,
    inbox: failing(store.inbox, chance, 0.03),
    outbox: failing(store.outbox, chance, 0.03),
    events: failing(store.events, chance, 0.03),
    fenced: (lane) => failing(store.fenced(lane), chance, 0.02),
  }
  const channel = 'chat'
  const platform = fakePlatform(channel)
  const setup = {
    store: shaky,
    channels: [platform],
    behave: slowly(2),
    options: { access: { chat: { users: ['*'] } }, width: 4, ttlMs: 300, sendMs: 200 },
  }
  const desks = [await openDesk(setup), await openDesk(setup)]
  await until(() => platform.calls.filter((call) => call === 'start').length === 2)
  const threads = ['a', 'b', 'c', 'd', 'e', 'f']
  const texts = Array.from({ length: 15 }, (_, n) => `m${n}`)
  for (const text of texts)
    for (const thread of threads) {
      const message = inbound({ channel, thread, text: `${thread}-${text}` })
      // As a platform does: until it is taken, and sometimes once more.
      await until(() =>
        platform.put([message]).then(
          () => chance() < 0.8,
          () => false,
        ),
      )
    }
  void desks[0]?.gateway.stop(AbortSignal.abort())
  await until(async () => (await store.inbox.backlog()).waiting + (await store.outbox.backlog()).waiting === 0, 50_000)
  for (const thread of threads) {
    const said = await textsOf(store, conversationFor({ channel, thread }))
    expect(said).toEqual(texts.flatMap((text) => [`${thread}-${text}`, `echo: ${thread}-${text}`]))
    const shown = [...platform.shown.values()].filter((text) => text.startsWith(`echo: ${thread}-`))
    expect([...new Set(shown)]).toEqual(texts.map((text) => `echo: ${thread}-${text}`))
  }
})

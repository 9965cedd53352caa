import { deriveBudget } from '@palimpsest/core/budget'
import type { Message } from '@palimpsest/core/message'
import {
  checkAiSdk,
  checkAnthropic,
  checkOpenAiChat,
  checkOpenAiResponses,
  result,
  user,
} from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createLcmStand } from './lcm-stand.arbitrary.ts'
import { talkText, talkTurns } from './lcm-talk.arbitrary.ts'

/** What each provider would refuse of these messages. */
function refusals(messages: readonly Message[]): readonly unknown[] {
  return [
    ...checkAnthropic(codecs.anthropic.encode({ messages }).value),
    ...checkOpenAiChat(codecs['openai-chat'].encode({ messages }).value),
    ...checkOpenAiResponses(codecs['openai-responses'].encode({ messages }).value),
    ...checkAiSdk(codecs['ai-sdk'].encode({ messages }).value),
  ]
}

/** A conversation of 160,000 tokens, of which nothing was compacted yet. */
const grown = (async () => {
  const stand = await createLcmStand()
  await stand.say([user('Never touch the file ledger.csv.'), ...talkTurns(0, 230)])
  return stand.store
})()

test.each([200_000, 128_000, 64_000, 32_000, 16_000, 12_000, 8_000, 6_000, 4_000])(
  'a grown conversation is brought down for a window of %i tokens',
  async (contextTokens) => {
    const store = createMemoryStore()
    await store.load((await grown).dump('talk' as never))
    const budget = deriveBudget({ contextTokens })
    const stand = await createLcmStand({ store, budget })
    const outcome = await stand.compact({ trigger: 'overflow' })
    if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
    const { tokens, messages, summary, flags } = outcome.receipt
    const view = await stand.view()
    expect(refusals(view.map(({ message }) => message))).toEqual([])
    expect(await stand.problems()).toEqual([])
    expect(JSON.stringify(view)).toContain('Never touch the file ledger.csv.')
    expect(tokens.after).toBeLessThan(tokens.before)
    expect(tokens.after).toBeLessThan(tokens.threshold)
    expect(messages.after).toBe(view.length)
    expect(messages.summarised).toBeGreaterThan(0)
    expect(summary.by).toBe('mechanical')
    expect(flags).toContain('mechanical')
  },
)

test('one output of 300,000 tokens in the tail leaves a bounded request, and all of it is read by pages', async () => {
  const stand = await createLcmStand({ budget: deriveBudget({ contextTokens: 200_000 }) })
  const [asked, calling] = talkTurns(0, 1)
  if (asked === undefined || calling === undefined) expect.unreachable('no turn')
  const giant = Array.from({ length: 12_000 }, (_, i) => `${i}: ${talkText(90, i)}`).join('\n')
  await stand.say([...talkTurns(1, 30), asked, calling, result('t0', giant)])
  expect(await stand.tokens()).toBeGreaterThan(250_000)
  expect((await stand.compact()).kind).toBe('committed')
  expect(await stand.tokens()).toBeLessThan(100_000)
  const number = 29 * 4 + 2
  let text = ''
  for (let offset: string | undefined = '0'; offset !== undefined; ) {
    const page: string = await stand.use('lcm_read', { message: `#${number}`, offset, limit: 50_000 })
    const [head = '', ...body] = page.split('\n---\n')
    text += body.join('\n---\n')
    const next: string = /^next: (.*)$/m.exec(head)?.[1] ?? 'none'
    offset = next === 'none' ? undefined : next
  }
  expect(text).toBe(giant)
  expect(await stand.problems()).toEqual([])
})

import type { Message } from '@palimpsest/core/message'
import { expect, test } from 'vitest'
import { openStore, type RuntimeEvent } from '../compose.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { answerTo, builder, firstWords, nextWords, textsOf } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, type LongDesk, type LongDeskOptions, never } from './long-desk.arbitrary.ts'
import { work } from './long-session.arbitrary.ts'
import { createWorker } from './worker-model.arbitrary.ts'

/** Two runtimes on one conversation, each with a connection of its own, as two processes would be. */
async function createTwo(options: LongDeskOptions): Promise<LongDesk & { readonly other: Runtime }> {
  const desk = await createLongDesk(options)
  const store = await openStore(desk.database)
  options.atEnd?.(() => store.end())
  return { ...desk, other: await desk.open(desk.runtime.session, store) }
}

const originalsOf = async ({ store, runtime }: LongDesk): Promise<readonly Message[]> =>
  (await store.originals(runtime.conversation)).map(({ message }) => message)

const lots = Array.from({ length: 8 }, (_, n) => n)

/** Both speak so many times; answers how their turns ended. */
async function speakAtOnce(desk: Awaited<ReturnType<typeof createTwo>>): Promise<readonly string[]> {
  const saying = async (runtime: Runtime, who: string) => {
    const kinds: string[] = []
    for (const n of lots) kinds.push((await runtime.turn(`${who} ${n}`, () => {}, never)).kind)
    return kinds
  }
  return (await Promise.all([saying(desk.runtime, 'One'), saying(desk.other, 'Two')])).flat()
}

test.concurrent('whatever two who speak at once write between each other, nothing is lost and the conversation goes on', async (context) => {
  const worker = createWorker((n) => `seq ${n} ${n + 900}; sleep 0.2`)
  const desk = await createTwo({ model: worker, contextTokens: 16_000, atEnd: inContext(context) })
  await speakAtOnce(desk)
  for (let n = 0; n < 4; n++) expect(await desk.say('Alone.')).toEqual({ kind: 'answered', text: 'Done.' })
  expect(await desk.damage()).toEqual([])
  const originals = await originalsOf(desk)
  const said = new Set(originals.filter(({ role }) => role === 'user').flatMap(textsOf))
  expect(said).toEqual(new Set(['Alone.', ...lots.flatMap((n) => [`One ${n}`, `Two ${n}`])]))
  const asked = originals.flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'tool-call' ? [p.callId] : [])))
  const answered = originals.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))
  expect(new Set(answered)).toEqual(new Set(asked))
})

test.concurrent('two who speak at once are both answered, one after the other', async (context) => {
  const desk = await createTwo({ model: createWorker(), contextTokens: 16_000, atEnd: inContext(context) })
  expect(new Set(await speakAtOnce(desk))).toEqual(new Set(['answered']))
  expect(desk.refusals()).toEqual([])
})

test.concurrent('what is said while another compacts follows the new view', async (context) => {
  const desk = await createTwo({ model: builder, atEnd: inContext(context) })
  await work(desk, 18)
  const events: RuntimeEvent[] = []
  const [compressed, outcome] = await Promise.all([
    desk.other.compress(undefined, (event) => events.push(event), never),
    desk.say(nextWords),
  ])
  expect(compressed).toMatchObject({ kind: 'committed' })
  expect(outcome).toEqual({ kind: 'answered', text: answerTo(19) })
  expect(await desk.say(nextWords)).toEqual({ kind: 'answered', text: answerTo(20) })
  expect(await desk.other.turn(nextWords, () => {}, never)).toEqual({ kind: 'answered', text: answerTo(21) })
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

test.concurrent('two who compress at once do not hinder each other', async (context) => {
  const desk = await createTwo({ model: builder, atEnd: inContext(context) })
  await work(desk, 18)
  const both = await Promise.all([
    desk.runtime.compress(undefined, () => {}, never),
    desk.other.compress(undefined, () => {}, never),
  ])
  expect(both.map(({ kind }) => kind)).toContain('committed')
  expect(await desk.say(nextWords)).toEqual({ kind: 'answered', text: answerTo(19) })
  expect(await desk.damage()).toEqual([])
})

test.concurrent('a session of a 200K model goes on with one of 16K, and back', async (context) => {
  const small = 'tiny-claude'
  const desk = await createLongDesk({
    model: builder,
    contextTokens: 200_000,
    models: [
      { id: 'claude-sonnet-5', contextTokens: 200_000 },
      { id: small, contextTokens: 16_000 },
    ],
    atEnd: inContext(context),
  })
  const step = async (n: number) =>
    expect(await desk.say(n === 1 ? firstWords : nextWords)).toEqual({ kind: 'answered', text: answerTo(n) })
  for (let n = 1; n <= 24; n++) await step(n)
  expect(desk.runtime.status().promptTokens).toBeGreaterThan(32_000)
  expect(await desk.runtime.switchModel(small)).toMatchObject({ name: small, contextTokens: 16_000 })
  for (let n = 25; n <= 48; n++) await step(n)
  expect(desk.simulator.calls.at(-1)).toMatchObject({ model: small })
  await desk.runtime.switchModel('claude-sonnet-5')
  for (let n = 49; n <= 54; n++) await step(n)
  expect(desk.simulator.calls.at(-1)).toMatchObject({ model: 'claude-sonnet-5' })
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

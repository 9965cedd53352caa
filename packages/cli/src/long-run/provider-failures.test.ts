import type { Fault } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import type { RuntimeEvent } from '../compose.ts'
import { answerTo, builder, firstWords, nextWords } from './builder-model.arbitrary.ts'
import { createLongDesk, inContext, type LongDesk, never, ways } from './long-desk.arbitrary.ts'
import { work } from './long-session.arbitrary.ts'

/** The next step is done as if nothing had happened, and nothing that was said is lost. */
async function expectStep(desk: LongDesk, step: number): Promise<void> {
  expect(await desk.say(step === 1 ? firstWords : nextWords)).toEqual({ kind: 'answered', text: answerTo(step) })
  expect(await desk.damage()).toEqual([])
}

const passing: readonly Fault[] = [
  { kind: 'rate-limit', retryAfterMs: 1_300 },
  { kind: 'server-error' },
  { kind: 'overloaded' },
  { kind: 'disconnect' },
  { kind: 'cut-stream' },
  { kind: 'malformed-stream' },
  { kind: 'error-event' },
]

const lasting: readonly { readonly fault: Fault; readonly says: RegExp }[] = [
  { fault: { kind: 'rate-limit', retryAfterMs: 400_000 }, says: /asks to wait 7 minutes.*later.*\/model/ },
  { fault: { kind: 'bad-key' }, says: /does not accept the key.*Check the key/ },
  { fault: { kind: 'out-of-credit' }, says: /no quota or credit left.*Top it up/ },
]

const lengthFaults: readonly Fault[] = [{ kind: 'context-overflow' }, { kind: 'too-large' }]

// Side by side: each of them waits for a second or more.
describe.concurrent.each(ways)('over $provider', (way) => {
  describe.each(lengthFaults)('$kind', (fault) => {
    test('before the first call of a turn, between its calls and right after a compaction is survived; again and again, it ends the turn', async (context) => {
      const desk = await createLongDesk({ way, model: builder, atEnd: inContext(context) })
      await work(desk, 12)
      const compactions = () => desk.runtime.status().compactions
      const atFirst = compactions()
      desk.strike(fault)
      await expectStep(desk, 13)
      expect(compactions()).toBe(atFirst + 1)
      await expectStep(desk, 14)
      desk.strike(fault, 2)
      await expectStep(desk, 15)
      expect(compactions()).toBeGreaterThan(atFirst + 1)
      await desk.runtime.compress(undefined, () => {}, never)
      desk.strike(fault)
      await expectStep(desk, 16)
      expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toHaveLength(3)
      // Again and again, it ends the turn with what to do, and the next one works.
      const before = desk.simulator.calls.length
      const stop = desk.strikeAll(fault)
      const outcome = await desk.say(nextWords)
      expect(outcome).toMatchObject({ kind: 'refused' })
      expect('message' in outcome && outcome.message).toMatch(/too l.*Nothing is lost.*\/compress.*\/new/)
      expect(desk.simulator.calls.length - before).toBeLessThan(30)
      stop()
      await expectStep(desk, 17)
    })
  })

  test('what passes is waited out, with a word to the user, and each call is asked again until it is answered', async (context) => {
    const desk = await createLongDesk({ way, model: builder, atEnd: inContext(context) })
    for (const [i, fault] of passing.entries()) {
      desk.strike(fault, 1 + (i % 2))
      const told = desk.told()
      await expectStep(desk, i + 1)
      expect(desk.told().slice(told.length)).toMatch(/^\n?The .*; trying again in [12] s\./)
    }
    expect(desk.simulator.calls.filter(({ fault }) => fault !== undefined)).toHaveLength(passing.length)
    expect(desk.refusals()).toEqual([])
    const [limited, next] = desk.simulator.calls
    expect((next?.startMs ?? 0) - (limited?.startMs ?? 0)).toBeGreaterThanOrEqual(1_300)
  })

  test.for(lasting)(
    '$fault.kind is told with what to do, nothing is lost, and the next turn works',
    async ({ fault, says }, context) => {
      const desk = await createLongDesk({ way, model: builder, atEnd: inContext(context) })
      const stop = desk.strikeAll(fault)
      const outcome = await desk.say(firstWords)
      expect(outcome).toMatchObject({ kind: 'refused' })
      expect('message' in outcome && outcome.message).toMatch(says)
      expect('message' in outcome && outcome.message).toContain('Nothing is lost.')
      expect(desk.simulator.calls.length).toBe(1)
      stop()
      await expectStep(desk, 1)
    },
  )

  // OpenAI Responses refuses without a number: what is assumed then lies above the truth, and is for one run only.
  const isStated = way.provider !== 'openai-responses'
  const small = { way, model: builder, contextTokens: 64_000, windowTokens: 24_000 }

  test('a window that is smaller than believed is worked in, and is known to the next run if it was stated', async (context) => {
    const desk = await createLongDesk({ ...small, atEnd: inContext(context) })
    let refusals: number | undefined
    for (let step = 1; step <= 20; step++) {
      expect(await desk.say(step === 1 ? firstWords : nextWords)).toEqual({ kind: 'answered', text: answerTo(step) })
      if (desk.runtime.status().contextTokens < 64_000) refusals ??= desk.refusals().length
    }
    // Once it is known, no call asks for more than it can hold.
    expect(desk.refusals()).toHaveLength(refusals ?? Number.NaN)
    expect(await desk.damage()).toEqual([])
    const { contextTokens } = desk.runtime.status()
    expect(contextTokens).toBeGreaterThanOrEqual(24_000)
    expect(contextTokens).toBeLessThanOrEqual(isStated ? 24_000 : 32_000)
    expect(desk.told().includes('tokens are assumed for now')).toBe(!isStated)
    const again = await desk.open(desk.runtime.session)
    expect(await again.turn(nextWords, () => {}, never)).toEqual({ kind: 'answered', text: answerTo(21) })
    expect(again.status().contextTokens).toBe(isStated ? 24_000 : 64_000)
  })

  test('an answer that is asked for too long is asked for shorter, and the history stays as it is', async (context) => {
    const desk = await createLongDesk({
      way,
      model: builder,
      models: [{ id: way.model, contextTokens: 32_000, maxOutputTokens: 3_000 }],
      settings: { 'model.max_tokens': '9000' },
      atEnd: inContext(context),
    })
    await expectStep(desk, 1)
    expect(desk.simulator.calls.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(1)
    expect(desk.runtime.status()).toMatchObject({ compactions: 0, contextTokens: 32_000 })
  })
})

test('a summary that no model could write is written by code, and the user is told who failed and why', async () => {
  const desk = await createLongDesk({
    model: (request) => (request.tools.length === 0 ? undefined : builder(request)),
    settings: {
      'auxiliary.compression.provider': 'command',
      'auxiliary.compression.command': 'echo no luck >&2; exit 3',
    },
  })
  await work(desk, 18)
  const notices: string[] = []
  const tell = (event: RuntimeEvent) => event.kind === 'notice' && notices.push(event.text)
  expect(await desk.runtime.compress(undefined, tell, never)).toMatchObject({ kind: 'committed' })
  expect((await desk.runtime.receipt())?.summary.by).toBe('mechanical')
  expect(notices.join('\n')).toContain('summary by code')
  expect(notices.join('\n')).toContain('no luck')
  expect(notices.join('\n')).toContain('claude-sonnet-5')
  await expectStep(desk, 19)
})

import { deriveBudget } from '@palimpsest/core/budget'
import { joinSummary } from '@palimpsest/core/compaction'
import { type Format, inOrderSoFar, joinUsers, type Message, takesTurns } from '@palimpsest/core/message'
import { conversationId, type StoredMessage } from '@palimpsest/core/store'
import {
  assistant,
  call,
  checkAiSdk,
  checkAnthropic,
  checkOpenAiChat,
  checkOpenAiResponses,
  result,
  user,
} from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStand, type Stand } from './stand.arbitrary.ts'
import { turnLayouts } from './turn-layout.arbitrary.ts'

const windows = [8_000, 16_000, 32_000].map((contextTokens) => deriveBudget({ contextTokens }))
const budgets = fc.constantFrom(...windows)
const triggers = fc.constantFrom('preflight' as const, 'manual' as const)

const checks: Readonly<Partial<Record<Format, (body: never) => readonly unknown[]>>> = {
  anthropic: checkAnthropic,
  'openai-chat': (body) => checkOpenAiChat(body, { strictAlternation: true }),
  'openai-responses': checkOpenAiResponses,
  'ai-sdk': checkAiSdk,
}

/** A request as it is sent, and a file as it is written, must both be taken. */
function checkWires(view: readonly StoredMessage[], isRaw: boolean) {
  const messages = view.map(({ message }) => message)
  expect(takesTurns(messages)).toBe(true)
  const written = inOrderSoFar(joinSummary(view))
  for (const [format, check] of Object.entries(checks))
    for (const sent of [joinUsers(messages), ...(isRaw ? [written] : [])]) {
      const { value } = codecs[format as Format].encode({ messages: sent })
      expect(check(value as never), format).toEqual([])
    }
}

/** Whether nobody speaks twice in a row, so that nothing but a summary can be joined. */
function isRaw(messages: readonly Message[]): boolean {
  return messages.every(({ role }, at) => role !== 'user' || messages[at - 1]?.role !== 'user')
}

async function viewOf({ store }: Stand): Promise<readonly StoredMessage[]> {
  const found = await store.conversation(conversationId('talk'))
  if (found === undefined) expect.unreachable()
  return store.view(found.tip)
}

const rounds = fc.tuple(
  turnLayouts('a', { isOpen: false }),
  turnLayouts('b', { isOpen: false }),
  turnLayouts('c', { isOpen: false }),
  turnLayouts('d'),
)

test('the user and the assistant take turns after every compaction, its undoing, and the next one', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, budgets, triggers, fc.boolean(), async (layouts, budget, trigger, undoes) => {
      const stand = await createStand()
      let raw = true
      for (const messages of layouts) {
        await stand.say(messages)
        raw &&= isRaw(messages)
        const outcome = await stand.compress(budget, { trigger })
        expect(outcome.kind === 'committed' || outcome.kind === 'unchanged', JSON.stringify(outcome)).toBe(true)
        checkWires(await viewOf(stand), raw)
        if (!undoes || outcome.kind !== 'committed') continue
        await stand.store.undo(outcome.session.id, 0)
        checkWires(await viewOf(stand), raw)
      }
    }),
    { numRuns: 25 },
  )
})

test('so they do from file to file, and nothing that the user said is lost on the way', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, budgets, async (layouts, budget) => {
      let file: readonly Message[] = []
      for (const messages of layouts) {
        const stand = await createStand()
        await stand.say([...file, ...messages])
        const outcome = await stand.compress(budget, { trigger: 'manual' })
        expect(outcome.kind === 'committed' || outcome.kind === 'unchanged', JSON.stringify(outcome)).toBe(true)
        const view = await viewOf(stand)
        checkWires(view, false)
        file = inOrderSoFar(joinSummary(view))
        const text = JSON.stringify(file)
        expect(text.split('[CONTEXT COMPACTION — REFERENCE ONLY]').length).toBeLessThanOrEqual(2)
        for (const rule of rulesIn(layouts.slice(0, layouts.indexOf(messages) + 1))) expect(text).toContain(rule)
      }
    }),
    { numRuns: 15 },
  )
})

function rulesIn(layouts: readonly (readonly Message[])[]): readonly string[] {
  return layouts.flat().flatMap(({ parts }) => {
    return parts.flatMap((part) => (part.type === 'text' && part.text.startsWith('Never touch') ? [part.text] : []))
  })
}

function steps(name: string, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, i): readonly Message[] => [
    assistant(call('read', { path: `src/${name}${i}.ts` }, `${name}${i}`)),
    result(`${name}${i}`, `export const ${name}${i} = 1\n`.repeat(60)),
  ]).flat()
}

const small = deriveBudget({ contextTokens: 16_000 })

test('between a turn of the user and one of the assistant the summary joins that of the user, and says what is older', async () => {
  const stand = await createStand()
  const opening = [user('Use tabs. Fix the parser.'), ...steps('a', 1)]
  const middle = [...steps('b', 60), assistant('Fixed.'), user('Use spaces instead of tabs.'), ...steps('c', 30)]
  await stand.say([...opening, ...middle, assistant('Done.'), user('And the lexer?'), ...steps('d', 4)])
  await stand.compress(small)
  const view = await viewOf(stand)
  const [summary, first] = view
  expect(view.slice(1, 1 + opening.length).map(({ message }) => message)).toEqual(opening)
  expect(JSON.stringify(summary?.message)).toContain('The next 3 messages after it came before all that it tells of.')
  expect([summary?.message.role, first?.message.role]).toEqual(['user', 'user'])
  // From file to file the first words are known to be older, so that they set no rule again that was ended since.
  const again = await createStand()
  await again.say([...joinSummary(view), ...steps('e', 40), assistant('Done.'), user('Now the docs.')])
  await again.compress(small)
  const text = JSON.stringify(await again.view())
  const [, rules = ''] = text.split('## Constraints & Preferences\\n')
  expect(rules.split('\\n\\n')[0]).toBe('- Use spaces instead of tabs.')
})

test('what the user said in the message of a summary stays word for word while it is the last request', async () => {
  const request = 'Port the parser.\n\nKeep every test.'
  let file: readonly Message[] = [user(request), ...steps('a', 60)]
  for (const name of ['b', 'c', 'd']) {
    const stand = await createStand()
    await stand.say([...file, ...steps(name, 60)])
    const outcome = await stand.compress(small)
    expect(outcome.kind).toBe('committed')
    const view = await viewOf(stand)
    expect(view[1]?.message).toEqual(user(request))
    file = joinSummary(view)
    const [first] = file[0]?.parts ?? []
    expect(first?.type === 'text' && first.text.endsWith(`[END OF CONTEXT COMPACTION]\n\n${request}`)).toBe(true)
  }
})

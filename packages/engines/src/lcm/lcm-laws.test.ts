import { type Budget, deriveBudget } from '@palimpsest/core/budget'
import type { Shown } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { type CallId, callId, type Message } from '@palimpsest/core/message'
import { checkAiSdk, checkAnthropic, checkOpenAiChat, checkOpenAiResponses } from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layouts } from '../compressor/layout.arbitrary.ts'
import { turnLayouts } from '../compressor/turn-layout.arbitrary.ts'
import { createLcmStand, type LcmStand, type LcmStandOptions } from './lcm-stand.arbitrary.ts'

const windows = [6_000, 16_000, 32_000, 128_000].map((contextTokens) => deriveBudget({ contextTokens }))
const budgets = fc.constantFrom(...windows)

/** Several conversations after each other are one that grows; each is compacted twice, on pressure and by hand. */
const grownLayouts = (broken: boolean) =>
  fc
    .array(layouts({ broken }), { minLength: 1, maxLength: 3 })
    .map((conversations) => conversations.map((messages, n) => messages.map((message) => withMark(message, `g${n}`))))

/** The same message with other ids of calls, so that they are told from those of another conversation. */
function withMark(message: Message, mark: string): Message {
  const marked = (id: CallId) => callId(`${mark}-${id}`)
  if (message.role === 'tool') return { ...message, callId: marked(message.callId) }
  if (message.role !== 'assistant') return message
  const parts = message.parts.map((part) =>
    part.type === 'tool-call' ? { ...part, callId: marked(part.callId) } : part,
  )
  return { ...message, parts }
}

/** A stand whose ids are the same each time. */
function steadyStand(budget: Budget, options: LcmStandOptions = {}): Promise<LcmStand> {
  let minted = 0
  return createLcmStand({ budget, ports: { mintId: () => entryId(`node-${minted++}`) }, ...options })
}

async function placesBelow(stand: LcmStand, { id }: Pick<Shown, 'id'>): Promise<readonly number[]> {
  const entry = await stand.store.message(id)
  if (entry?.standsFor === undefined) return entry?.index === undefined ? [] : [entry.index]
  return (await Promise.all(entry.standsFor.map((child) => placesBelow(stand, { id: child })))).flat()
}

/** Compacts, and holds the view against what must be true of every one. */
async function checkStep(stand: LcmStand, trigger: 'preflight' | 'manual', said: number): Promise<void> {
  const before = await stand.view()
  const outcome = await stand.compact({ trigger })
  if (outcome.kind === 'failed') throw outcome.failure
  const view = await stand.view()
  if (outcome.kind !== 'committed') return expect(view).toEqual(before)
  const { tokens, flags } = outcome.receipt
  expect(tokens.after).toBeLessThan(tokens.before)
  if (tokens.after >= tokens.threshold) expect(flags).toContain('irreducible-floor')
  const covered = (await Promise.all(view.map((entry) => placesBelow(stand, entry)))).flat()
  expect(covered).toEqual(Array.from({ length: said }, (_, i) => i))
  for (const { message } of before)
    for (const part of message.parts)
      if (part.type === 'text' && part.text.startsWith('Never touch')) expect(JSON.stringify(view)).toContain(part.text)
  expectPrefix(before, view)
}

/** Nodes that are not folded, nor written anew, stay where they are, up to the first that is. */
function expectPrefix(before: readonly Shown[], after: readonly Shown[]): void {
  const kept = new Set(after.map(({ id }) => id))
  const isNode = ({ standsFor = [] }: Shown) => standsFor.length > 1
  const nodes = before.filter(isNode)
  if (!nodes.every(({ id }) => kept.has(id))) return
  const last = before.findLastIndex(isNode)
  expect(after.slice(0, last + 1).map(({ id }) => id)).toEqual(before.slice(0, last + 1).map(({ id }) => id))
}

async function walk(conversations: readonly (readonly Message[])[], budget: Budget, options?: LcmStandOptions) {
  const stand = await steadyStand(budget, options)
  let said = 0
  for (const messages of conversations) {
    await stand.say(messages)
    said += messages.length
    for (const trigger of ['preflight', 'manual'] as const) await checkStep(stand, trigger, said)
  }
  expect(await stand.problems()).toEqual([])
  return stand
}

test('covers are contiguous in the order of the log, rules are kept and nodes stay where nothing is folded', async () => {
  await fc.assert(
    fc.asyncProperty(grownLayouts(true), budgets, async (conversations, budget) => {
      await walk(conversations, budget)
    }),
    { numRuns: 60 },
  )
})

test('what comes out is valid on all four wires', async () => {
  await fc.assert(
    fc.asyncProperty(grownLayouts(false), budgets, async (conversations, budget) => {
      const stand = await walk(conversations, budget)
      const messages = (await stand.view()).map(({ message }) => message)
      expect(checkAnthropic(codecs.anthropic.encode({ messages }).value)).toEqual([])
      expect(checkOpenAiChat(codecs['openai-chat'].encode({ messages }).value)).toEqual([])
      expect(checkOpenAiResponses(codecs['openai-responses'].encode({ messages }).value)).toEqual([])
      expect(checkAiSdk(codecs['ai-sdk'].encode({ messages }).value)).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('conversations that take turns obey the same laws', async () => {
  const grown = fc.tuple(turnLayouts('a', { isOpen: false }), turnLayouts('b', { isOpen: false }), turnLayouts('c'))
  await fc.assert(
    fc.asyncProperty(grown, budgets, async (conversations, budget) => {
      await walk(conversations, budget)
    }),
    { numRuns: 40 },
  )
})

test('the same conversation with the same ids gives the same view', async () => {
  await fc.assert(
    fc.asyncProperty(grownLayouts(true), budgets, async (conversations, budget) => {
      const texts: string[] = []
      for (let time = 0; time < 2; time++) {
        const stand = await walk(conversations, budget)
        texts.push(JSON.stringify((await stand.view()).map(({ message, index }) => [message, index])))
      }
      expect(texts[1]).toBe(texts[0])
    }),
    { numRuns: 20 },
  )
})

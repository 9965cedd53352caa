import type { Message, Tool } from '@palimpsest/core/message'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BilledRequest } from './billed-request.ts'
import { createBiller } from './create-biller.ts'
import { oracleCost } from './oracle-cost.ts'
import { extendAll, type PromptBlock, startPrefix } from './prefix.ts'
import { promptCost } from './prompt-cost.ts'
import { createPromptReader } from './prompt-reader.ts'
import { prefixRules } from './rules.ts'

const rules = { ...prefixRules, stepTokens: 128 }

/** Every character is a token, so sizes below read as lengths. */
const counter = createCounter({ countText: (text) => text.length })
const envelope = counter.message(user(''))
const long = 'All work and no play makes a dull day. '.repeat(60)

/** Tokens that the second of two requests reads. */
function readOf(first: readonly Message[], second: readonly Message[], tools: readonly (readonly Tool[])[] = []) {
  const read = createPromptReader('gpt-5.5', counter)
  const bill = createBiller(rules)
  bill({ ...read({ messages: first, tools: tools[0] ?? [] }), startMs: 0 })
  return bill({ ...read({ messages: second, tools: tools[1] ?? [] }), startMs: 1_000 }).read
}

const stepped = (tokens: number) => tokens - (tokens % 128)
const parted = 2_000
const changed = `${long.slice(0, parted)}! Something else altogether. ${long}`

test.each([
  ['the system prompt', [system(long), user('Go.')], [system(changed), user('Go.')], envelope],
  ['a question', [user(long)], [user(changed)], envelope],
  ['a question that goes on', [user(long.slice(0, parted))], [user(long)], envelope],
  [
    'a result',
    [user('Go.'), assistant(call('ls', {}, 'c1')), result('c1', long)],
    [user('Go.'), assistant(call('ls', {}, 'c1')), result('c1', changed)],
    counter.message(user('Go.')) + counter.message(assistant(call('ls', {}, 'c1'))) + counter.message(result('c1', '')),
  ],
])('prompts that part in the middle of %s share the tokens before, in steps of 128', (_, first, second, before) => {
  expect(readOf(first, second)).toBe(stepped(before + parted))
})

test('so do those that part in what a tool is described as', () => {
  const tool = (description: string): Tool => ({
    kind: 'function',
    name: 'ls',
    description,
    schema: { type: 'object' },
  })
  const read = readOf([user('Go.')], [user('Go.')], [[tool(long)], [tool(changed)]])
  expect(read).toBe(stepped('{"name":"ls","description":"'.length + parted))
})

test.each([
  ['less than 1,024 tokens are shared', [user(long)], [user(`${long.slice(0, 1_000)}! ${long}`)]],
  ['another one speaks', [user(long)], [assistant(long), user('Go.')]],
  ['another call is answered', [result('c1', long)], [result('c2', long)]],
])('nothing is read where %s', (_, first, second) => {
  expect(readOf(first, second)).toBe(0)
})

test('half of a character is not shared', () => {
  const smile = (last: string) => user(`${'x'.repeat(1_151 - envelope)}${last}`)
  expect(readOf([smile('😀')], [smile('😁')])).toBe(1_024)
})

test('prompts that only grow are never looked into', () => {
  const bill = createBiller(rules)
  const blocks = Array.from({ length: 50 }, (_, i): PromptBlock => {
    return { key: `k${i}`, tokens: 500, kind: 'text', inside: () => expect.unreachable() }
  })
  const prompts = extendAll(startPrefix('gpt-5.5'), blocks)
  const requests = prompts.map((prompt, i): BilledRequest => ({ prompt, startMs: i }))
  expect(requests.map((each) => bill(each).read)).toEqual([
    0,
    ...prompts.slice(0, -1).map((at) => stepped(at.tokens < 1_024 ? 0 : at.tokens)),
  ])
  expect(oracleCost(requests, rules, rates)).toBeGreaterThan(0)
})

const rates = { read: 0.1, write5m: 1, write1h: 1 }
const fine = { ...prefixRules, stepTokens: 1, minTokens: 1 }
/** Few letters, so that prompts often share a beginning. */
const saying = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 })
const talks = fc.array(fc.tuple(fc.array(saying, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 100, 299, 300)), {
  minLength: 1,
  maxLength: 9,
})

function asRequests(talk: readonly (readonly [readonly string[], number])[]): readonly BilledRequest[] {
  let second = 0
  return talk.map(([said, pause]) => {
    second += pause
    const blocks = said.map((text): PromptBlock => {
      const inside = () => ({ opening: '', text, tokensUpTo: (chars: number) => chars })
      return { key: text, tokens: text.length, kind: 'text', inside, endsMessage: true }
    })
    return { prompt: extendAll(startPrefix('m'), blocks).at(-1) ?? startPrefix('m'), startMs: second * 1_000 }
  })
}

test('whatever two prompts share is read, wherever it ends', () => {
  fc.assert(
    fc.property(talks, (talk) => {
      const bill = createBiller(fine)
      const asked = asRequests(talk)
      for (const [i, each] of asked.entries()) {
        const live = talk.slice(0, i).filter((_, j) => each.startMs - (asked[j]?.startMs ?? 0) < 300_000)
        const shared = live.map(([said]) => sharedTokens(said, talk[i]?.[0] ?? []))
        expect(bill(each).read).toBe(Math.max(0, ...shared))
      }
    }),
  )
})

/** Block by block, as the definition says. */
function sharedTokens([one = '', ...others]: readonly string[], [two = '', ...more]: readonly string[]): number {
  if (one === '' || two === '') return 0
  if (one === two) return one.length + sharedTokens(others, more)
  const at = [...one].findIndex((letter, i) => letter !== two[i])
  return at < 0 ? one.length : at
}

test('no bill beats the oracle, though prompts part inside their messages', () => {
  fc.assert(
    fc.property(talks, (talk) => {
      const bill = createBiller(fine)
      const asked = asRequests(talk)
      const paid = asked.reduce((total, each) => total + promptCost(bill(each), rates), 0)
      expect(paid).toBeGreaterThanOrEqual(oracleCost(asked, fine, rates) - 1e-9)
    }),
    { numRuns: 1_000 },
  )
})

test('the oracle reads what is shared inside a message', () => {
  const talk = [
    [['aaab'], 0],
    [['aaba'], 1],
    [['aaab'], 1],
    [['ab'], 1],
  ] as const
  // aaab whole; aa of the second; all of the third; a of the last.
  expect(oracleCost(asRequests(talk), fine, rates)).toBeCloseTo(4 + (0.2 + 2) + 0.4 + (0.1 + 1))
})

import { deriveBudget } from '@palimpsest/core/budget'
import { compactSession, originalsOf } from '@palimpsest/core/compaction'
import type { ContextEngine, Occasion } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import type { CompactionHooks } from '@palimpsest/core/plugin'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { exchange, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { createCompressor } from '@palimpsest/engines/compressor'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { afterCompaction, type NamedHooks, survivorTexts } from './hooks.ts'
import { trialPorts } from './trial-ports.ts'

const named = (...hooks: readonly CompactionHooks[]): readonly NamedHooks[] =>
  hooks.map((each, i) => ({ plugin: `p${i}`, hooks: each }))
const keeping = (...mustSurvive: readonly string[]): CompactionHooks => ({
  'before-compaction': () => ({ mustSurvive }),
})

/** A conversation that is too long, compacted once in a real store. */
async function compressed(hooks: readonly NamedHooks[], wrap = (engine: ContextEngine) => engine) {
  const store = createMemoryStore()
  const session = sessionId('root')
  await store.begin({ id: session, conversation: conversationId('talk'), at: 0 })
  const messages = Array.from({ length: 40 }, (_, i) => [
    user(`Part ${i}.`),
    ...exchange('read', 'x y '.repeat(600), `c${i}`),
  ])
  const entries = messages.flat().map((message, i) => ({ id: entryId(`e${i}`), message }))
  await store.append(session, 0, entries, 0)
  let minted = 0
  const mint = () => `m${minted++}`
  const engine = createCompressor({
    ...trialPorts,
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
  })
  const told: string[] = []
  const host = { hooks, tell: (text: string) => told.push(text), mintId: () => entryId(mint()), limitMs: 40 }
  const counter = createCounter()
  const mustSurvive = survivorTexts(host)
  const outcome = await compactSession(
    {
      store,
      engine: wrap(engine),
      counter,
      now: () => 0,
      mintSession: () => sessionId(mint()),
      hooks: { ...(mustSurvive && { mustSurvive }) },
    },
    { session, trigger: 'preflight', budget: deriveBudget({ contextTokens: 32_000 }), overheadTokens: 0 },
    new AbortController().signal,
  )
  const view = await store.view((await store.compressionTip(session)).id)
  return {
    outcome,
    told,
    text: view.flatMap(({ message }) => message.parts.map((part) => ('text' in part ? part.text : ''))).join('\n'),
  }
}

test('what hooks want to keep stands word for word in the new view', async () => {
  const { outcome, told, text } = await compressed(
    named(keeping('The port is 8080.', 'Two\nlines.'), keeping('And 9090.')),
  )
  expect([outcome.kind, told]).toEqual(['committed', []])
  for (const each of ['The port is 8080.', 'Two\nlines.', 'And 9090.']) expect(text).toContain(each)
})

test('an engine that never heard of it keeps it all the same', async () => {
  const deaf = (engine: ContextEngine): ContextEngine => ({
    ...engine,
    compress: ({ mustSurvive: _, ...occasion }, signal) => engine.compress(occasion, signal),
  })
  const { outcome, text } = await compressed(named(keeping('The port is 8080.')), deaf)
  expect(outcome.kind).toBe('committed')
  expect(text).toContain('The port is 8080.')
})

test('a plan that loses it in the end is not committed', async () => {
  const { outcome } = await compressed(named(keeping('The port is 8080.')), (engine) => ({
    ...engine,
    compress: async (occasion, signal) => {
      const plan = await engine.compress(occasion, signal)
      return plan.kind === 'compact' ? { ...plan, constraints: ['never said'] } : plan
    },
  }))
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'engine/broken-plan' } })
})

test('hooks that fail, hang or answer with junk are told once each, and the compaction goes on', async () => {
  const { outcome, told } = await compressed(
    named(
      { 'before-compaction': () => Promise.reject(new Error('no disk')) },
      { 'before-compaction': () => new Promise(() => {}) },
      { 'before-compaction': () => 'keep this' as never },
      { 'before-compaction': () => ({ mustSurvive: [7] }) as never },
      { 'before-compaction': () => undefined },
    ),
  )
  expect(outcome.kind).toBe('committed')
  expect(told).toEqual([
    'The hook before-compaction of p0 failed (no disk). The conversation goes on.',
    'The hook before-compaction of p1 failed (it did not answer within 40 ms). The conversation goes on.',
    expect.stringContaining('of p2 answered with no list'),
    expect.stringContaining('of p3 answered with no list'),
  ])
})

test('what would leave no room is left out, and secrets are taken out', async () => {
  const secret = `gh${'p_'}${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40)
  const { outcome, told, text } = await compressed(named(keeping('long '.repeat(5_000), `token ${secret}`, 'kept')))
  expect(outcome.kind).toBe('committed')
  expect(told).toEqual([expect.stringContaining('p0 wants to keep')])
  expect(text).toContain('kept')
  expect(text).not.toContain(secret)
})

test('hooks are told what is about to be compacted, and only if something is', async () => {
  const seen: Pick<Occasion, 'trigger' | 'view'>[] = []
  await compressed(named({ 'before-compaction': (about) => void seen.push(about) }))
  expect(seen).toEqual([expect.objectContaining({ trigger: 'preflight' })])
  expect(seen[0]?.view).toHaveLength(120)
})

test('after a compaction every plugin gets the receipt, whatever another one does', async () => {
  const { outcome } = await compressed([])
  if (outcome.kind !== 'committed') expect.unreachable(outcome.kind)
  const got: unknown[] = []
  const told: string[] = []
  const hooks = named(
    {
      'after-compaction': () => {
        throw new Error('no disk')
      },
    },
    { 'after-compaction': (receipt) => void got.push(receipt) },
  )
  const host = { hooks, tell: (text: string) => told.push(text), mintId: () => entryId('x') }
  await afterCompaction(outcome.receipt, host, new AbortController().signal)
  expect(got).toEqual([outcome.receipt])
  expect(told).toEqual(['The hook after-compaction of p0 failed (no disk). The conversation goes on.'])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUsage, promptTokens, type Usage } from '@palimpsest/core/tokens'
import { type ScriptedReply, scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { afterEach, expect, test, vi } from 'vitest'
import { openStore, type RuntimeEvent } from './compose.ts'
import { createRuntime } from './compose-runtime.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

const never = new AbortController().signal
const large = 'claude-sonnet-5'
const small = 'tiny-claude'

/** A runtime on a real database, against the simulator over HTTP. */
async function createDesk(
  { script, ...simulated }: Parameters<typeof createSimulator>[0] & { readonly script: readonly ScriptedReply[] },
  settings: Readonly<Record<string, string>> = {},
) {
  const simulator = await createSimulator({ model: scripted(script), ...simulated })
  cleanUps.push(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-runtime-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const env = { PALIMPSEST_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'test' }
  const workspace = join(folder, 'work')
  mkdirSync(workspace)
  const store = await openStore(join(folder, 'state.db'))
  cleanUps.push(() => store.end())
  const events: RuntimeEvent[] = []
  const open = (resume?: Parameters<typeof createRuntime>[0]['resume']) =>
    createRuntime({
      store,
      env,
      workspace,
      channel: 'terminal',
      settings: {
        'model.name': large,
        'model.base_url': simulator.url,
        'model.context_length': '200000',
        ...settings,
      },
      confirm: async () => true,
      ...(resume !== undefined && { resume }),
    })
  const runtime = await open()
  const say = (text: string) => runtime.turn(text, (event) => events.push(event), never)
  const compress = (focus?: string) => runtime.compress(focus, (event) => events.push(event), never)
  const notices = () => events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []))
  return { simulator, store, env, folder, workspace, open, runtime, say, compress, notices }
}

/** A summary that tells of what the steps did. */
const counted =
  '## Goal\nTo count with the terminal.\n## Completed Actions\n1. Ran command seq: 101, 102, 103, 104, 105, 106.'

/** So many steps that each print a few thousand characters. */
function steps(count: number, lines = 1_000) {
  return Array.from({ length: count }, (_, n) => ({
    text: `Step ${n}.`,
    calls: [{ name: 'terminal', input: { command: `seq ${n} ${lines + n}` } }],
  }))
}

test('what a status line shows is what the provider counted, and unknown until it has', async () => {
  const { runtime, say } = await createDesk({ script: ['One.', 'Two.'] }, { 'prompt_caching.cache_ttl': '5m' })
  expect(runtime.status()).toEqual({
    usage: {},
    compactions: 0,
    contextTokens: runtime.model().contextTokens,
    thresholdTokens: runtime.model().contextTokens / 2,
  })
  expect(runtime.model().cachingLine).toBe('💾 Prompt caching: ENABLED (native Anthropic, 5m TTL)')
  await say('Hello.')
  const first = runtime.status()
  expect(first.costUsd).toBeGreaterThan(0)
  expect(first.promptTokens).toBeGreaterThan(1_000)
  expect(first.cacheHitRate).toBe(0)
  await say('Hello again.')
  expect(runtime.status().cacheHitRate).toBeGreaterThan(0.3)
})

test('a compaction by hand can be looked at and taken back, also by another run', async () => {
  const { runtime, say, compress, open } = await createDesk({ script: [...steps(30), 'All done.', counted] })
  await say('Never touch main.yaml. Count far.')
  const before = await runtime.context()
  expect(before.map.shares.tools).toBeGreaterThan(500)
  expect(before.ledger?.constraints.map(({ text }) => text).join()).toContain('main.yaml')
  expect(await runtime.receipt()).toBeUndefined()
  expect((await compress('counting')).kind).toBe('committed')
  const after = await runtime.context()
  expect(after.map.tokens).toBeLessThan(before.map.tokens)
  expect(runtime.status()).toMatchObject({ compactions: 1 })
  expect((await runtime.receipt())?.trigger).toBe('manual')
  const again = await open(runtime.session)
  expect(await again.undo()).toMatchObject({ kind: 'undone', messages: before.map.messages - 1 })
  expect(await runtime.receipt()).toBeUndefined()
  expect(await again.undo()).toEqual({ kind: 'nothing-to-undo' })
  expect((await runtime.context()).map.tokens).toBe(before.map.tokens)
})

test('what a summary took is in the database, on its receipt, and in what is shown', async () => {
  const { runtime, say, compress, store, simulator } = await createDesk({
    script: [...steps(30), 'Done.', counted],
  })
  await say('Count far.')
  const before = runtime.status().costUsd ?? 0
  expect((await compress()).kind).toBe('committed')
  const all = (usages: readonly (Usage | undefined)[]) =>
    usages.reduce<Usage>((sum, usage) => addUsage(sum, usage ?? {}), {})
  const billed = all(simulator.calls.map(({ usage }) => usage))
  const used = all((await store.lineage(runtime.session)).map(({ usage }) => usage))
  expect(promptTokens(used)).toBe(promptTokens(billed))
  expect(used.output).toBe(billed.output)
  const { costUsd = 0 } = (await runtime.receipt()) ?? {}
  expect(costUsd).toBeGreaterThan(0)
  expect(runtime.status().costUsd).toBeCloseTo(before + costUsd, 9)
})

test('with little said there is nothing to compress, and no model is asked', async () => {
  const { say, compress, simulator } = await createDesk({ script: ['Hi.'] })
  await say('Hello.')
  expect(await compress()).toMatchObject({ kind: 'skipped', reason: 'nothing-to-compress' })
  expect(simulator.calls).toHaveLength(1)
})

test('a session of a large model goes on with one of 16K', async () => {
  const { runtime, say, simulator, notices } = await createDesk(
    {
      script: [...steps(30), 'Counted.', ...steps(4), 'Still here.'],
      models: [{ id: small, contextTokens: 16_000 }],
    },
    {
      'auxiliary.compression.provider': 'command',
      'auxiliary.compression.command': `cat >/dev/null; printf '${counted}'`,
    },
  )
  await say('Never touch main.yaml. Count.')
  expect(simulator.calls.at(-1)?.usage).toBeDefined()
  expect(runtime.status().promptTokens).toBeGreaterThan(16_000)
  expect(await runtime.switchModel(small)).toMatchObject({ name: small, contextTokens: 16_000, maxTokens: 4_000 })
  expect(runtime.status()).toMatchObject({ contextTokens: 16_000, thresholdTokens: 8_000 })
  expect(await say('Go on.')).toEqual({ kind: 'answered', text: 'Still here.' })
  expect(notices().join('\n')).toContain('Compressed')
  expect(simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
  expect(simulator.calls.at(-1)).toMatchObject({ model: small })
  expect(runtime.status().promptTokens).toBeLessThan(16_000)
})

test('that the key for summaries is missing is told when a conversation opens, and the model writes them', async () => {
  const { runtime, say, compress, notices, simulator } = await createDesk(
    { script: [...steps(30), 'Counted.', counted] },
    { 'auxiliary.compression.provider': 'openrouter', 'auxiliary.compression.model': 'google/gemini-3-flash' },
  )
  expect(runtime.notices).toEqual([expect.stringContaining('OPENROUTER_API_KEY is not set')])
  await say('Count.')
  expect(await compress()).toMatchObject({ kind: 'committed' })
  expect(notices().join()).not.toContain('OPENROUTER_API_KEY')
  expect(new Set(simulator.calls.map(({ model }) => model))).toEqual(new Set([large]))
})

test('what is noted in memory reaches the system prompt at the next compaction, and not before', async () => {
  const note = { name: 'memory', input: { action: 'add', text: 'The user likes tabs.' } }
  const { runtime, say, compress, store, workspace } = await createDesk({
    script: [{ calls: [note] }, ...steps(30), 'Noted.', counted, 'Yes.'],
  })
  writeFileSync(join(workspace, 'AGENTS.md'), 'Run the tests.\n')
  const system = async () => (await store.compressionTip(runtime.session)).system ?? ''
  const start = await system()
  await say('Remember that I like tabs. Then count.')
  expect(await system()).toBe(start)
  expect((await compress()).kind).toBe('committed')
  expect(await system()).toContain('The user likes tabs.')
  const changed = await system()
  await say('Are you there?')
  expect(await system()).toBe(changed)
})

test('the second model of the configuration goes on when the first is refused, and the next turn stays with it', async () => {
  const { runtime, say, notices, simulator } = await createDesk(
    {
      script: ['Here is another.', 'Still here.'],
      models: [{ id: small, contextTokens: 16_000 }],
      inject: [{ onCall: 1, kind: 'bad-key' }],
    },
    { 'model.fallback': small },
  )
  expect(await say('Hello?')).toEqual({ kind: 'answered', text: 'Here is another.' })
  expect(notices().join()).toContain(`Going on with ${small}`)
  expect(runtime.model()).toMatchObject({ name: small, contextTokens: 16_000 })
  expect(runtime.status().contextTokens).toBe(16_000)
  await say('And now?')
  expect(simulator.calls.map(({ model }) => model)).toEqual([large, small, small])
  await runtime.switchModel(large)
  expect(runtime.model().name).toBe(large)
})

test('a sub-agent has a conversation of its own in the same database', async () => {
  const task = { calls: [{ name: 'delegate', input: { task: 'Count to three.' } }] }
  const { runtime, say, store } = await createDesk({ script: [task, 'One, two, three.', 'It counted.'] })
  expect(await say('Have someone count.')).toEqual({ kind: 'answered', text: 'It counted.' })
  const [child] = await store.children(runtime.session)
  expect(child).toMatchObject({ kind: 'subagent', parent: runtime.session, endReason: 'closed' })
  expect(child?.usage.output).toBeGreaterThan(0)
  const kept = child && (await store.conversation(child.conversation))
  expect(kept).toMatchObject({ channel: 'delegated', title: 'Count to three.' })
})

test('the status knows how full the window is after a compaction was taken back, and in a run that goes on', async () => {
  const { runtime, say, compress, open } = await createDesk({ script: [...steps(30), 'All done.', counted] })
  await say('Count far.')
  const { promptTokens: full = 0 } = runtime.status()
  expect((await compress()).kind).toBe('committed')
  const { promptTokens: small = 0 } = runtime.status()
  expect(small).toBeLessThan(full / 2)
  const again = await open(runtime.session)
  expect(again.status().promptTokens).toBe((await again.context()).promptTokens)
  expect(again.status().promptTokens).toBeCloseTo(small, -3)
  await runtime.undo()
  expect(runtime.status().promptTokens).toBe((await runtime.context()).promptTokens)
  expect(runtime.status().promptTokens).toBeGreaterThan(small * 2)
})

test('a conversation that nobody said a word in is gone with its run; one with a word stays', async () => {
  const { runtime, open, store, say } = await createDesk({ script: ['Hi.'] })
  const silent = await open()
  await silent.end()
  expect(await store.conversation(silent.conversation)).toBeUndefined()
  await say('Hello.')
  await runtime.end()
  expect(await store.conversation(runtime.conversation)).toMatchObject({ messages: 2 })
})

test.each([
  ['people', 'terminal', 1],
  ['no script', 'script', 0],
])('keep-alives that the configuration asks for are sent for %s', async (_, channel, count) => {
  let at = Date.now()
  const { store, env, workspace, simulator } = await createDesk({ script: ['Hi.'], now: () => at })
  const settings = { 'model.name': large, 'model.base_url': simulator.url, 'prompt_caching.keep_alive': 'true' }
  const rest = async (ms: number) => {
    at += ms
  }
  const clock = { now: () => at, wait: async () => undefined, rest }
  const runtime = await createRuntime({ store, env, workspace, channel, settings, clock, confirm: async () => true })
  await runtime.turn('Hello.', () => {}, never)
  const sent = () => runtime.status().keepAlives?.sent ?? 0
  await vi.waitFor(() => expect(sent()).toBe(count))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([sent(), simulator.calls.length]).toEqual([count, count + 1])
  await runtime.end()
})

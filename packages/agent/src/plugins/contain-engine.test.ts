import { readFileSync } from 'node:fs'
import { deriveBudget } from '@palimpsest/core/budget'
import type { ContextEngine, EnginePorts, Occasion } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ContainOptions, containDefaults, containEngine } from './contain-engine.ts'
import { trialPorts } from './trial-ports.ts'
import { watchPorts } from './watch-ports.ts'

const sound: ContextEngine = {
  name: 'e',
  contract: 1,
  shouldCompress: () => true,
  hasContentToCompress: () => false,
  compress: async () => ({ kind: 'unchanged', reason: 'no-gain', detail: '' }),
}
const occasion: Occasion = {
  trigger: 'manual',
  view: [],
  overheadTokens: 0,
  budget: deriveBudget({ contextTokens: 16_000 }),
  counter: createCounter(),
  at: 0,
}
const note = { session: sessionId('s'), conversation: conversationId('c'), cause: 'new' } as const
const forever = () => new Promise<never>(() => {})
const never = new AbortController().signal

function contained(more: Partial<ContextEngine>, options: ContainOptions = {}) {
  const told: string[] = []
  const engine = containEngine({ ...sound, ...more }, (text) => told.push(text), {
    silenceMs: 30,
    noteMs: 30,
    ...options,
  })
  return { engine, told }
}

const secret = `gh${'p_'}${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40)
const fail = (): never => {
  throw new Error(`broken\nby ${secret}`)
}

test('an engine that is well is used as it is', async () => {
  const { engine, told } = contained({ hasContentToCompress: () => true })
  expect(engine).toMatchObject({ name: 'e', contract: 1 })
  expect(engine.hasContentToCompress(occasion)).toBe(true)
  expect(await engine.compress(occasion, never)).toMatchObject({ reason: 'no-gain' })
  engine.updateFromResponse?.({})
  await engine.onSessionStart?.(note)
  expect([told, engine.tools]).toEqual([[], undefined])
})

test('notes that an engine cannot take are told once each, in plain words and without secrets', async () => {
  const { engine, told } = contained({
    updateFromResponse: fail,
    updateModel: async () => fail(),
    onSessionStart: fail,
    onSessionEnd: forever,
  })
  engine.updateFromResponse?.({})
  engine.updateModel?.({} as never)
  await engine.onSessionStart?.(note)
  await engine.onSessionEnd?.(note, 'closed')
  expect(told.toSorted()).toEqual([
    expect.stringMatching(/^The engine e failed at the end of a session \(it did not answer within 30 ms\)/),
    expect.stringMatching(
      /^The engine e failed at the start of a session \(broken by \S+\)\. The conversation goes on\.$/,
    ),
    expect.stringMatching(/^The engine e failed to take note of the model \(broken/),
    expect.stringMatching(/^The engine e failed to take note of usage \(broken/),
  ])
  expect(told.join()).not.toContain(secret)
})

test('questions that an engine cannot answer are taken to need an answer by its plan', () => {
  const { engine, told } = contained({ shouldCompress: fail, hasContentToCompress: fail })
  expect(engine.hasContentToCompress(occasion)).toBe(true)
  expect(engine.shouldCompress({ promptTokens: 1, thresholdTokens: 2 })).toBe(false)
  expect(engine.shouldCompress({ promptTokens: 2, thresholdTokens: 2 })).toBe(true)
  expect(told).toHaveLength(3)
})

test('a compaction of which nothing is heard ends, and is told to stop', async () => {
  let stopped: AbortSignal | undefined
  const { engine } = contained({
    compress: (_, signal) => {
      stopped = signal
      return forever()
    },
  })
  await expect(engine.compress(occasion, never)).rejects.toThrow('it did not answer within 30 ms')
  expect(stopped?.aborted).toBe(true)
})

test('a compaction is over at once when the user stops it, whatever the engine does', async () => {
  const stop = new AbortController()
  const { engine } = contained({ compress: forever }, { silenceMs: 60_000 })
  const work = engine.compress(occasion, stop.signal)
  stop.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
  await expect(engine.compress(occasion, stop.signal)).rejects.toThrow('enough')
})

function working(use: (ports: EnginePorts) => Promise<unknown>, given: Partial<EnginePorts> = {}) {
  const watched = watchPorts({ ...trialPorts, ...given })
  const { engine } = contained(
    {
      compress: async () => {
        await use(watched.ports)
        return { kind: 'unchanged', reason: 'no-gain', detail: 'late' }
      },
    },
    { watched },
  )
  return engine.compress(occasion, never)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('an engine that is at work may take its time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const inTime = async <T>(work: Promise<T>) => (await Promise.all([work, vi.advanceTimersByTimeAsync(1_000)]))[0]
  const late = { kind: 'unchanged', reason: 'no-gain', detail: 'late' }
  const steps = async (ports: EnginePorts) => {
    for (let i = 0; i < 8; i++) await ports.wait(15, never)
  }
  expect(await inTime(working(steps, { wait: pause }))).toEqual(late)
  const slow = {
    name: 'slow',
    contextTokens: 1,
    async *write() {
      await pause(100)
      yield 'words'
    },
  }
  const asks = async (ports: EnginePorts) => {
    for await (const text of ports.summaryModels[0]?.write('prompt', never) ?? []) expect(text).toBe('words')
  }
  expect(await inTime(working(asks, { summaryModels: [slow] }))).toEqual(late)
  await inTime(expect(working(() => pause(100))).rejects.toThrow('did not answer'))
})

test('who writes summaries is asked anew, for it changes with the model', () => {
  let name = 'one'
  const { ports } = watchPorts({
    ...trialPorts,
    get summaryModels() {
      return [{ name, contextTokens: 1, async *write() {} }]
    },
  })
  name = 'two'
  expect(ports.summaryModels.map((model) => model.name)).toEqual(['two'])
})

const tool = { name: 'look', description: 'Looks.', schema: { type: 'object' }, run: async () => [] } as const

test('tools that are none are left out, and told', () => {
  const junk = [tool, { ...tool }, { ...tool, name: 'a b' }, { ...tool, name: 'x', run: 1 }, null] as never
  const { engine, told } = contained({ tools: junk })
  expect(engine.tools?.map(({ name }) => name)).toEqual(['look'])
  expect(told).toEqual(['The engine e offers 4 tools that are none; they were left out.'])
})

test.each([
  ['throws', fail, /^broken by \S+$/],
  ['hangs', forever, /did not answer/],
  ['answers with junk', async () => 'text' as never, /result\.parts: expected a list/],
  ['answers with what is no part', async () => [{ type: 'text' }] as never, /result\.parts\[0\]\.text/],
])('a tool that %s fails in plain words', async (_, run, words) => {
  const { engine } = contained({ tools: [{ ...tool, run }] }, { toolMs: 30 })
  const [look] = engine.tools ?? []
  await expect(look?.run({}, [], never)).rejects.toThrow(words)
})

test('a tool that is well answers what it answers', async () => {
  const parts = [{ type: 'text', text: entryId('x') }] as const
  const { engine } = contained({ tools: [{ ...tool, run: async () => parts }] })
  expect(await engine.tools?.[0]?.run({}, [], never)).toEqual(parts)
})

test('the docs state how long an engine may take', () => {
  const docs = readFileSync(new URL('../../../../docs/plugins.md', import.meta.url), 'utf8')
  const { silenceMs, noteMs, toolMs } = containDefaults
  expect(docs).toContain(`does nothing for ${silenceMs / 1_000} s in \`compress\``)
  expect(docs).toContain(`throws or hangs (${noteMs / 1_000} s) when it is notified`)
  expect(docs).toContain(`tools that throw, hang (${toolMs / 1_000} s)`)
})

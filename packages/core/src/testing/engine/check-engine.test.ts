import { expect, test } from 'vitest'
import { alignTurns } from '../../compaction/plan/align-turns.ts'
import { insertSummary } from '../../compaction/plan/seat-summary.ts'
import { groupStarts, nothingSaved } from '../../compaction/plan/view-draft.ts'
import { withMustSurvive } from '../../compaction/plan/with-must-survive.ts'
import { isMiddle } from '../../compaction/reduce/cut.ts'
import type { ContextEngine, EngineTool } from '../../contract/engine.ts'
import type { EnginePorts, Occasion, Shown } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Json } from '../../json.ts'
import { isRealUser } from '../../ledger/authorship/is-real-user.ts'
import { checkEngine } from './check-engine.ts'
import type { EngineUnderTest } from './engine-case.ts'

/** Replaces all but the last group, and what the user asked for last, by a line. */
function planOf({ view, counter, budget, overheadTokens, trigger }: Occasion, ports: EnginePorts): Plan {
  const before = counter.request(view.map(({ message }) => message))
  const unchanged: Plan = { kind: 'unchanged', reason: 'below-threshold', detail: '' }
  if (trigger !== 'manual' && before + overheadTokens < budget.thresholdTokens) return unchanged
  const lastUser = view.findLastIndex(({ message }) => isRealUser(message))
  const tail = groupStarts(view).at(-2) ?? 0
  const between = lastUser >= 0 && lastUser < tail ? { lastUser } : {}
  const cut = alignTurns(view, { headEnd: 0, tailStart: tail, ...between })
  const gone = view.filter((_, at) => isMiddle(cut, at))
  const stays = view.filter((shown) => !gone.includes(shown))
  const standsFor = gone.map(({ id }) => id)
  const items = stays.map(({ id, message }) => ({ item: { kind: 'kept', id } as const, message }))
  const line = { id: ports.mintId(), text: '[CONTEXT COMPACTION] Left out.', standsFor }
  const made = insertSummary(items, 0, line)
  const shown = new Map(view.map(({ id, message }) => [id, message]))
  const after = counter.request(
    made.flatMap((item) => (item.kind === 'made' ? item.message : (shown.get(item.id) ?? []))),
  )
  if (gone.length === 0 || after >= before) return unchanged
  return {
    kind: 'compact',
    view: made,
    memo: null,
    constraints: [],
    saved: { ...nothingSaved, summarised: before - after },
    summary: { by: 'none', tokens: 0, chunks: 0, coverage: 0 },
    summarisedMessages: gone.length,
    survival: {},
    flags: [],
    failures: [],
    floorTokens: after,
  }
}

function engineWith(change: (engine: ContextEngine, ports: EnginePorts) => Partial<ContextEngine>): EngineUnderTest {
  return {
    create: (ports) => {
      const engine: ContextEngine = {
        name: 'line',
        contract: 1,
        shouldCompress: () => true,
        hasContentToCompress: (occasion) => occasion.view.length > 2,
        compress: async (occasion) => withMustSurvive(occasion, planOf(occasion, ports), ports.mintId),
      }
      return { ...engine, ...change(engine, ports) }
    },
  }
}

const failed = async (change: Parameters<typeof engineWith>[0]) =>
  (await checkEngine(engineWith(change))).map(({ name }) => name)

type CompactPlan = Extract<Plan, { kind: 'compact' }>
const changed = (change: (plan: CompactPlan, occasion: Occasion) => Plan) => (engine: ContextEngine) => ({
  compress: async (...asked: Parameters<ContextEngine['compress']>) => {
    const plan = await engine.compress(...asked)
    return plan.kind === 'compact' ? change(plan, asked[0]) : plan
  },
})

test('an engine that keeps the contract passes', async () => {
  expect(await checkEngine(engineWith(() => ({})))).toEqual([])
})

let calls = 0

test.each<[string, Parameters<typeof engineWith>[0], RegExp]>([
  [
    'drops a message',
    changed((plan) => ({ ...plan, view: plan.view.slice(0, -1) })),
    /ordinary long session can be committed/,
  ],
  ['answers with junk', () => ({ compress: async () => 7 as never }), /nothing at all can be committed/],
  [
    'parts a group',
    changed((plan, { view }) => ({ ...plan, view: view.slice(1).map(({ id }) => ({ kind: 'kept', id })) })),
    /parallel calls can be committed/,
  ],
  [
    'lets the assistant speak twice',
    changed((plan) => ({
      ...plan,
      view: plan.view.map((item) =>
        item.kind === 'made' && item.message.role === 'user'
          ? { ...item, message: { ...item.message, role: 'assistant' } }
          : item,
      ),
    })),
    /turns with calls before each answer can be committed/,
  ],
  ['throws', () => ({ compress: () => Promise.reject(new Error('no')) }), /one giant message can be committed/],
  [
    'never does anything',
    () => ({ compress: async () => ({ kind: 'unchanged', reason: 'no-gain', detail: '' }) }),
    /gets smaller/,
  ],
  [
    'compresses what is small',
    (_, ports) => ({ compress: async (occasion) => planOf({ ...occasion, trigger: 'manual' }, ports) }),
    /left alone/,
  ],
  ['is moody', changed((plan) => ({ ...plan, memo: calls++ })), /same plan each time/],
  [
    'forgets what must survive',
    (_, ports) => ({ compress: async (occasion) => planOf(occasion, ports) }),
    /texts that must survive .* ordinary/,
  ],
  ['keeps no JSON', changed((plan) => ({ ...plan, memo: new Map() as never })), /can be committed/],
  [
    'trusts its memo',
    (engine) => ({
      compress: async (occasion, signal) =>
        engine.compress(
          { ...occasion, at: JSON.stringify(occasion.memo ?? {}).length + (occasion.memo === null ? fail() : 0) },
          signal,
        ),
    }),
    /memo that someone else wrote/,
  ],
  [
    'trusts its model',
    (engine, ports) => ({
      compress: async (occasion, signal) => {
        for (const model of ports.summaryModels) for await (const text of model.write('', signal)) text.length
        return engine.compress(occasion, signal)
      },
    }),
    /summary model that fails in the middle/,
  ],
  [
    'waits for its model',
    (engine, ports) => ({
      compress: async (occasion, signal) => {
        for (const model of ports.summaryModels)
          try {
            for await (const _ of model.write('', new AbortController().signal)) break
          } catch {}
        return engine.compress(occasion, signal)
      },
    }),
    /stopped while a model writes/,
  ],
  ['has no name', () => ({ name: '' }), /says its name/],
  ['is of another contract', () => ({ contract: 2 }), /says its name and the contract/],
  ['answers neither yes nor no', () => ({ hasContentToCompress: () => undefined as never }), /yes or no/],
  ['cannot take notes', () => ({ updateFromResponse: fail }), /notes are taken/],
  [
    'offers what is no tool',
    () => ({ tools: [{ name: 'a b', description: '', schema: {}, run: async () => [] }] }),
    /tools are well described/,
  ],
  [
    'forgets a message of an earlier line',
    (engine) => ({
      compress: async (occasion, signal) => {
        const plan = await engine.compress(occasion, signal)
        const isAgain = occasion.view.some(({ id }) => id.startsWith('made'))
        if (plan.kind !== 'compact' || !isAgain) return plan
        const view = plan.view.map((item) =>
          item.kind === 'made' ? { ...item, standsFor: item.standsFor.filter((id) => !id.startsWith('made')) } : item,
        )
        return { ...plan, view }
      },
    }),
    /several compactions in a row/,
  ],
  [
    'believes that every text is its own',
    (engine) => ({
      compress: async (occasion, signal) =>
        engine.compress(
          { ...occasion, at: occasion.view.some(({ id }) => id === 'foreign-note') ? fail() : 0 },
          signal,
        ),
    }),
    /view that another engine made/,
  ],
  ['prepares what is no JSON', () => ({ prepare: async () => new Map([[1, 2]]) as never }), /plain JSON/],
  [
    'prepares by changing the view',
    () => ({
      prepare: async ({ view }) => {
        Object.assign(view[0] ?? {}, { index: 99 })
        return undefined
      },
    }),
    /changes nothing that it was given/,
  ],
  [
    'cannot prepare for an empty view',
    () => ({ prepare: async ({ view }) => ({ first: view[0]?.id ?? fail() }) }),
    /every view can be prepared for/,
  ],
  ['trusts what was prepared', trusting((prepared) => prepared.line.length > 0), /junk in the place of a preparation/],
  ['does not use what was prepared', trusting(fail), /preparation that was used/],
  [
    'trusts that its view is the one it prepared for',
    trusting(({ first }, { view }) => first === undefined || view[0]?.id === first),
    /prepared for another view/,
  ],
  [
    'goes on preparing',
    (_, ports) => ({
      prepare: async () => {
        for (const model of ports.summaryModels)
          for await (const text of model.write('', new AbortController().signal)) return text
        return undefined
      },
    }),
    /preparation that is stopped/,
  ],
  [
    'lets people wait',
    (engine) => ({
      compress: async (occasion, signal) =>
        occasion.mayDefer === true
          ? { kind: 'deferred', until: 0, detail: 'Later.' }
          : engine.compress(occasion, signal),
    }),
    /nobody is told to wait/,
  ],
  ['has a tool that throws', () => ({ tools: [toolThat(fail)] }), /tools answer every input/],
  ['has a tool that says nothing', () => ({ tools: [toolThat(() => '')] }), /tools answer every input/],
  [
    'has a tool that says everything',
    () => ({ tools: [toolThat((_, view) => `Here: ${JSON.stringify(view).repeat(9)}`)] }),
    /tools answer every input/,
  ],
  [
    'has a tool that needs a message',
    () => ({ tools: [toolThat((_, view) => (view[0] ?? fail()).id)] }),
    /without any message/,
  ],
  [
    'has a tool that cannot be stopped',
    () => ({ tools: [{ ...toolThat(() => 'Yes.'), run: (_, __, signal) => endless(signal) }] }),
    /tools that are stopped/,
  ],
])('an engine that %s is found out', async (_, change, name) => {
  expect(await failed(change)).toContainEqual(expect.stringMatching(name))
})

/** An engine that makes nothing of its preparation but a check that may be wrong. */
function trusting(isGood: (prepared: { line: string; first?: string }, occasion: Occasion) => boolean) {
  return (engine: ContextEngine): Partial<ContextEngine> => ({
    prepare: async ({ view }) => ({ line: 'Left out.', first: view[0]?.id ?? '' }),
    compress: async (occasion, signal) => {
      const { prepared } = occasion
      if (prepared !== undefined && !isGood(prepared as never, occasion)) fail()
      return engine.compress(occasion, signal)
    },
  })
}

function toolThat(says: (input: Json, view: readonly Shown[]) => string): EngineTool {
  return {
    name: 'look',
    description: 'Looks.',
    schema: { type: 'object', properties: { where: { type: 'string' } } },
    run: async (input, view) => [{ type: 'text', text: says(input, view) }],
  }
}

/** Answers, unless it was stopped: then it never ends. */
async function endless({ aborted }: AbortSignal): Promise<[{ type: 'text'; text: string }]> {
  if (aborted) await new Promise(() => {})
  return [{ type: 'text', text: 'Yes.' }]
}

function fail(): never {
  throw new Error('no')
}

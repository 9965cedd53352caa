import { deriveBudget } from '../../budget/budget.ts'
import type { ContextEngine } from '../../contract/engine.ts'
import { createListLog } from '../../contract/list-log.ts'
import type { EnginePorts, Occasion, Shown, SummaryModel } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import { type EntryId, entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { createCounter } from '../../tokens/count.ts'
import type { EngineUnderTest } from './engine-case.ts'

export type CompactPlan = Extract<Plan, { kind: 'compact' }>

/** A conversation in no store, and an engine beside it. */
export interface Stand {
  readonly engine: ContextEngine
  readonly occasion: Occasion
  /** The occasion that the engine would get once its plan is written. */
  after(plan: Pick<CompactPlan, 'view' | 'memo'>): Occasion
  /** The same occasion after more was said. */
  say(before: Occasion, messages: readonly Message[]): Occasion
  /** The originals below the entries of a view, in its order. */
  below(view: readonly Shown[]): readonly Shown[]
  compress(more?: Partial<Occasion>, signal?: AbortSignal): Promise<Plan>
}

/** Small, so that cases are quick. */
const budget = deriveBudget({ contextTokens: 16_000 })

export async function createStand(
  under: EngineUnderTest,
  messages: readonly Message[],
  models: readonly SummaryModel[] = [],
): Promise<Stand> {
  const view = messages.map((message, index): Shown => ({ id: entryId(`e${index}`), index, message }))
  const known = new Map<EntryId, Shown>(view.map((shown) => [shown.id, shown]))
  const engine = await under.create(portsOf(under, models, known))
  const occasion: Occasion = {
    trigger: 'preflight',
    view,
    overheadTokens: 100,
    budget,
    counter: createCounter(),
    at: 0,
  }
  return {
    engine,
    occasion,
    after: (plan) => {
      const next = plan.view.flatMap((item): readonly Shown[] => {
        if (item.kind === 'made') known.set(item.id, item)
        const shown = known.get(item.id)
        return shown === undefined ? [] : [shown]
      })
      return { ...occasion, view: next, memo: plan.memo }
    },
    say: (before, said) => {
      const from = [...known.values()].filter(({ standsFor }) => standsFor === undefined).length
      const fresh = said.map((message, at): Shown => {
        const index = from + at
        return { id: entryId(`e${index}`), index, message }
      })
      for (const shown of fresh) known.set(shown.id, shown)
      return { ...before, view: [...before.view, ...fresh] }
    },
    below: (entries) =>
      originalsIn(
        known,
        entries.map(({ id }) => id),
      ),
    compress: async (more = {}, signal = new AbortController().signal) =>
      engine.compress({ ...occasion, ...more }, signal),
  }
}

function originalsIn(known: ReadonlyMap<EntryId, Shown>, ids: readonly EntryId[]): readonly Shown[] {
  return ids.flatMap((id) => {
    const shown = known.get(id)
    if (shown === undefined) return []
    return shown.standsFor === undefined ? [shown] : originalsIn(known, shown.standsFor)
  })
}

/** Pauses after which a wait has run out: enough for a model that answers at once. */
const waitPauses = 1_000

function portsOf(
  under: EngineUnderTest,
  summaryModels: readonly SummaryModel[],
  known: ReadonlyMap<EntryId, Shown>,
): EnginePorts {
  const pause = pauseOf(under)
  let minted = 0
  let clock = 0
  return {
    mintId: () => entryId(`made-${minted++}`),
    originals: async (ids) => originalsIn(known, ids),
    log: createListLog(() => known.values()),
    howToRead: (number) => `Read the whole of ${number} with read_original.`,
    howToRecall: 'Search what was said with recall.',
    pause,
    now: () => clock,
    wait: async (ms, signal) => {
      for (let i = 0; i < waitPauses; i++) {
        signal.throwIfAborted()
        await pause()
      }
      clock += ms
    },
    summaryModels,
  }
}

export function pauseOf({ pause = async () => undefined }: EngineUnderTest): () => Promise<void> {
  return pause
}

/** True when the work ends, one way or another, while so many others had their turn. */
export async function settles(work: Promise<unknown>, under: EngineUnderTest, pauses = 20_000): Promise<boolean> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  const pause = pauseOf(under)
  for (let i = 0; i < pauses && !isDone; i++) await pause()
  return isDone
}

import { type Budget, deriveBudget } from './budget/budget.ts'
import { receiptOf } from './compaction/plan/receipt.ts'
import { untouchedReceipt } from './compaction/plan/untouched-receipt.ts'
import { receiptOfWritten, writtenMessages } from './compaction/plan/written-messages.ts'
import { type PlanningHooks, planCompaction } from './compaction/plan-compaction.ts'
import type { ContextEngine } from './contract/engine.ts'
import { createListLog } from './contract/list-log.ts'
import type { EnginePorts, Occasion, Shown, SummaryModel } from './contract/occasion.ts'
import type { Plan, SummaryFailure } from './contract/plan.ts'
import type { Receipt } from './contract/receipt.ts'
import { Failure } from './errors.ts'
import { type EntryId, entryId } from './log/entry.ts'
import type { Transcript } from './message/message.ts'
import { bindsThinking } from './models/binds-thinking.ts'
import { createCatalogue } from './models/find-model.ts'
import { lastRecordedTime } from './recorded/recorded-times.ts'
import { redact } from './redact/redact.ts'
import { hasSeal, withoutThinking } from './thinking/without-thinking.ts'
import { type Counter, createCounter } from './tokens/count.ts'

export interface CompressOptions {
  /** Makes the engine that plans, e.g. `createCompressor` of `@palimpsest/engines/compressor`. */
  readonly engine: (ports: EnginePorts) => ContextEngine | Promise<ContextEngine>
  /** The window of the model that will read the result, or every number that follows from it. */
  readonly window: { readonly contextTokens: number; readonly maxTokens?: number } | Budget
  /** The model that will read it, where that is not the one that wrote it. */
  readonly model?: string
  /** Compacts although there is room. @default false */
  readonly force?: boolean
  /** What to keep in full detail. */
  readonly focus?: string
  /** Asked for a summary in this order; without one, code writes it from the facts. @default none */
  readonly summaryModels?: readonly SummaryModel[]
  /** @default the estimator */
  readonly counter?: Counter
  readonly hooks?: PlanningHooks
  /** The world, where it is not to be still: a clock, ids, timers. @default no deadlines, counted ids, the transcript's time */
  readonly ports?: Partial<EnginePorts>
  readonly signal?: AbortSignal
}

/** How it ended. Unless it was committed, the transcript is the very one that was given. */
export type CompressResult = Compressed & ({ readonly outcome: 'committed' } | NotCompressed)

interface NotCompressed {
  readonly outcome: 'unchanged' | 'failed'
  readonly reason: string
  readonly detail: string
}

interface Compressed {
  readonly transcript: Transcript
  /** What was done, or that nothing was. */
  readonly receipt: Receipt
  /** What the model would have seen, and what it sees from now on. */
  readonly before: readonly Shown[]
  readonly after: readonly Shown[]
  /** Models that could not write the summary. */
  readonly failures: readonly SummaryFailure[]
}

/** Makes a transcript small enough for a window, once: the same conversation, in the format it came in. */
export async function compress(transcript: Transcript, options: CompressOptions): Promise<CompressResult> {
  checkCall(transcript, options)
  const { counter = createCounter(), signal = never } = options
  const ports = portsFor(transcript, options)
  const before = transcript.messages.map((message, index) => ({ id: ports.mintId(), message, index }))
  const read = { originals: async (ids: readonly EntryId[]) => pick(before, ids), log: createListLog(() => before) }
  const engine = await options.engine({ ...ports, ...read, ...options.ports })
  const binds = isBound(transcript, options.model)
  const occasion = occasionFor(transcript, { ...options, counter }, { before, binds, at: ports.now() })
  const plan =
    belowThreshold(transcript, occasion, options) ??
    (await planCompaction({ engine, ...(options.hooks && { hooks: options.hooks }) }, occasion, signal))
  const signed = { engine: engine.name, session: ports.mintId(), ms: ports.now() - occasion.at }
  if (plan instanceof Failure || plan.kind !== 'compact') {
    const receipt = untouchedReceipt(transcript, occasion, signed)
    return { ...reasonOf(plan), transcript, receipt, before, after: before, failures: [] }
  }
  const after = viewOf(before, plan, binds)
  const messages = writtenMessages(before, after)
  const receipt = receiptOf(occasion, plan, { ...signed, continuation: ports.mintId() })
  return {
    outcome: 'committed',
    transcript: { ...transcript, messages },
    receipt: receiptOfWritten(receipt, after, { messages, counter }),
    before,
    after,
    failures: plan.failures,
  }
}

/** What is called from plain JavaScript is told in words what it lacks. */
function checkCall(transcript: Transcript, { engine, window }: CompressOptions): void {
  if (!Array.isArray(transcript?.messages))
    throw new TypeError('compress takes a transcript, as readTranscript returns it under "transcript".')
  if (typeof engine !== 'function')
    throw new TypeError('compress needs "engine": a function that makes one, such as createCompressor.')
  if (!(window?.contextTokens > 0))
    throw new TypeError('compress needs "window": { contextTokens: … }, the window of the model that reads the result.')
}

/** A world that is still: nothing is waited for, and the same transcript gives the same bytes. */
function portsFor(
  transcript: Transcript,
  { ports, summaryModels = [] }: CompressOptions,
): Omit<EnginePorts, 'originals' | 'log'> {
  let minted = 0
  const at = lastRecordedTime(transcript) ?? 0
  return {
    summaryModels,
    // As long as the ids of a store: facts are kept within a size that counts them.
    mintId: () => entryId(`entry-${String(minted++).padStart(30, '0')}`),
    howToRead: (number) => `Its original is message ${number} of the transcript.`,
    howToRecall:
      'The originals are in the transcript as it was before; ask for them by their numbers, counted from #0.',
    pause: async () => {},
    now: () => at,
    wait: (_, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    ...ports,
  }
}

interface Opened {
  readonly before: readonly Shown[]
  readonly binds: boolean
  readonly at: number
}

function occasionFor(
  transcript: Transcript,
  { window, counter, focus, force }: CompressOptions & { readonly counter: Counter },
  { before, binds, at }: Opened,
): Occasion {
  const saidAt = lastRecordedTime(transcript)
  const view = binds ? before.map(withoutSealed) : before
  const thinkingTokens = binds ? tokensIn(before, counter) - tokensIn(view, counter) : 0
  return {
    trigger: force || focus !== undefined ? 'manual' : 'preflight',
    view,
    overheadTokens: counter.request([], transcript.tools),
    budget: 'thresholdTokens' in window ? window : deriveBudget(window),
    counter,
    at,
    ...(saidAt !== undefined && { saidAt }),
    ...(focus !== undefined && { focus: redact(focus).text }),
    ...(thinkingTokens > 0 && { thinkingTokens }),
  }
}

function tokensIn(view: readonly Shown[], counter: Counter): number {
  return view.reduce((sum, { message }) => sum + counter.message(message), 0)
}

/** True when the model of a transcript refuses what it thought before the transcript was changed. */
function isBound({ model, messages }: Transcript, chosen: string | undefined): boolean {
  const author = messages.findLast((message) => message.role === 'assistant' && message.model !== undefined)
  const name = chosen ?? model ?? (author?.role === 'assistant' ? author.model : undefined)
  return name !== undefined && bindsThinking(name, createCatalogue().find(name))
}

function withoutSealed(entry: Shown): Shown {
  return hasSeal(entry.message) ? { ...entry, message: withoutThinking(entry.message) } : entry
}

/** Aborted by nobody. */
const never = new AbortController().signal

type Unplanned = Exclude<Plan, { kind: 'compact' }> | Failure

function belowThreshold(
  { messages, tools }: Transcript,
  { counter, budget }: Occasion,
  { force = false }: CompressOptions,
): Unplanned | undefined {
  const tokens = counter.request(messages, tools)
  if (force || tokens >= budget.thresholdTokens) return undefined
  const [have, limit] = [tokens, budget.thresholdTokens].map((value) => value.toLocaleString('en-US'))
  return {
    kind: 'unchanged',
    reason: 'below-threshold',
    detail: `Its ${have} tokens are below the threshold of ${limit}.`,
  }
}

function reasonOf(plan: Unplanned): NotCompressed {
  if (plan instanceof Failure) return { outcome: 'failed', reason: plan.code, detail: plan.message }
  return { outcome: 'unchanged', reason: plan.kind === 'deferred' ? 'deferred' : plan.reason, detail: plan.detail }
}

/** The entries of a plan's view; a model that binds its thinking is sent the words alone. */
function viewOf(
  before: readonly Shown[],
  { view }: Extract<Plan, { kind: 'compact' }>,
  binds: boolean,
): readonly Shown[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const shown = view.flatMap((item) => (item.kind === 'made' ? item : (known.get(item.id) ?? [])))
  if (!binds) return shown
  return shown.flatMap((entry) => {
    const message = withoutThinking(entry.message)
    if (message === entry.message) return [entry]
    return message.parts.length === 0 ? [] : [{ ...entry, message }]
  })
}

function pick(entries: readonly Shown[], ids: readonly EntryId[]): readonly Shown[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

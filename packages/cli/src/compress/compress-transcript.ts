import type { Budget, ContextEngine, HostHooks, Receipt } from '@palimpsest/core'
import {
  bindsThinking,
  type Counter,
  compactSession,
  createCatalogue,
  type Instant,
  lastRecordedTime,
  type Message,
  type SessionId,
  type SessionOutcome,
  type SessionStore,
  type StoredMessage,
  type SummaryFailure,
  sessionId,
  type Transcript,
  withoutThinking,
} from '@palimpsest/core'
import { uuidv7 } from 'uuidv7'
import { createHookedEngine, openMemoryStore } from '../compose.ts'
import { keepTranscript } from '../store/keep-transcript.ts'
import type { Io } from '../terminal/io.ts'
import { enginePorts } from './engine-ports.ts'
import type { Summarizer } from './summarizer-for.ts'
import { untouchedReceipt } from './untouched-receipt.ts'
import { receiptOfWritten, writtenMessages } from './written-messages.ts'

export interface CompressOrder {
  readonly engine: string
  readonly budget: Budget
  readonly counter: Counter
  readonly summarizer: Summarizer
  readonly focus?: string
  /** The model that will read it, if not the one that wrote it. */
  readonly model?: string
  /** Compress although there is room. */
  readonly force: boolean
}

/** The outcome. Unless it was committed, the conversation is unchanged. */
export type CompressEnding =
  | { readonly outcome: 'committed'; readonly receipt: Receipt }
  | {
      readonly outcome: 'unchanged' | 'failed'
      readonly reason: string
      readonly detail: string
      /** Says that nothing was done. */
      readonly receipt: Receipt
    }

/** The view the model would have had, and the one it has from now on. */
export interface Compressed {
  readonly before: readonly StoredMessage[]
  readonly after: readonly StoredMessage[]
  /** The same as a file shows it, with calls and results as a provider takes them. */
  readonly written: readonly Message[]
  readonly ending: CompressEnding
  /** Models that could not write the summary. */
  readonly failures: readonly SummaryFailure[]
  /** Notifies plugins. To be called once the result is written. */
  tellPlugins(): Promise<void>
}

/** Compresses a transcript once, as a conversation that lives only for this. */
export async function compressTranscript(transcript: Transcript, order: CompressOrder, io: Io): Promise<Compressed> {
  const store = await openMemoryStore()
  try {
    // A name that nothing goes by is told even where there is nothing to do.
    const host = { env: io.env, tell: (text: string) => io.err(`${text}\n`) }
    const { engine, hooks, done } = await createHookedEngine(
      order.engine,
      enginePorts(store, order.summarizer.models, io),
      host,
    )
    const session = await keep(store, transcript)
    const before = await store.view(session)
    const startMs = Date.now()
    const untouched = () =>
      untouchedReceipt(transcript, { ...order, trigger: triggerOf(order), session, ms: Date.now() - startMs })
    const tokens = order.counter.request(transcript.messages, transcript.tools)
    if (!order.force && tokens < order.budget.thresholdTokens) {
      const ending = { ...belowThreshold(tokens, order.budget), receipt: untouched() }
      return { before, after: before, written: transcript.messages, ending, failures: [], tellPlugins: async () => {} }
    }
    const overheadTokens = order.counter.request([], transcript.tools)
    const saidAt = lastRecordedTime(transcript)
    const binds = isBound(transcript, order.model)
    const task = { ...order, session, overheadTokens, binds, hooks, ...(saidAt !== undefined && { saidAt }) }
    const outcome = await compact(store, engine, task, io.interrupted)
    const after = outcome.kind === 'committed' ? shownIn(await store.view(outcome.session.id), binds) : before
    const tellPlugins = async () => {
      if (outcome.kind === 'committed') await done(outcome.receipt, io.interrupted)
    }
    const failures = outcome.kind === 'committed' ? outcome.failures : []
    const written = outcome.kind === 'committed' ? writtenMessages(before, after) : transcript.messages
    const ending = endingOf(outcome, untouched)
    if (ending.outcome !== 'committed') return { before, after, written, ending, failures, tellPlugins }
    const receipt = receiptOfWritten(ending.receipt, after, { messages: written, counter: order.counter })
    return { before, after, written, ending: { outcome: 'committed', receipt }, failures, tellPlugins }
  } finally {
    // A model that failed leaves its progress unfinished on the line.
    if (order.summarizer.wasAsked()) io.progress?.('')
    await store.end()
  }
}

async function keep(store: SessionStore, transcript: Transcript): Promise<SessionId> {
  const conversation = await store.conversation(await keepTranscript(store, transcript))
  if (conversation === undefined) throw new Error('The transcript was kept, but cannot be found.')
  return conversation.tip
}

/** Returns true when the model of a transcript will refuse its thinking from before the compaction. */
function isBound({ model, messages }: Transcript, chosen: string | undefined): boolean {
  const author = messages.findLast((message) => message.role === 'assistant' && message.model !== undefined)
  const name = chosen ?? model ?? (author?.role === 'assistant' ? author.model : undefined)
  return name !== undefined && bindsThinking(name, createCatalogue().find(name))
}

/** Such a model is sent the words alone. */
function shownIn(view: readonly StoredMessage[], binds: boolean): readonly StoredMessage[] {
  if (!binds) return view
  return view.flatMap((entry) => {
    const message = withoutThinking(entry.message)
    if (message === entry.message) return [entry]
    return message.parts.length === 0 ? [] : [{ ...entry, message }]
  })
}

interface Task extends CompressOrder {
  readonly hooks: HostHooks
  readonly binds: boolean
  readonly session: SessionId
  readonly overheadTokens: number
  readonly saidAt?: Instant
}

async function compact(
  store: SessionStore,
  engine: ContextEngine,
  task: Task,
  signal: AbortSignal,
): Promise<SessionOutcome> {
  const { session, budget, counter, focus, overheadTokens, binds, saidAt } = task
  const host = {
    store,
    engine,
    hooks: task.hooks,
    counter,
    now: () => Date.now(),
    mintSession: () => sessionId(uuidv7()),
  }
  const request = {
    session,
    trigger: triggerOf(task),
    budget,
    overheadTokens,
    bindsThinking: binds,
    ...(focus !== undefined && { focus }),
    ...(saidAt !== undefined && { saidAt }),
  } as const
  return compactSession(host, request, signal)
}

function triggerOf({ force, focus }: CompressOrder): Receipt['trigger'] {
  return force || focus !== undefined ? 'manual' : 'preflight'
}

function belowThreshold(tokens: number, { thresholdTokens }: Budget) {
  const [have, limit] = [tokens, thresholdTokens].map((value) => value.toLocaleString('en-US'))
  const detail = `Its ${have} tokens are below the threshold of ${limit}; --force compresses it all the same.`
  return { outcome: 'unchanged', reason: 'below-threshold', detail } as const
}

function endingOf(outcome: SessionOutcome, untouched: () => Receipt): CompressEnding {
  switch (outcome.kind) {
    case 'committed':
      return { outcome: 'committed', receipt: outcome.receipt }
    case 'unchanged':
      return { outcome: 'unchanged', reason: outcome.reason, detail: outcome.detail, receipt: untouched() }
    case 'deferred':
      return { outcome: 'unchanged', reason: 'deferred', detail: outcome.detail, receipt: untouched() }
    case 'failed':
      return {
        outcome: 'failed',
        reason: outcome.failure.code,
        detail: outcome.failure.message,
        receipt: untouched(),
      }
  }
}

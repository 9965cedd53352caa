import type { Budget } from '../budget/budget.ts'
import type { ContextEngine } from '../contract/engine.ts'
import type { Occasion, SummaryModel, Trigger } from '../contract/occasion.ts'
import type { SummaryFailure, UnchangedReason } from '../contract/plan.ts'
import type { Receipt } from '../contract/receipt.ts'
import { Failure, isFailure } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { redact } from '../redact/redact.ts'
import type { Instant, Session, SessionId } from '../store/session.ts'
import type { Compaction, SessionStore, StoredMessage } from '../store/store.ts'
import { hasSeal, withoutThinking } from '../thinking/without-thinking.ts'
import type { Counter } from '../tokens/count.ts'
import { receiptOf } from './plan/receipt.ts'
import { type PlanningHooks, planCompaction } from './plan-compaction.ts'
import { dropPrepared, forgetBegun, noteBegun, type PreparedFor, readBegun, readPrepared } from './prepared-work.ts'

/** The services that a compaction needs from its host. */
export interface CompactionHost {
  readonly store: SessionStore
  readonly engine: ContextEngine
  readonly counter: Counter
  now(): Instant
  mintSession(): SessionId
  readonly hooks?: HostHooks
}

/**
 * What a host does at each moment of a compaction, in this order. An error before the commit ends it, and nothing is
 * changed; an error in `afterCommit` comes too late for that, and is thrown.
 */
export interface HostHooks extends PlanningHooks {
  /** The compaction as it is to be written: what only the host knows goes into the same step. */
  beforeCommit?(compaction: Compaction, session: Session): Compaction | Promise<Compaction>
  /** It is written. */
  afterCommit?(compaction: Compaction, session: Session): Promise<void>
}

export interface CompactionRequest {
  /** Any session of the chain; its newest continuation is compressed. */
  readonly session: SessionId
  readonly trigger: Trigger
  readonly budget: Budget
  /** Tools, and anything else that is sent beside the messages of the session. */
  readonly overheadTokens: number
  /** Tokens that will be sent beside them in addition after the compaction. @default 0 */
  readonly addedTokens?: number
  /** Tokens beside them, not in `overheadTokens`, that will no longer be sent after the compaction. @default 0 */
  readonly leavingTokens?: number
  readonly focus?: string
  /** The model takes none of the thinking back that was written before the view changes. @default false */
  readonly bindsThinking?: boolean
  /** When the newest message was said, where that is not about now. */
  readonly saidAt?: Instant
  /** The conversation's own model, where its prompt is cached and it may write the summary on top of it. */
  readonly live?: SummaryModel
  /** Somebody prepares compactions in the background. @default false */
  readonly mayDefer?: boolean
  /** Ends when the preparation that is under way is done; absent where none is. */
  preparing?(): Promise<unknown>
}

/** The outcome of a compaction. In any case, nothing is lost. */
export type SessionOutcome =
  | {
      readonly kind: 'committed'
      readonly receipt: Receipt
      readonly session: Session
      /** Models that could not write the summary. */
      readonly failures: readonly SummaryFailure[]
    }
  | { readonly kind: 'unchanged'; readonly reason: UnchangedReason; readonly detail: string }
  | { readonly kind: 'deferred'; readonly until: Instant; readonly detail: string }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly preserved: true }

/** Asks the engine for a plan, holds it against the rules, and writes it in one step with its receipt. */
export async function compactSession(
  host: CompactionHost,
  request: CompactionRequest,
  signal: AbortSignal,
): Promise<SessionOutcome> {
  const tip = await host.store.compressionTip(request.session)
  return compactTip(host, { tip, occasion: await occasionOf(host, request, tip) }, signal)
}

/** The session to be compacted, and the occasion for its engine. */
export interface PreparedCompaction {
  readonly tip: Session
  readonly occasion: Occasion
}

/** As `compactSession`, for a view that was read already. */
export async function compactTip(
  host: CompactionHost,
  { tip, occasion }: PreparedCompaction,
  signal: AbortSignal,
): Promise<SessionOutcome> {
  const { engine, now } = host
  const startedAt = occasion.at
  const plan = await planCompaction(host, occasion, signal)
  if (plan instanceof Failure) return failed(plan)
  if (plan.kind !== 'compact') return plan
  const continuation = host.mintSession()
  const at = Math.max(now(), tip.startedAt)
  const receipt = receiptOf(occasion, plan, { engine: engine.name, session: tip.id, continuation, ms: at - startedAt })
  const compaction: Compaction = {
    session: tip.id,
    basedOnSeq: occasion.view.length,
    continuation,
    view: plan.view,
    at,
    receipt: receipt as unknown as JsonObject,
    // Nothing written down leaves what was written before.
    ...(plan.memo !== null && { ledger: plan.memo }),
  }
  const session = await commit(host, compaction, tip)
  const hasBegun = (occasion.begun ?? []).length > 0
  if (hasBegun && plan.summary.by !== 'none') await forgetBegun(host.store, tip.conversation).catch(() => {})
  const isOutlived = engine.preparation?.outlivesView === true && plan.summary.by === 'none'
  // What stays behind is known to be stale by its session.
  const hasPrepared = (occasion.prepared ?? plan.prepared) !== undefined
  if (hasPrepared && !isOutlived) await dropPrepared(host.store, { tip, engine }).catch(() => {})
  if (session !== undefined) return { kind: 'committed', receipt, session, failures: plan.failures }
  // Whoever was faster has compacted it already: their view is the one to go on with.
  return { kind: 'deferred', until: at, detail: 'Someone else compacted this conversation just now.' }
}

/** The session that goes on; nothing where somebody else was faster. */
async function commit(
  { store, hooks }: CompactionHost,
  planned: Compaction,
  tip: Session,
): Promise<Session | undefined> {
  try {
    const compaction = (await hooks?.beforeCommit?.(planned, tip)) ?? planned
    const session = await store.compact(compaction)
    await hooks?.afterCommit?.(compaction, tip)
    return session
  } catch (error) {
    if (!isFailure(error, 'store/conflict')) throw error
    return undefined
  }
}

/** Reads the view of a session, and what the engine wrote down about the conversation. */
export async function occasionOf(
  { store, engine, counter, now }: CompactionHost,
  request: CompactionRequest,
  tip: Session,
): Promise<Occasion> {
  const { trigger, budget, focus, live, saidAt, addedTokens = 0, leavingTokens = 0, mayDefer = false } = request
  const [stored, memo, prepared, begun] = await Promise.all([
    store.view(tip.id),
    newestMemo(store, tip),
    engine.prepare === undefined ? undefined : readPrepared(store, { tip, engine }),
    engine.prepare === undefined ? [] : readBegun(store, tip.conversation),
  ])
  const view = request.bindsThinking ? stored.map(withWordsAlone) : stored
  const thinkingTokens = request.bindsThinking ? thoughtIn(stored, tip, counter) : 0
  return {
    trigger,
    view,
    overheadTokens: overheadOf(counter, request, tip),
    ...(addedTokens !== 0 && { addedTokens }),
    budget,
    counter,
    at: now(),
    ...(saidAt !== undefined && { saidAt }),
    ...(focus !== undefined && { focus: redact(focus).text }),
    ...(memo !== undefined && { memo }),
    ...(prepared !== undefined && { prepared }),
    ...(begun.length > 0 && { begun }),
    ...(engine.prepare && { noteBegun: () => noteBegun(store, tip.conversation, now()) }),
    ...(mayDefer && { mayDefer }),
    ...(leavingTokens > 0 && { leavingTokens }),
    ...(request.preparing && { preparing: () => afterPreparing(request, store, { tip, engine }) }),
    ...(thinkingTokens > 0 && { thinkingTokens }),
    ...(live && { live }),
  }
}

async function afterPreparing(
  request: CompactionRequest,
  store: SessionStore,
  about: PreparedFor,
): Promise<Json | undefined> {
  await request.preparing?.()
  return readPrepared(store, about)
}

/** An entry as it will be sent once the view is another one; thinking without a seal is sent in none. */
function withWordsAlone(entry: StoredMessage): StoredMessage {
  return hasSeal(entry.message) ? { ...entry, message: withoutThinking(entry.message) } : entry
}

/** Returns the tokens of the thinking that is still sent: that of this very session. */
function thoughtIn(view: readonly StoredMessage[], tip: Session, counter: Counter): number {
  return view.reduce((sum, { message, session }) => {
    if (session !== tip.id || !hasSeal(message)) return sum
    return sum + counter.message(message) - counter.message(withoutThinking(message))
  }, 0)
}

/** All that is sent beside the view, the system prompt included. */
export function overheadOf(
  counter: Counter,
  { overheadTokens }: Pick<CompactionRequest, 'overheadTokens'>,
  { system }: Session,
): number {
  return overheadTokens + (system === undefined ? 0 : counter.part({ type: 'text', text: system }))
}

/** Returns the engine's newest memo. One from a compaction that was undone does not count. */
async function newestMemo(store: SessionStore, tip: Session): Promise<Json | undefined> {
  const newest = (await store.ledgers(tip.conversation, 1)).at(-1)
  if (newest === undefined || newest.session === tip.id) return newest?.value
  const [lineage, ledgers] = await Promise.all([store.lineage(tip.id), store.ledgers(tip.conversation)])
  const standing = new Set(lineage.map(({ id }) => id))
  return ledgers.findLast(({ session }) => standing.has(session))?.value
}

function failed(failure: Failure): SessionOutcome {
  return { kind: 'failed', failure, preserved: true }
}

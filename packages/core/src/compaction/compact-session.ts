import type { Budget } from '../budget/budget.ts'
import type { ContextEngine } from '../contract/engine.ts'
import type { Occasion, SummaryModel, Trigger } from '../contract/occasion.ts'
import type { Plan, SummaryFailure, UnchangedReason } from '../contract/plan.ts'
import type { Receipt } from '../contract/receipt.ts'
import { Failure, isFailure } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import { redact } from '../redact/redact.ts'
import type { Instant, Session, SessionId } from '../store/session.ts'
import type { Compaction, SessionStore, StoredMessage } from '../store/store.ts'
import { hasSeal, withoutThinking } from '../thinking/without-thinking.ts'
import type { Counter } from '../tokens/count.ts'
import { checkPlan, type PlanFault } from './plan/check-plan.ts'
import { planFault } from './plan/plan-fault.ts'
import { receiptOf } from './plan/receipt.ts'
import { withMustSurvive } from './plan/with-must-survive.ts'
import { wordsAlone } from './plan/words-alone.ts'

/** The services that a compaction needs from its host. */
export interface CompactionHost {
  readonly store: SessionStore
  readonly engine: ContextEngine
  readonly counter: Counter
  now(): Instant
  mintSession(): SessionId
  readonly hooks?: HostHooks
}

/** Hooks of a host at each moment of a compaction, in this order. An error in one ends it; nothing is changed. */
export interface HostHooks {
  /** The engine is about to be asked. */
  started?(): void
  readonly mustSurvive?: SurvivorTexts
  /** The last chance to make something safe before the engine plans. */
  beforePlan?(): Promise<void>
  /** The compaction as it is to be written: what only the host knows goes into the same step. */
  beforeCommit?(compaction: Compaction, session: Session): Compaction
  /** It is written. */
  afterCommit?(compaction: Compaction, session: Session): Promise<void>
}

/** Texts that stay in the view, regardless of the engine's plan. */
export interface SurvivorTexts {
  texts(occasion: Occasion, signal: AbortSignal): Promise<readonly string[]>
  /** The id of a message that holds them, where there is no summary. */
  mintEntry(): EntryId
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
  readonly focus?: string
  /** The model takes none of the thinking back that was written before the view changes. @default false */
  readonly bindsThinking?: boolean
  /** When the newest message was said, where that is not about now. */
  readonly saidAt?: Instant
  /** The conversation's own model, where its prompt is cached and it may write the summary on top of it. */
  readonly live?: SummaryModel
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
  const plan = wordsAlone(occasion, occasion.budget.targetTokens) ?? (await planOf(host, occasion, signal))
  if (plan instanceof Failure) return failed(plan)
  if (plan.kind !== 'compact') return plan
  const faults = checkPlan(occasion, plan)
  if (faults.length > 0) return failed(brokenPlan(engine.name, faults))
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
    const compaction = hooks?.beforeCommit?.(planned, tip) ?? planned
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
  { store, counter, now }: CompactionHost,
  request: CompactionRequest,
  tip: Session,
): Promise<Occasion> {
  const { trigger, budget, focus, live, saidAt, addedTokens = 0 } = request
  const [stored, memo] = await Promise.all([store.view(tip.id), newestMemo(store, tip)])
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
    ...(thinkingTokens > 0 && { thinkingTokens }),
    ...(live && { live }),
  }
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
  const [lineage, ledgers] = await Promise.all([store.lineage(tip.id), store.ledgers(tip.conversation)])
  const standing = new Set(lineage.map(({ id }) => id))
  return ledgers.findLast(({ session }) => standing.has(session))?.value
}

/** An engine that throws is contained: the conversation goes on as it is. */
async function planOf(host: CompactionHost, occasion: Occasion, signal: AbortSignal): Promise<Plan | Failure> {
  const { engine } = host
  try {
    const plan = await askedPlan(host, occasion, signal)
    const fault = planFault(plan)
    if (fault !== undefined) return noPlan(engine.name, fault)
    const isIdle = plan.kind === 'unchanged' && plan.reason !== 'aborted' && plan.reason !== 'disabled'
    return (isIdle ? wordsAlone(occasion, occasion.budget.thresholdTokens - 1) : undefined) ?? plan
  } catch (error) {
    if (signal.aborted)
      return { kind: 'unchanged', reason: 'aborted', detail: 'The compaction was stopped; nothing was changed.' }
    const message = redact(error instanceof Error ? error.message : String(error)).text
    return new Failure('engine/failed', `The engine ${engine.name} failed: ${message}`, { engine: engine.name })
  }
}

/** Returns a plan with what the host wants to keep, even if the engine knows nothing of such wishes. */
async function askedPlan({ engine, hooks }: CompactionHost, told: Occasion, signal: AbortSignal): Promise<Plan> {
  // A list of its own: what an engine does to it must not change what its plan is held against.
  const occasion = { ...told, view: [...told.view] }
  hooks?.started?.()
  const survivors = hooks?.mustSurvive
  const texts = (await survivors?.texts(occasion, signal)) ?? []
  await hooks?.beforePlan?.()
  if (survivors === undefined || texts.length === 0) return engine.compress(occasion, signal)
  const asked = { ...occasion, mustSurvive: [...(occasion.mustSurvive ?? []), ...texts] }
  const plan = await engine.compress(asked, signal)
  // One that cannot be read is refused by whoever asked.
  return planFault(plan) === undefined ? withMustSurvive(asked, plan, () => survivors.mintEntry()) : plan
}

function brokenPlan(engine: string, faults: readonly PlanFault[]): Failure {
  const kinds = [...new Set(faults.map(({ kind }) => kind))]
  const message = `The engine ${engine} made a view that cannot be used (${kinds.join(', ')}). Nothing was changed.`
  return new Failure('engine/broken-plan', message, { engine, faults: faults.map(describeFault) })
}

function noPlan(engine: string, fault: string): Failure {
  const message = `The engine ${engine} answered with something that is no plan (${fault}). Nothing was changed.`
  return new Failure('engine/broken-plan', redact(message).text, { engine, faults: [redact(fault).text] })
}

function describeFault(fault: PlanFault): string {
  return redact(JSON.stringify(fault)).text
}

function failed(failure: Failure): SessionOutcome {
  return { kind: 'failed', failure, preserved: true }
}

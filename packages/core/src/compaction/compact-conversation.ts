import { inOwnMeasure } from '../budget/budget.ts'
import type { Occasion } from '../contract/occasion.ts'
import type { ConversationId, Session } from '../store/session.ts'
import {
  type CompactionHost,
  type CompactionRequest,
  compactTip,
  occasionOf,
  overheadOf,
  type PreparedCompaction,
  type SessionOutcome,
} from './compact-session.ts'
import type { Guard } from './decide/guard.ts'
import type { GuardEvent, Tried } from './decide/guard-event.ts'
import { judgePressure } from './decide/judge-pressure.ts'
import { readGuard, waryGuard } from './decide/read-guard.ts'
import { settle } from './decide/settle.ts'
import type { PressureSituation, Verdict } from './decide/verdict.ts'
import { eitherSignal } from './either-signal.ts'
import { countView } from './plan/count-view.ts'
import { makesRoomUntouched, unsentTokens } from './plan/words-alone.ts'

/** Work that one process at a time does; the two do not wait for each other. @default 'compaction' */
export type LonelyWork = 'compaction' | 'preparation'

/** A host whose conversations several processes may share. */
export interface ConversationHost extends CompactionHost {
  /** Does work that only one process at a time may do for a conversation; `taken` when another one does it now. */
  alone<T>(
    conversation: ConversationId,
    work: (signal: AbortSignal) => Promise<T>,
    purpose?: LonelyWork,
  ): Promise<T | 'taken'>
  mintRun(): string
  /** Lets others run while a long view is counted. @default it is counted in one go */
  pause?(): Promise<void>
}

/** A reason to compact, with all that bears on whether it is done. */
export interface ConversationPressure
  extends CompactionRequest,
    Pick<PressureSituation, 'enabled' | 'promptTokens' | 'isReported' | 'putOffTokens' | 'route' | 'summaryRoutes'> {}

type Skip = Extract<Verdict, { kind: 'skip' }>

/** The outcome, and the guard's current state. A skip says why, in words for the user. */
export type CompactionOutcome = { readonly guard: Guard | undefined } & (
  | SessionOutcome
  | ({ readonly kind: 'skipped' } & Omit<Skip, 'kind'>)
)

const stateKey = 'guard'

/**
 * One compaction from pressure to receipt: decides by the guard whether it is due, has the engine reduce and summarise,
 * commits its plan in one step, and writes down how it went.
 */
export async function compactConversation(
  host: ConversationHost,
  request: ConversationPressure,
  signal: AbortSignal,
): Promise<CompactionOutcome> {
  const tip = await host.store.compressionTip(request.session)
  const done = await host.alone(tip.conversation, (lost) => {
    const { signal: either, forget } = eitherSignal(signal, lost)
    return decide(host, request, either).finally(forget)
  })
  if (done !== 'taken') return done
  const detail = 'Another process is compacting this conversation.'
  return { kind: 'deferred', until: host.now(), detail, guard: undefined }
}

async function decide(
  host: ConversationHost,
  request: ConversationPressure,
  signal: AbortSignal,
): Promise<CompactionOutcome> {
  // Whoever held the lease before may have changed everything: all is read anew.
  const tip = await host.store.compressionTip(request.session)
  const guard = await loadGuard(host, tip.conversation, request.route)
  const early = judgePressure(guard, situationOf(host, request, tip, true))
  if (early.kind === 'skip') return skip(host, tip, guard, early)
  const told = await occasionOf(host, request, tip)
  if (host.pause !== undefined) await countView(told.view, told.counter, host.pause)
  const occasion = { ...told, budget: inOwnMeasure(told.budget, ratioOf(told, request)) }
  const hasContent = host.engine.hasContentToCompress(occasion) || makesRoomUntouched(occasion)
  const situation = situationOf(host, request, tip, hasContent)
  const verdict = judgePressure(guard, situation)
  if (verdict.kind === 'skip') return skip(host, tip, guard, verdict)
  const prepared = { tip, occasion: { ...occasion, resting: verdict.resting } }
  return run(host, prepared, { guard, situation }, signal)
}

/** No provider counts this much more; a report of more than that is mistaken. */
const mostRatio = 3

/** Returns the provider's tokens per token of our counter; ours may count more, which does no harm. */
export function ratioOf(occasion: Occasion, { promptTokens }: Pick<ConversationPressure, 'promptTokens'>): number {
  const { view, counter, overheadTokens } = occasion
  const beside = overheadTokens + unsentTokens(occasion)
  const counted = view.reduce((sum, { message }) => sum + counter.message(message), beside)
  return Math.min(mostRatio, Math.max(1, promptTokens / Math.max(1, counted)))
}

interface Judged {
  readonly guard: Guard | undefined
  readonly situation: PressureSituation
}

/** Runs a compaction. Its start is recorded first, so that one that kills its process counts too. */
async function run(
  host: ConversationHost,
  prepared: PreparedCompaction,
  { guard: before, situation }: Judged,
  signal: AbortSignal,
): Promise<CompactionOutcome> {
  const { conversation } = prepared.tip
  const id = host.mintRun()
  const begun = before && settle(before, { kind: 'begun', run: id, situation })
  await saveGuard(host, conversation, before, begun)
  const outcome = await compactTip(host, prepared, signal)
  const at = host.now()
  const guard = begun && settle(begun, endOf(outcome, { run: id, at, situation }))
  await saveGuard(host, conversation, begun, guard)
  return { ...outcome, guard }
}

function situationOf(
  host: ConversationHost,
  request: ConversationPressure,
  tip: Session,
  hasContent: boolean,
): PressureSituation {
  const { trigger, enabled, budget, promptTokens, isReported, putOffTokens, route, live } = request
  const overheadTokens = overheadOf(host.counter, request, tip)
  const summaryRoutes = [...(live ? [live.name] : []), ...request.summaryRoutes]
  const messages = tip.nextSeq
  const about = { trigger, enabled, budget, promptTokens, isReported, route, summaryRoutes, overheadTokens }
  const putOff = putOffTokens !== undefined && { putOffTokens }
  return { ...about, ...putOff, messages, hasContent, at: host.now() }
}

async function skip(
  host: ConversationHost,
  tip: Session,
  guard: Guard | undefined,
  verdict: Skip,
): Promise<CompactionOutcome> {
  const told = verdict.notify && guard ? settle(guard, { kind: 'told', notice: verdict.notice }) : guard
  await saveGuard(host, tip.conversation, guard, told)
  const { kind: _, ...why } = verdict
  return { kind: 'skipped', ...why, guard: told }
}

interface Ended {
  readonly run: string
  readonly at: number
  readonly situation: PressureSituation
}

function endOf(outcome: SessionOutcome, { run: id, at, situation }: Ended): GuardEvent {
  const end = { run: id, at }
  switch (outcome.kind) {
    case 'committed':
      return { ...end, kind: 'committed', situation, tried: triedOf(outcome, situation) }
    case 'unchanged':
      return outcome.reason === 'aborted'
        ? { ...end, kind: 'cancelled' }
        : { ...end, kind: 'unchanged', reason: outcome.reason }
    case 'deferred':
      return { ...end, kind: 'contended' }
    case 'failed':
      return outcome.failure.code === 'engine/broken-plan'
        ? { ...end, kind: 'unchanged', reason: 'refused' }
        : { ...end, kind: 'failed', cause: 'engine' }
  }
}

/** Models that failed rest for a while; the one that wrote is well again. */
function triedOf(
  { failures, receipt }: Extract<SessionOutcome, { kind: 'committed' }>,
  { summaryRoutes }: PressureSituation,
) {
  const failed: Tried[] = failures.map(({ model, cause }) => ({ route: model, cause: causeOf(cause) }))
  const writer = receipt.summary.model
  return writer !== undefined && summaryRoutes.includes(writer) ? [...failed, { route: writer }] : failed
}

function causeOf(cause: string): NonNullable<Tried['cause']> {
  if (cause === 'timeout' || cause === 'auth' || cause === 'quota') return cause
  return 'transient'
}

/** A guard that cannot be read is unknown, not empty; what lies there instead is written over with caution. */
export async function loadGuard(
  { store, now }: Pick<ConversationHost, 'store' | 'now'>,
  id: ConversationId,
  route: string,
): Promise<Guard | undefined> {
  const stored = await store.state.get(id, stateKey).catch(() => null)
  const guard = readGuard(stored ?? undefined)
  if (stored === null || guard !== undefined) return stored === null ? undefined : guard
  const wary = waryGuard(route, now())
  await store.state.set(id, stateKey, wary)
  return wary
}

async function saveGuard(
  { store }: ConversationHost,
  id: ConversationId,
  before: Guard | undefined,
  after: Guard | undefined,
): Promise<void> {
  if (after !== undefined && after !== before) await store.state.set(id, stateKey, after)
}

/**
 * Reports to the guard what a provider counted for a request with the view: the compaction before it is judged by
 * that.
 */
export async function noteReading(
  host: Pick<ConversationHost, 'store' | 'now'>,
  conversation: ConversationId,
  reading: Omit<Extract<GuardEvent, { kind: 'reading' }>, 'kind' | 'at'>,
): Promise<Guard | undefined> {
  const stored = await host.store.state.get(conversation, stateKey).catch(() => null)
  const guard = stored === null ? undefined : readGuard(stored)
  if (guard === undefined) return undefined
  const after = settle(guard, { kind: 'reading', ...reading, at: host.now() })
  if (after !== guard) await host.store.state.set(conversation, stateKey, after)
  return after
}

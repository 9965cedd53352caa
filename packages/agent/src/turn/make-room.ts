import {
  billsJson,
  type ContextEngine,
  isObject,
  type Json,
  type OwedUsage,
  type RoomOutcome,
  redact,
  type Session,
  type SessionStore,
} from '@palimpsest/core'
import { withCompress } from '../with-compress.ts'
import type { AgentParts, SessionMemory } from './agent.ts'
import { withUsage } from './owed.ts'
import { budgetOf, type Pressure, roomFor } from './room.ts'
import type { Run } from './run.ts'
import { carryRefused } from './thinking-state.ts'

/** Compresses if need be. Memory is safe before it, and engine and memory hear of the session that goes on. */
export async function makeRoom(run: Run, pressure: Pressure): Promise<RoomOutcome> {
  const outcome = await makeRoomNow(run, pressure)
  return pressure.trigger === 'overflow' && isTaken(outcome) ? afterOthers(run, pressure, outcome) : outcome
}

/** Another process compresses this conversation. */
function isTaken(outcome: RoomOutcome): boolean {
  return outcome.kind === 'deferred' && outcome.guard === undefined
}

/** Longer than the lease of a process that died while it compressed. */
const mostWaitMs = 40_000
const lookMs = 1_000

/** What was refused for its length can only go on when whoever compresses elsewhere is done, or is gone. */
async function afterOthers(run: Run, pressure: Pressure, outcome: RoomOutcome): Promise<RoomOutcome> {
  const { parts, session, onEvent, signal } = run
  const tip = await parts.store.compressionTip(session)
  onEvent({ kind: 'notice', text: 'Another process is compressing this conversation; waiting for it.' })
  for (let waitedMs = 0; waitedMs < mostWaitMs; waitedMs += lookMs) {
    await parts.wait(lookMs, signal)
    if ((await parts.store.compressionTip(session)).id !== tip.id) return outcome
    const again = await makeRoomNow(run, pressure)
    if (!isTaken(again)) return again
  }
  return outcome
}

async function makeRoomNow(run: Run, pressure: Pressure): Promise<RoomOutcome> {
  const { parts, session, onEvent } = run
  if (isEnough(parts, pressure)) {
    for (const text of parts.plugins?.notices.drain() ?? []) onEvent({ kind: 'notice', text })
    return roomEnough
  }
  const before = run.owed.read()
  let paid: OwedUsage | undefined
  const store = withHostFacts(run, (due) => {
    paid = due
  })
  const engine = parts.memory === undefined ? parts.engine : afterCommit(parts.engine, parts.memory)
  const outcome = await roomFor({ ...parts, engine, store }, session, pressure, run)
  if (outcome.kind === 'committed' || outcome.kind === 'deferred') {
    run.onSent(undefined)
    await run.sessions.follow(onEvent)
  }
  const price = priceWords(before, paid ?? run.owed.read())
  if (outcome.kind === 'committed' && outcome.failures.length > 0)
    onEvent({ kind: 'notice', text: [failuresNotice(outcome), ...price].join(' ') })
  else if (paid === undefined && price.length > 0)
    onEvent({ kind: 'notice', text: ['No summary came of what was asked.', ...price].join(' ') })
  return outcome
}

const roomEnough: RoomOutcome = {
  kind: 'skipped',
  reason: 'below-threshold',
  detail: 'There is room enough.',
  notify: false,
  notice: 'below-threshold',
  guard: undefined,
}

/** Decided here for the usual case, twice in each step, so that neither lease nor database is needed for it. */
function isEnough({ engine, model, compression }: AgentParts, pressure: Pressure): boolean {
  const { trigger, promptTokens } = pressure
  if (trigger !== 'preflight' && trigger !== 'response') return false
  const budget = budgetOf({ model, compression }, pressure)
  const thresholdTokens = Math.max(budget.thresholdTokens, pressure.putOffTokens ?? 0)
  return !(promptTokens >= thresholdTokens) || !engine.shouldCompress({ promptTokens, thresholdTokens })
}

function afterCommit(engine: ContextEngine, memory: SessionMemory): ContextEngine {
  return withCompress(engine, async (occasion, signal) => {
    await memory.commit()
    return engine.compress(occasion, signal)
  })
}

/**
 * What only the host knows is written with the compaction: what its summary took, and the system prompt as memory has it
 * now. Where memory says the same, so do its bytes, and the cache holds.
 */
function withHostFacts(run: Run, onPaid: (due: OwedUsage) => void): SessionStore {
  const { parts, owed } = run
  const { store } = parts
  return {
    ...store,
    compact: async (compaction) => {
      const session = await store.session(compaction.session)
      const system = session && systemFor(run, session)
      // What no made text can carry stays owed, and is no cost of this compaction.
      const due = compaction.view.some(({ kind }) => kind === 'made') ? owed.read() : undefined
      const written = await store.compact({
        ...compaction,
        ...(system !== undefined && { system }),
        ...(due && { view: withUsage(compaction.view, due.usage), receipt: withBill(compaction.receipt, due) }),
      })
      if (due !== undefined) onPaid(due)
      if (due !== undefined) await owed.settle(due)
      if (session !== undefined) await carryRefused(parts, session, compaction)
      return written
    },
  }
}

/** A memory that cannot be read now is no reason to lose a summary, or the turn. */
function systemFor({ parts: { memory }, onEvent }: Run, session: Session): string | undefined {
  try {
    return memory?.systemFor(session)
  } catch (error) {
    const why = redact(error instanceof Error ? error.message : String(error)).text
    onEvent({ kind: 'notice', text: `Memory could not be read (${why}); what it said before still holds.` })
    return undefined
  }
}

function withBill(receipt: Json | undefined, { calls, costUsd, bills }: OwedUsage): Json {
  if (!isObject(receipt)) return receipt ?? null
  return { ...receipt, calls, ...(costUsd !== undefined && { costUsd }), bills: billsJson(bills) }
}

/** A setting that is broken must not go unnoticed because another model stood in. */
function failuresNotice({ failures, receipt }: Extract<RoomOutcome, { kind: 'committed' }>): string {
  const failed = failures.map(({ model, message }) => `${model} (${message})`).join(', ')
  const writer = receipt.summary.model ?? 'code'
  return `No summary from ${failed}; ${writer} wrote it. Check auxiliary.compression if this repeats.`
}

/** Answers that could not be used are paid all the same. */
function priceWords(before: OwedUsage | undefined, after: OwedUsage | undefined): readonly string[] {
  const calls = (after?.calls ?? 0) - (before?.calls ?? 0)
  if (after === undefined || calls <= 0) return []
  const usd = after.costUsd === undefined ? undefined : after.costUsd - (before?.costUsd ?? 0)
  const price = usd === undefined ? 'price unknown' : `$${usd.toFixed(4)}`
  return [`Asking took ${calls === 1 ? '1 call' : `${calls} calls`} (${price}).`]
}

import type { EntryId } from '@palimpsest/core/log'
import {
  billsJson,
  billsKey,
  type ModelBill,
  readUnbilled,
  type SessionId,
  type UnbilledUsage,
  unbilledKey,
  type ViewItem,
} from '@palimpsest/core/store'
import { addBilled, type BilledUsage } from '@palimpsest/core/tokens'
import type { AgentModel, AgentParts } from '../agent.ts'
import { addTally, freshTally, tallyCall } from './turn-tally.ts'

/** The usage of calls outside the conversation, until it is recorded with something that they led to. */
export interface UnbilledCalls {
  add(usage: BilledUsage, model: AgentModel): void
  /** The usage owed now, if any. */
  read(): UnbilledUsage | undefined
  /** So much of it is in the store. Where a message carries it, the models that were asked are written down beside it. */
  settle(written: UnbilledUsage, carrier?: EntryId): Promise<void>
  /** Keeps it apart until a message carries it: a conversation that rests may never be spoken in again. */
  keep(): Promise<void>
  /** Takes up what an earlier run has kept, once. */
  takeUp(): Promise<void>
}

const nothing: UnbilledUsage = { ...freshTally, bills: [] }

export function createUnbilledCalls({ store }: Pick<AgentParts, 'store'>, session: SessionId): UnbilledCalls {
  // Calls are added while others are being written: what was read is a beginning of them, and so is what was written.
  let calls: readonly UnbilledUsage[] = []
  let settled = 0
  const readUpTo = new WeakMap<UnbilledUsage, number>()
  let isKept = false
  let isTakenUp = false
  let writing = Promise.resolve()
  const scope = async () => (await store.compressionTip(session)).conversation
  const all = () => calls.reduce(together, nothing)
  const write = async () => {
    const at = await scope()
    isKept = calls.length > 0
    await (isKept ? store.state.set(at, unbilledKey, asKept(all())) : store.state.remove(at, unbilledKey))
  }
  /** One after the other: a preparation may end while a message is written. */
  const keep = () => {
    writing = writing.then(write).catch(() => undefined)
    return writing
  }
  return {
    add: (usage, { name, info }) => {
      const call = tallyCall(freshTally, usage, info)
      calls = [...calls, { ...call, bills: [{ model: name, ...call }] }]
    },
    read: () => {
      if (calls.length === 0) return undefined
      const unbilled = all()
      readUpTo.set(unbilled, settled + calls.length)
      return unbilled
    },
    settle: async (written, carrier) => {
      const upTo = readUpTo.get(written) ?? 0
      if (upTo <= settled) return
      calls = calls.slice(upTo - settled)
      settled = upTo
      if (carrier !== undefined)
        await store.state.set(await scope(), billsKey(carrier), billsJson(written.bills)).catch(() => undefined)
      await writing
      if (isKept) await keep()
    },
    keep: async () => {
      if (calls.length > 0) await keep()
    },
    takeUp: async () => {
      if (isTakenUp) return
      isTakenUp = true
      const kept = readUnbilled(await store.state.get(await scope(), unbilledKey).catch(() => undefined))
      if (kept === undefined) return
      isKept = true
      calls = [...calls, kept]
    },
  }
}

function together(a: UnbilledUsage, b: UnbilledUsage): UnbilledUsage {
  return { ...addTally(a, b), bills: b.bills.reduce(addBill, a.bills) }
}

function addBill(bills: readonly ModelBill[], more: ModelBill): readonly ModelBill[] {
  const { model } = more
  const same = bills.find((bill) => bill.model === model)
  if (same === undefined) return [...bills, more]
  return bills.map((bill) => (bill === same ? { model, ...addTally(same, more) } : bill))
}

function asKept({ usage, calls, costUsd, bills }: UnbilledUsage) {
  return { usage: { ...usage }, calls, ...(costUsd !== undefined && { costUsd }), bills: billsJson(bills) }
}

/** The view with the usage of its making, recorded on the text that represents most; that is the summary. */
export function withUsage(view: readonly ViewItem[], usage: BilledUsage): readonly ViewItem[] {
  const sizes = view.map((item) => (item.kind === 'made' ? item.standsFor.length : -1))
  const largest = sizes.indexOf(Math.max(...sizes))
  return view.map((item, i) =>
    i === largest && item.kind === 'made' ? { ...item, usage: addBilled(item.usage ?? {}, usage) } : item,
  )
}

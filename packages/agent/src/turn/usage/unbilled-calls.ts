import type { EntryId } from '@palimpsest/core/log'
import {
  addUnbilled,
  billsJson,
  billsKey,
  type KeptUsage,
  keepUsage,
  keptUsage,
  type SessionId,
  type UnbilledUsage,
  unbilledOf,
  type ViewItem,
} from '@palimpsest/core/store'
import { addBilled, type BilledUsage } from '@palimpsest/core/tokens'
import type { AgentModel, AgentParts } from '../agent.ts'
import { freshTally, tallyCall } from './turn-tally.ts'

/**
 * The usage of calls outside the conversation, until it is recorded with something that they led to. What is kept belongs
 * to the store: another process may be the one that records it.
 */
export interface UnbilledCalls {
  add(usage: BilledUsage, model: AgentModel): void
  /** The usage owed now, if any, as far as this process knows. */
  read(): UnbilledUsage | undefined
  /** All that is owed. It counts as recorded once this message, which is to carry it, is in the store. */
  claim(carrier: EntryId): Promise<UnbilledUsage | undefined>
  /** The same for an original, which has no receipt that names the models: they are written down beside it. */
  claimWithModels(carrier: EntryId): Promise<UnbilledUsage | undefined>
  /** The message that claimed it is in the store, or never will be. */
  settle(): Promise<void>
  /** Keeps it apart until a message carries it: a conversation that rests may never be spoken in again. */
  keep(): Promise<void>
  /** Learns what this and other processes have kept. */
  takeUp(): Promise<void>
}

export function createUnbilledCalls({ store }: Pick<AgentParts, 'store'>, session: SessionId): UnbilledCalls {
  /** Calls that are in this process alone. */
  let fresh: readonly UnbilledUsage[] = []
  let kept: UnbilledUsage | undefined
  let last: Promise<unknown> = Promise.resolve()
  const scope = async () => (await store.compressionTip(session)).conversation
  const sum = (calls: readonly UnbilledUsage[]) => calls.reduce<UnbilledUsage | undefined>(addUnbilled, undefined)
  /** One after the other: a preparation may end while a message is written. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const done = last.then(work).catch(() => undefined)
    last = done
    return done
  }
  const rewrite = async (change: (usage: KeptUsage, mine: UnbilledUsage | undefined) => KeptUsage) => {
    const at = await scope()
    const mine = fresh
    const next = change(await keptUsage(store, at), sum(mine))
    await keepUsage(store, at, next)
    fresh = fresh.slice(mine.length)
    kept = addUnbilled(next.due, next.more)
  }
  const claim = (carrier: EntryId) =>
    inOrder(async () => {
      if (fresh.length === 0 && kept === undefined) return undefined
      let claimed: UnbilledUsage | undefined
      await rewrite(({ due, more }, mine) => {
        claimed = addUnbilled(addUnbilled(due, more), mine)
        return claimed === undefined ? {} : { due: claimed, carrier }
      })
      return claimed
    })
  return {
    add: (usage, { name, info }) => {
      const call = tallyCall(freshTally, usage, info)
      fresh = [...fresh, { ...call, bills: [{ model: name, ...call }] }]
    },
    read: () => addUnbilled(kept, sum(fresh)),
    claim,
    claimWithModels: async (carrier) => {
      const claimed = await claim(carrier)
      if (claimed !== undefined)
        await inOrder(async () => store.state.set(await scope(), billsKey(carrier), billsJson(claimed.bills)))
      return claimed
    },
    settle: async () => {
      await inOrder(() => rewrite(withMine))
    },
    keep: async () => {
      if (fresh.length > 0) await inOrder(() => rewrite(withMine))
    },
    takeUp: async () => {
      await inOrder(async () => {
        kept = await unbilledOf(store, await scope())
      })
    },
  }
}

/** What is on its way into a message stays as it is; the rest waits for the next one. */
function withMine(usage: KeptUsage, mine: UnbilledUsage | undefined): KeptUsage {
  const { due, carrier, more } = usage
  if (carrier === undefined) return { ...usage, ...(mine && { due: addUnbilled(due, mine) ?? mine }) }
  const later = addUnbilled(more, mine)
  return { ...usage, ...(later && { more: later }) }
}

/** The message of a view that records the usage of its making: the one that represents most, which is the summary. */
export function carrierIn(view: readonly ViewItem[]): EntryId | undefined {
  const sizes = view.map((item) => (item.kind === 'made' ? item.standsFor.length : -1))
  const largest = view[sizes.indexOf(Math.max(...sizes))]
  return largest?.kind === 'made' ? largest.id : undefined
}

/** The view with the usage of its making, recorded on one of its messages. */
export function withUsage(view: readonly ViewItem[], carrier: EntryId, usage: BilledUsage): readonly ViewItem[] {
  return view.map((item) =>
    item.kind === 'made' && item.id === carrier ? { ...item, usage: addBilled(item.usage ?? {}, usage) } : item,
  )
}

import {
  addBilled,
  type BilledUsage,
  type OwedUsage,
  owedKey,
  readOwed,
  type SessionId,
  type ViewItem,
} from '@palimpsest/core'
import type { AgentModel, AgentParts } from './agent.ts'
import { addTally, freshTally, type Tally, tallyCall } from './tally.ts'

/** What calls beside the conversation took, until it is written down with something that they led to. */
export interface Owed {
  add(usage: BilledUsage, model: AgentModel): void
  /** What is owed now, if anything. */
  read(): Tally | undefined
  /** So much of it is in the store. */
  settle(written: Tally): Promise<void>
  /** Keeps it apart until a message carries it: a conversation that rests may never be spoken in again. */
  keep(): Promise<void>
  /** Takes up what an earlier run has kept. */
  takeUp(): Promise<void>
}

export function createOwed({ store }: Pick<AgentParts, 'store'>, session: SessionId): Owed {
  let owed = freshTally
  let isKept = false
  const scope = async () => (await store.compressionTip(session)).conversation
  return {
    add: (usage, model) => {
      owed = tallyCall(owed, usage, model.info)
    },
    read: () => (owed.calls === 0 ? undefined : owed),
    settle: async (written) => {
      if (written !== owed) return
      owed = freshTally
      if (isKept) await store.state.remove(await scope(), owedKey).catch(() => undefined)
      isKept = false
    },
    keep: async () => {
      if (owed.calls === 0) return
      isKept = true
      await store.state.set(await scope(), owedKey, asKept(owed)).catch(() => undefined)
    },
    takeUp: async () => {
      const kept = readOwed(await store.state.get(await scope(), owedKey).catch(() => undefined))
      if (kept === undefined) return
      isKept = true
      owed = addTally(owed, kept)
    },
  }
}

function asKept({ usage, calls, costUsd }: OwedUsage) {
  return { usage: { ...usage }, calls, ...(costUsd !== undefined && { costUsd }) }
}

/** The view with what its making took, written on the text that stands for most; that is the summary. */
export function withUsage(view: readonly ViewItem[], usage: BilledUsage): readonly ViewItem[] {
  const sizes = view.map((item) => (item.kind === 'made' ? item.standsFor.length : -1))
  const largest = sizes.indexOf(Math.max(...sizes))
  return view.map((item, i) =>
    i === largest && item.kind === 'made' ? { ...item, usage: addBilled(item.usage ?? {}, usage) } : item,
  )
}

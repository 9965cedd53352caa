import type { Json } from '@palimpsest/core/json'
import {
  type Compaction,
  type ConversationId,
  type Instant,
  isFailure,
  type NewEntry,
  type NewSession,
  type SessionId,
  type SessionStore,
} from '@palimpsest/core/store'

/** One write to the store. Each can be repeated: its ids were minted before. */
export type StoreStep =
  | { readonly kind: 'begin'; readonly session: NewSession }
  | {
      readonly kind: 'append'
      readonly session: SessionId
      readonly expectedSeq: number
      readonly entries: readonly NewEntry[]
      readonly at: Instant
    }
  | { readonly kind: 'compact'; readonly compaction: Compaction }
  | { readonly kind: 'undo'; readonly continuation: SessionId; readonly at: Instant }
  | { readonly kind: 'note'; readonly conversation: ConversationId; readonly key: string; readonly value: Json }

/** How a queue stands: all is written, the store cannot take it now, or somebody else has written. */
export type QueueState = 'written' | 'behind' | 'conflict'

/**
 * What the store is still to learn of one host conversation, in order. A store that fails delays the rest, and keeps
 * nobody waiting for it.
 */
export interface WriteQueue {
  add(steps: readonly StoreStep[]): void
  write(): Promise<QueueState>
  /** Forgets all that is not written. */
  clear(): void
  readonly isEmpty: boolean
}

export function createWriteQueue(open: () => Promise<SessionStore>, onProblem: (error: unknown) => void): WriteQueue {
  let waiting: readonly StoreStep[] = []
  let writing: Promise<QueueState> | undefined
  const writeAll = async (): Promise<QueueState> => {
    for (;;) {
      const [step] = waiting
      if (step === undefined) return 'written'
      try {
        await take(await open(), step)
      } catch (error) {
        if (isFailure(error, 'store/conflict') || isFailure(error, 'store/invalid')) return 'conflict'
        onProblem(error)
        return 'behind'
      }
      waiting = waiting.filter((other) => other !== step)
    }
  }
  return {
    add: (steps) => {
      if (steps.length > 0) waiting = [...waiting, ...steps]
    },
    write: () => {
      writing ??= writeAll().finally(() => {
        writing = undefined
      })
      return writing
    },
    clear: () => {
      waiting = []
    },
    get isEmpty() {
      return waiting.length === 0
    },
  }
}

async function take(store: SessionStore, step: StoreStep): Promise<void> {
  switch (step.kind) {
    case 'begin':
      await store.begin(step.session)
      return
    case 'append':
      await store.append(step.session, step.expectedSeq, step.entries, step.at)
      return
    case 'compact':
      await store.compact(step.compaction)
      return
    case 'undo':
      await undo(store, step.continuation, step.at)
      return
    case 'note':
      await store.state.set(step.conversation, step.key, step.value)
  }
}

/** One that was undone before, by a call whose answer was lost, is not undone again. */
async function undo(store: SessionStore, continuation: SessionId, at: Instant): Promise<void> {
  const session = await store.session(continuation)
  if (session?.endReason !== 'undone') await store.undo(continuation, at)
}

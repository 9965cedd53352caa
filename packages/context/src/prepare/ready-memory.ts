import { createWriteQueue } from '../lines/write-queue.ts'
import { type ContextParts, type ConversationMemory, loadMemory } from './conversation-memory.ts'
import { thrownText } from './thrown-text.ts'

/** The memory of one conversation, and the one that stands in while its store cannot be read. */
export interface KeptMemory {
  readonly own: ConversationMemory
  stray?: ConversationMemory
}

export function keepMemory(parts: ContextParts, id: string): KeptMemory {
  return { own: emptyMemory(parts, id, false) }
}

function emptyMemory(parts: ContextParts, id: string, isStray: boolean): ConversationMemory {
  const tell = (error: unknown) =>
    parts.emit({ kind: 'problem', conversation: id, at: 'store', message: thrownText(error) })
  const queue = createWriteQueue(() => parts.store(), tell)
  // Nothing of a stray conversation is written: nobody knows what it would be added to.
  const never = { ...queue, add: () => {}, write: async () => 'written' as const }
  return { id, lines: [], nextNumber: 1, isLoaded: isStray, histories: [], queue: isStray ? never : queue, isStray }
}

/** The memory to work with now: what the store knows, or what this process said while the store could not be read. */
export async function readyMemory(parts: ContextParts, kept: KeptMemory): Promise<ConversationMemory> {
  try {
    await loadMemory(parts, kept.own)
    delete kept.stray
    return kept.own
  } catch (error) {
    parts.emit({ kind: 'problem', conversation: kept.own.id, at: 'store', message: thrownText(error) })
    kept.stray ??= emptyMemory(parts, kept.own.id, true)
    return kept.stray
  }
}

/** The memory that stands in where the conversation's own is of no use, which is read from the store again the next time. */
export function strayMemory(parts: ContextParts, kept: KeptMemory): ConversationMemory {
  forgetMemory(kept.own)
  kept.stray ??= emptyMemory(parts, kept.own.id, true)
  return kept.stray
}

/** A store that is busy for longer is left to catch up by itself. */
const patienceMs = 2_000
/** What was only said is said again by the host if need be, so no request waits longer for it to be written. */
const hasteMs = 3

/**
 * Writes what waits. `conflict` when somebody else has written: then all is forgotten, to be read again. In haste, the
 * rest is written while the request is on its way.
 */
export async function writeMemory(
  parts: ContextParts,
  memory: ConversationMemory,
  isHasty = false,
): Promise<'done' | 'conflict'> {
  if (memory.queue.isEmpty) return 'done'
  const state = await orLater(memory.queue.write(), isHasty ? hasteMs : patienceMs)
  if (state === undefined && !isHasty)
    parts.emit({ kind: 'problem', conversation: memory.id, at: 'store', message: 'The store does not answer in time.' })
  if (state !== 'conflict') return 'done'
  forgetMemory(memory)
  return 'conflict'
}

/** Forgets all that the store knows as well, or does not take. */
export function forgetMemory(memory: ConversationMemory): void {
  memory.queue.clear()
  memory.lines = []
  memory.isLoaded = false
}

async function orLater<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

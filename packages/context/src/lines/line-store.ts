import type { Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import type { Compaction, Instant, Session, SessionStore, StateStore, StoredMessage } from '@palimpsest/core/store'
import { compactLine, isInPlace } from './change-line.ts'
import { type Line, type LineView, lineTip, nextSeqOf, viewOf } from './line.ts'
import type { StoreStep } from './write-queue.ts'

/** A line that is to be compacted, and where changes of it go. */
export interface OpenLine {
  readonly line: () => Line
  /** The messages of the line as the host spells them now. */
  readonly messages: readonly Message[]
  /** Small facts of the conversation that were read or written before. */
  readonly notes: Map<string, Json | undefined>
  change(line: Line, steps: readonly StoreStep[]): void
}

/**
 * The store as a compaction sees it: what the line says is in memory, and numbers count from the first message of the
 * line, whichever line it was said in. What is written waits for the store; nobody waits with it.
 */
export function lineStore(store: SessionStore, open: OpenLine): SessionStore {
  const over: Pick<SessionStore, 'compressionTip' | 'lineage' | 'view' | 'ledgers' | 'message' | 'compact' | 'state'> =
    {
      compressionTip: async () => tipSession(open.line()),
      lineage: async () => [tipSession(open.line())],
      view: async () => storedView(open.line(), viewOf(open.line(), open.line().log.length), open.messages),
      ledgers: async () => {
        const { session, memo } = lineTip(open.line())
        return memo === undefined ? [] : [{ session, at: 0, value: memo }]
      },
      message: async (id) => {
        const line = open.line()
        const at = line.log.findIndex((entry) => entry.id === id)
        const entry = line.log[at]
        if (entry === undefined) return store.message(id)
        const message = open.messages[at] ?? entry.message
        return { id, conversation: line.name, session: entry.session, index: at, at: 0, message }
      },
      compact: async (compaction: Compaction) => {
        open.change(compactLine(open.line(), compaction), [{ kind: 'compact', compaction }])
        return tipSession(open.line(), compaction.at)
      },
      state: lineNotes(store.state, open),
    }
  return Object.assign(Object.create(store) as SessionStore, over)
}

function tipSession(line: Line, startedAt: Instant = 0): Session {
  const { session: id, born } = lineTip(line)
  const place = { id, conversation: line.name, kind: 'continuation', startedAt } as const
  return { ...place, bornWith: born.length, nextSeq: nextSeqOf(line), usage: {} }
}

/** What is read once is remembered, and what cannot be read now counts as not there. */
function lineNotes(state: StateStore, { line, notes, change }: OpenLine): StateStore {
  return {
    get: async (scope, key) => {
      // Nothing that is noted is null: a damaged note counts as none as well.
      if (!notes.has(key)) notes.set(key, (await state.get(scope, key).catch(() => undefined)) ?? undefined)
      return notes.get(key)
    },
    set: async (_, key, value) => {
      notes.set(key, value)
      change(line(), [{ kind: 'note', conversation: line().name, key, value }])
    },
    remove: (scope, key) => state.remove(scope, key),
    all: (scope) => state.all(scope),
  }
}

/** A view as a store would show it. Entries are numbered by their place in the line. */
export function storedView(line: Line, view: LineView, messages: readonly Message[]): readonly StoredMessage[] {
  const { name, log } = line
  return view.entries.flatMap(({ id, reach, made }): StoredMessage[] => {
    if (made !== undefined) return [{ id, conversation: name, at: 0, ...made }]
    const entry = log[reach - 1]
    if (entry === undefined) return []
    const session = isInPlace(view, entry.session) ? view.stage.session : entry.session
    return [{ id, conversation: name, session, index: reach - 1, at: 0, message: messages[reach - 1] ?? entry.message }]
  })
}

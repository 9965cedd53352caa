import type { ConversationId, Json, NewEntry, SessionStore } from '@palimpsest/core/store'

/** A store for one agent that works alone on a conversation: what it has just read is not asked for again. */
export interface RecentReads {
  readonly store: SessionStore
  /** Begins a step with nothing known, and keeps nothing of it: whoever waits for the next one holds no whole views. */
  step<T>(work: () => Promise<T>): Promise<T>
  /** The entry that was written last in this step. */
  written(): NewEntry | undefined
  /** How many compactions of the conversation were written. */
  compactions(): number
}

/**
 * What was read this long ago is read again: others may write without a lane, from a terminal for example. Whoever acts
 * on something older than the store is refused, since each write names the place that it goes on from.
 */
const freshMs = 500

/** Within one step of a turn the same tip and view are wanted several times; a write of its own makes all of them old. */
export function createRecentReads(
  store: SessionStore,
  conversation: ConversationId,
  now: () => number = performance.now.bind(performance),
): RecentReads {
  const [log, facts] = [createReads(now), createReads(now)]
  let compactions = 0
  let written: NewEntry | undefined
  return {
    step: async (work) => {
      const forget = () => {
        log.forget()
        facts.forget()
        written = undefined
      }
      forget()
      return work().finally(forget)
    },
    written: () => written,
    compactions: () => compactions,
    store: {
      ...store,
      compressionTip: (id) => log.read(`tip ${id}`, () => store.compressionTip(id)),
      message: (id) => log.read(`message ${id}`, () => store.message(id)),
      view: (id, page) => (page === undefined ? log.read(`view ${id}`, () => store.view(id)) : store.view(id, page)),
      begin: (session) => log.write(() => store.begin(session)),
      append: async (session, seq, entries, at) => {
        const progress = await log.write(() => store.append(session, seq, entries, at))
        written = entries.at(-1)
        return progress
      },
      undo: (continuation, at) => log.write(() => store.undo(continuation, at)),
      close: (session, reason, at) => log.write(() => store.close(session, reason, at)),
      compact: async (compaction) => {
        const session = await log.write(() => store.compact(compaction))
        if (session.conversation === conversation) compactions++
        return session
      },
      state: {
        ...store.state,
        get: (scope, key) =>
          facts.read<Json | undefined>(JSON.stringify([scope, key]), () => store.state.get(scope, key)),
        set: (scope, key, value) => facts.write(() => store.state.set(scope, key, value)),
        remove: (scope, key) => facts.write(() => store.state.remove(scope, key)),
      },
    },
  }
}

interface KnownRead {
  readonly at: number
  readonly value: Promise<unknown>
}

function createReads(now: () => number) {
  const known = new Map<string, KnownRead>()
  let writing = 0
  return {
    forget: () => known.clear(),
    read: <T>(key: string, ask: () => Promise<T>): Promise<T> => {
      // What is read while something is written may be from before.
      if (writing > 0) return ask()
      const found = known.get(key)
      if (found !== undefined && now() - found.at < freshMs) return found.value as Promise<T>
      const value = ask()
      known.set(key, { at: now(), value })
      value.catch(() => known.delete(key))
      return value
    },
    write: async <T>(act: () => Promise<T>): Promise<T> => {
      writing++
      known.clear()
      try {
        return await act()
      } finally {
        writing--
      }
    },
  }
}

import type { SessionNote } from '@palimpsest/core/engine'
import type { Session, SessionId } from '@palimpsest/core/store'
import type { AgentEvent, AgentParts } from './agent.ts'

/** Notifies engine and memory of the session that continues, however it changed. */
export interface Sessions {
  /** Finds where the conversation continues now; reports a change, and what ended. */
  follow(onEvent: (event: AgentEvent) => void): Promise<void>
  /** Number of compactions in effect. */
  compactions(): number
  /** The conversation rests. */
  end(onEvent: (event: AgentEvent) => void): Promise<void>
}

/** Follows a chain of sessions from where it is opened. */
export function followSessions(parts: AgentParts, session: SessionId, cause: 'new' | 'resumed'): Sessions {
  const { store, engine, memory } = parts
  let current: SessionNote | undefined
  let compactions = 0
  const start = async (tip: Session, why: SessionNote['cause'], onEvent: (event: AgentEvent) => void) => {
    const note: SessionNote = { session: tip.id, conversation: tip.conversation, cause: why }
    current = note
    compactions = (await store.lineage(tip.id)).length - 1
    await contained(`The engine ${engine.name}`, () => engine.onSessionStart?.(note), onEvent)
    await contained('The memory', () => memory?.onSessionStart?.(note), onEvent)
  }
  const stop = async (note: SessionNote, onEvent: (event: AgentEvent) => void) => {
    const reason = (await store.session(note.session))?.endReason ?? 'closed'
    current = undefined
    await contained('The memory', () => memory?.commit(), onEvent)
    await contained(`The engine ${engine.name}`, () => engine.onSessionEnd?.(note, reason), onEvent)
    return reason
  }
  return {
    follow: async (onEvent) => {
      const tip = await store.compressionTip(session)
      if (current === undefined) return start(tip, cause, onEvent)
      if (tip.id === current.session) return
      const reason = await stop(current, onEvent)
      await start(tip, reason === 'compression' ? 'compression' : 'resumed', onEvent)
    },
    compactions: () => compactions,
    end: async (onEvent) => {
      if (current !== undefined) await stop(current, onEvent)
    },
  }
}

/** Reports any fault of a plugin here, without stopping anything. */
export async function contained(who: string, tell: () => unknown, onEvent: (event: AgentEvent) => void): Promise<void> {
  try {
    await tell()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    onEvent({ kind: 'notice', text: `${who} failed (${why}). The conversation goes on.` })
  }
}

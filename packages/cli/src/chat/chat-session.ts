import type { SessionId } from '@palimpsest/core/store'
import type { Runtime } from '../runtime/runtime.ts'
import type { SlashSession, TextLook } from '../slash/slash-command.ts'

/** The conversation that is spoken in now, and how often since it was opened. */
export interface ChatSession extends SlashSession {
  turns(): number
  countTurn(): void
  /** The conversation rests. */
  end(): Promise<void>
}

export interface ChatSessionPorts extends Pick<SlashSession, 'store' | 'database' | 'results'> {
  look(): TextLook
  openRuntime(resume?: SessionId): Promise<Runtime>
  onNotice(text: string): void
}

/** Opens a conversation to chat in. */
export async function openChatSession(ports: ChatSessionPorts, resume?: SessionId): Promise<ChatSession> {
  const { store, database, results, look, openRuntime, onNotice } = ports
  let runtime = await openRuntime(resume)
  let turns = 0
  return {
    store,
    database,
    results,
    look,
    now: Date.now,
    runtime: () => runtime,
    turns: () => turns,
    countTurn: () => {
      turns++
    },
    // The old one is left only when the new one could be opened.
    open: async (other) => {
      const next = await openRuntime(other)
      await runtime.end()
      runtime = next
      turns = 0
      for (const notice of next.notices) onNotice(notice)
      return next
    },
    end: () => runtime.end(),
  }
}

import type { SessionId, SessionStore } from '@palimpsest/core'
import type { Runtime, RuntimeStatus } from '../runtime.ts'
import type { Look, SlashSession } from '../slash/slash-command.ts'

/** The conversation that is spoken in now, and how often since it was opened. */
export interface ChatSession extends SlashSession {
  /** As the runtime tells it; where the size of the prompt was not reported since it changed, it is estimated. */
  status(): RuntimeStatus
  /** The view was changed by something else than a turn. */
  noteChange(): Promise<void>
  turns(): number
  countTurn(): void
  /** The conversation rests. */
  end(): Promise<void>
}

export interface ChatSessionPorts {
  readonly store: SessionStore
  readonly memoryFolder: string
  look(): Look
  openRuntime(resume?: SessionId): Promise<Runtime>
  onNotice(text: string): void
}

/** Opens a conversation to chat in. */
export async function openChatSession(ports: ChatSessionPorts, resume?: SessionId): Promise<ChatSession> {
  const { store, memoryFolder, look, openRuntime, onNotice } = ports
  let runtime = await openRuntime(resume)
  let turns = 0
  let estimate = resume === undefined ? undefined : await sizeOf(runtime)
  return {
    store,
    memoryFolder,
    look,
    now: Date.now,
    runtime: () => runtime,
    status: () => withEstimate(runtime.status(), estimate),
    turns: () => turns,
    countTurn: () => {
      turns++
      estimate = undefined
    },
    noteChange: async () => {
      estimate = await sizeOf(runtime)
    },
    // The old one is left only when the new one could be opened.
    open: async (other) => {
      const next = await openRuntime(other)
      await runtime.end()
      runtime = next
      turns = 0
      estimate = other === undefined ? undefined : await sizeOf(next)
      for (const notice of next.notices) onNotice(notice)
      return next
    },
    end: () => runtime.end(),
  }
}

/** A conversation that is gone on with fills the window before anything is asked. */
async function sizeOf(runtime: Runtime): Promise<number> {
  return (await runtime.context()).promptTokens
}

function withEstimate(status: RuntimeStatus, estimate: number | undefined): RuntimeStatus {
  return estimate === undefined ? status : { ...status, promptTokens: estimate }
}

import type { ConversationId, Lane } from '@palimpsest/core/store'
import { heeded } from '../timing/heeded.ts'
import type { GatewayAgent, OpenAgent } from './gateway-agent.ts'

export interface AgentPoolDeps {
  readonly openAgent: OpenAgent
  readonly now: () => number
  /** Receives what goes wrong while an agent is closed; nobody waits for that. */
  readonly onFault: (error: unknown) => void
}

export interface AgentPoolOptions {
  /** Agents that are kept open without a lane. @default 64 */
  readonly most?: number
  /** How long such an agent is kept. @default 300_000 */
  readonly idleMs?: number
}

/** The open agents of this process, at most one for each conversation. */
export interface AgentPool {
  /** The agent of a lane: the one that is open where it still knows all, else a new one. */
  open(lane: Lane, about: { readonly channel: string; readonly title?: string }): Promise<GatewayAgent>
  /** How many compactions the open agent of a lane has made; 0 where none is open. */
  compactions(lane: Lane): number
  /** The lane was given back: the agent is kept where it can be used again. */
  park(lane: Lane): Promise<void>
  /** The lane was lost: the agent no longer knows what happens in the conversation. */
  drop(lane: Lane): Promise<void>
  /** Closes those that nobody needed for long. */
  expire(): void
  closeAll(): Promise<void>
}

interface OpenedAgent {
  readonly agent: GatewayAgent
  epoch: number
  parkedAt?: number
}

export function createAgentPool(deps: AgentPoolDeps, options: AgentPoolOptions = {}): AgentPool {
  const { most = 64, idleMs = 300_000 } = options
  // The order is that of their last use.
  const opened = new Map<ConversationId, OpenedAgent>()

  async function close(conversation: ConversationId): Promise<void> {
    const found = opened.get(conversation)
    opened.delete(conversation)
    try {
      if (found !== undefined) await heeded(found.agent.close(), AbortSignal.abort())
    } catch (error) {
      deps.onFault(error)
    }
  }

  function parked(): readonly [ConversationId, OpenedAgent][] {
    return [...opened].filter(([, { parkedAt }]) => parkedAt !== undefined)
  }

  return {
    open: async (lane, about) => {
      const found = opened.get(lane.conversation)
      if (found !== undefined && mayGoOn(found, lane)) {
        opened.delete(lane.conversation)
        opened.set(lane.conversation, found)
        found.epoch = lane.epoch
        found.parkedAt = undefined
        return found.agent
      }
      await close(lane.conversation)
      const agent = await deps.openAgent(lane, about)
      opened.set(lane.conversation, { agent, epoch: lane.epoch })
      return agent
    },
    compactions: ({ conversation }) => opened.get(conversation)?.agent.compactions() ?? 0,
    park: async (lane) => {
      const found = opened.get(lane.conversation)
      if (found?.epoch !== lane.epoch) return
      if (found.agent.retake === undefined) return close(lane.conversation)
      found.parkedAt = deps.now()
      const excess = parked().slice(0, Math.max(0, parked().length - most))
      for (const [conversation] of excess) await close(conversation)
    },
    drop: async ({ conversation, epoch }) => {
      if (opened.get(conversation)?.epoch === epoch) await close(conversation)
    },
    expire: () => {
      for (const [conversation, { parkedAt = 0 }] of parked())
        if (deps.now() - parkedAt >= idleMs) void close(conversation)
    },
    closeAll: async () => {
      await Promise.all([...opened.keys()].map(close))
    },
  }
}

/**
 * Each change of hands raises the epoch by one, and a lane that is made anew begins far above: where it rose by one only,
 * nobody else worked on the conversation.
 */
function mayGoOn({ agent, epoch, parkedAt }: OpenedAgent, lane: Lane): boolean {
  if (parkedAt === undefined) return epoch === lane.epoch
  return epoch + 1 === lane.epoch && agent.retake?.(lane) === true
}

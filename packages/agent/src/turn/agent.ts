import type { BudgetOptions } from '@palimpsest/core/budget'
import type { CacheRoute, CacheStrategy } from '@palimpsest/core/cache'
import type { ConversationHost } from '@palimpsest/core/compaction'
import type { ContextEngine, SessionNote } from '@palimpsest/core/engine'
import type { EntryId } from '@palimpsest/core/log'
import type { CallId } from '@palimpsest/core/message'
import type { ModelInfo } from '@palimpsest/core/models'
import type { ConversationId, Session, SessionId, SessionStore } from '@palimpsest/core/store'
import type { Counter } from '@palimpsest/core/tokens'
import type { KeptResult } from '../keep-result.ts'
import type { PluginParts } from '../plugins/open-engine.ts'
import type { Delta, Provider } from '../provider/provider.ts'
import type { AgentTool, ToolContext } from '../tools/agent-tool.ts'

/** The model that an agent speaks with. */
export interface AgentModel {
  readonly name: string
  readonly contextTokens: number
  readonly maxTokens: number
  readonly info?: ModelInfo
}

export interface CompactionSettings extends BudgetOptions {
  readonly enabled: boolean
  /** True to compact sooner when the cache is gone and the whole prompt must be paid again. @default false */
  readonly soonerWhenCold?: boolean
}

/** When schemas of tools that a conversation does not use are left out at its compactions. */
export interface FindToolsSettings {
  /** While all schemas together are smaller than this, none is left out. @default 10_000 */
  readonly aboveTokens?: number
  /** Names of tools or plugins that are always shown, or patterns of them. @default none */
  readonly pin?: readonly string[]
}

/** Access to a model, and all that follows from it: callers change these together. */
export interface ModelConnection {
  readonly provider: Provider
  readonly model: AgentModel
  readonly caching: { readonly strategy: CacheStrategy; readonly route: CacheRoute }
  /** Names of the models that may write summaries. */
  readonly summaryRoutes: readonly string[]
  /** True when the model writes summaries itself, on top of the request that it has cached. @default false */
  readonly summariesOnPrompt?: boolean
  /** When to compress with this model, where that is not the same for all. */
  readonly compaction?: CompactionSettings
  /** Receives the size of the window as known now: writers of summaries on this connection must fit into it too. */
  onWindow?(contextTokens: number): void
}

/** The parts of an agent. It is handed all of them; it names no store, engine or provider. */
export interface AgentParts extends ModelConnection {
  readonly store: SessionStore
  readonly engine: ContextEngine
  readonly counter: Counter
  readonly tools: readonly AgentTool[]
  readonly toolContext: ToolContext
  readonly compaction: CompactionSettings
  /** When schemas of tools are left out. */
  readonly findTools?: FindToolsSettings
  /** Names of tools that the conversation begins without: those that its parent does not show. @default none */
  readonly startWithout?: readonly string[]
  readonly memory?: SessionMemory
  /** The model that goes on when the first one cannot be reached. */
  fallback?(): Promise<ModelConnection | undefined>
  /** The contributions of the plugins that were named. */
  readonly plugins?: PluginParts
  /** Creates a sub-agent's own parts. Without it nothing can be delegated. */
  subagent?(conversation: ConversationId): Promise<SubagentParts>
  readonly alone: ConversationHost['alone']
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** As `wait`, but holds up no process that is about to end. Without it no cache is kept warm. */
  rest?(ms: number, signal: AbortSignal): Promise<void>
  mintEntry(): EntryId
  mintSession(): SessionId
  /** Keeps an output that is too long to show, and says where. */
  keepResult(text: string): Promise<KeptResult>
}

/** The parts that two agents cannot share: the state of an engine, and the folder of a conversation. */
export type SubagentParts = Pick<AgentParts, 'engine' | 'toolContext' | 'keepResult' | 'plugins'>

/** The memory between conversations, as far as sessions are concerned. */
export interface SessionMemory {
  /** Makes sure notes are saved: nothing may be lost with the view that is about to change. */
  commit(): Promise<void>
  /** Called when a session begins, with the cause. */
  onSessionStart?(note: SessionNote): Promise<void> | void
  /** The system prompt of a session that continues this one; the same bytes as long as memory says the same. */
  systemFor(session: Session): string | undefined
}

export interface AgentOptions {
  /** Calls of the model in one turn. @default 200 */
  readonly maxSteps?: number
  /** `'new'` when the conversation begins here. @default 'new' */
  readonly cause?: 'new' | 'resumed'
}

/** An event shown to the user during a turn. */
export type AgentEvent =
  | Delta
  | { readonly kind: 'tool-started'; readonly callId: CallId; readonly name: string; readonly input: string }
  | {
      readonly kind: 'tool-ended'
      readonly callId: CallId
      readonly name: string
      readonly isError: boolean
      /** The user did not agree to it; that is no failure of the tool. */
      readonly isDeclined?: true
      readonly chars: number
    }
  /** A call waits for the user to agree, or goes on: the time between is not the tool's. */
  | { readonly kind: 'tool-asking' | 'tool-answered'; readonly callId: CallId }
  /** A compaction begins, which may take as long as an answer; a notice reports how it ended. */
  | { readonly kind: 'compressing' }
  /** Something the user should know: a compaction, a wait, a block. */
  | { readonly kind: 'notice'; readonly text: string }

/** The outcome of a turn. In every case, all that was said is kept. */
export type TurnOutcome =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'out-of-steps'; readonly message: string }
  | { readonly kind: 'cut-off'; readonly text: string; readonly message: string }
  | { readonly kind: 'aborted' }

import type {
  BudgetOptions,
  CacheRoute,
  CacheStrategy,
  ContextEngine,
  Counter,
  EntryId,
  ModelInfo,
  RoomHost,
  SessionId,
  SessionStore,
} from '@palimpsest/core'
import type { Delta, Provider } from '../provider/provider.ts'
import type { Tool, ToolContext } from '../tools/tool.ts'

/** The model that an agent speaks with. */
export interface AgentModel {
  readonly name: string
  readonly contextTokens: number
  readonly maxTokens: number
  readonly info?: ModelInfo
}

/** What an agent is made of. It is handed all of it; it names no store, engine or provider. */
export interface AgentParts {
  readonly store: SessionStore
  readonly engine: ContextEngine
  readonly provider: Provider
  readonly model: AgentModel
  readonly counter: Counter
  readonly tools: readonly Tool[]
  readonly toolContext: ToolContext
  readonly compression: BudgetOptions & { readonly enabled: boolean }
  readonly caching: { readonly strategy: CacheStrategy; readonly route: CacheRoute }
  /** Names of the models that may write summaries. */
  readonly summaryRoutes: readonly string[]
  readonly alone: RoomHost['alone']
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
  mintEntry(): EntryId
  mintSession(): SessionId
  /** Keeps an output that is too long to show, and says where. */
  keepResult(text: string): Promise<string>
}

export interface AgentOptions {
  /** Calls of the model in one turn. @default 200 */
  readonly maxSteps?: number
}

/** What a user sees while a turn runs. */
export type AgentEvent =
  | Delta
  | { readonly kind: 'tool-started'; readonly name: string; readonly input: string }
  | { readonly kind: 'tool-ended'; readonly name: string; readonly isError: boolean; readonly chars: number }
  /** Something the user should know: a compression, a wait, a block. */
  | { readonly kind: 'notice'; readonly text: string }

/** How a turn ended. Whatever it was, all that was said is kept. */
export type TurnOutcome =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'out-of-steps'; readonly message: string }
  | { readonly kind: 'cut-off'; readonly text: string; readonly message: string }
  | { readonly kind: 'aborted' }

import type { BudgetOptions, Window } from '@palimpsest/core/budget'
import type { CacheRoute } from '@palimpsest/core/cache'
import type { ContextEngine, SummaryModel } from '@palimpsest/core/engine'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { ModelInfo } from '@palimpsest/core/models'
import type { ConversationId, SessionId, SessionStore } from '@palimpsest/core/store'
import type { Counter } from '@palimpsest/core/tokens'
import type { Gap } from './gap.ts'
import type { ReplayedOutput } from './steps.ts'
import type { BillStrategy } from './strategy-bill.ts'
import type { SummaryFee } from './summary-fee.ts'

/** A model that is billed for calls. */
export interface BilledModel {
  /** The name; `model` describes it if the catalogue knows it. */
  readonly modelName: string
  readonly model?: ModelInfo
  readonly route: CacheRoute
}

/** Options for driving a transcript: by this model, whose window it has to fit. */
export interface ReplayOptions extends BilledModel {
  /** The name of the transcript in the result. */
  readonly file: string
  /** Models billed for replies with these names; all others are billed to the model above. @default nobody */
  readonly writers?: ReadonlyMap<string, BilledModel>
  readonly window: Window
  readonly budget: BudgetOptions
  /** The basis of the threshold: a share of the window, or what costs least. */
  readonly trigger: 'fraction' | 'economic'
  readonly strategy: BillStrategy
  readonly gap: Gap
  readonly fee: SummaryFee
  /** Size of a made-up system prompt with tools, where the transcript has none. */
  readonly systemTokens: number
  /** True when each compaction shows what the model saw after it. */
  readonly views: boolean
  /** The start of the virtual clock. */
  readonly startMs: number
  /** For `recorded` pauses: how long before each message nothing was said, where known. */
  readonly recordedPausesMs?: readonly (number | undefined)[]
  /** Added to the system prompt by the first compaction, as the original did; costs its cache. @default none */
  readonly systemNote?: string
}

/** The outside dependencies of a replay. */
export interface ReplayPorts {
  readonly store: SessionStore
  readonly counter: Counter
  readonly summaryModels: readonly SummaryModel[]
  /** Makes the engine on the replay's own clock and ids. */
  createEngine(ports: ReplayEnginePorts): Promise<ContextEngine>
  readonly mint: IdMint
  /** The results of one turn as the conversation shows them: what is too large is kept elsewhere. */
  admit(conversation: ConversationId, results: readonly ReplayedOutput[]): Promise<readonly Message[]>
  /** Lets others run. */
  pause(): Promise<void>
  /** Returns how long the replay has taken so far. */
  elapsedMs(): number
  /** Notified after each call. */
  readonly onCall?: (done: number, total: number) => void
}

export interface ReplayEnginePorts {
  readonly summaryModels: readonly SummaryModel[]
  now(): number
  mintId(): EntryId
  /** The conversation that the engine serves. */
  readonly conversation: ConversationId
}

/** New ids. A replay that mints the same ones again gives the same result. */
export interface IdMint {
  conversation(): ConversationId
  session(): SessionId
  entry(): EntryId
  run(): string
}

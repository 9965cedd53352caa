import type { Json, JsonObject } from '../json.ts'
import type { Message } from '../message/message.ts'
import type { ModelInfo } from '../models/model-info.ts'
import type { ConversationId, EndReason, SessionId } from '../store/session.ts'
import type { Usage } from '../tokens/usage.ts'
import type { Occasion, Shown } from './occasion.ts'
import type { Plan } from './plan.ts'

/** The version of this contract; an engine says which one it was written for. */
export const engineContract = 1

/** Decides what the model sees when a conversation outgrows its window. It never writes: it answers, the host commits. */
export interface ContextEngine {
  readonly name: string
  readonly contract: number
  /** True when this much is too much for this view. */
  shouldCompress(pressure: EnginePressure): boolean
  /** True when anything outside the protected messages is left to compact. */
  hasContentToCompress(occasion: Occasion): boolean
  compress(occasion: Occasion, signal: AbortSignal): Promise<Plan>
  /**
   * Does ahead of time, while nobody waits, what the next compaction of this view would have to do. The answer is plain
   * JSON that comes back as `occasion.prepared`, also when more was said meanwhile, and is discarded once the view has
   * changed. `undefined` when there is nothing to prepare.
   */
  prepare?(occasion: Occasion, signal: AbortSignal): Promise<Json | undefined>
  readonly preparation?: PreparationNeeds
  updateFromResponse?(usage: Usage): void
  updateModel?(model: ModelInfo): void
  onSessionStart?(session: SessionNote): Promise<void> | void
  onSessionEnd?(session: SessionNote, reason: EndReason): Promise<void> | void
  /** Tools that it offers to the model. */
  readonly tools?: readonly EngineTool[]
}

/** How an engine works ahead of compactions. */
export interface PreparationNeeds {
  /** Share of the threshold from which on it is asked to prepare. @default 0.5 */
  readonly fromShare?: number
  /**
   * True when its preparation is of use after a compaction without a summary, too: the engine itself sees whether it
   * still belongs to the view.
   * @default false
   */
  readonly outlivesView?: boolean
}

export interface EnginePressure {
  /** Of the whole request, as the provider reported it or would. */
  readonly promptTokens: number
  readonly thresholdTokens: number
}

export interface SessionNote {
  readonly session: SessionId
  readonly conversation: ConversationId
  /** Why it began: as the conversation's first, or as its next after a compaction. */
  readonly cause: 'new' | 'resumed' | 'compression'
}

export interface EngineTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
  run(input: Json, view: readonly Shown[], signal: AbortSignal): Promise<Message['parts']>
}

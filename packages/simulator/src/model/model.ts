import type { TextPart, ThinkingPart, Tool, ToolCallPart, Transcript } from '@palimpsest/core/message'
import type { UsageApi } from '@palimpsest/core/tokens'

/** A request to a model, in canonical form. */
export interface ModelRequest {
  readonly api: UsageApi
  /** The name as the request spelled it. */
  readonly model: string
  readonly messages: Transcript['messages']
  readonly tools: readonly Tool[]
}

/** The content of one reply of a model, in order. */
export type Said = readonly (TextPart | ThinkingPart | ToolCallPart)[]

/** Represents a model behind a provider. `undefined`: it has nothing left to say. */
export type SimulatedModel = (request: ModelRequest) => Said | undefined

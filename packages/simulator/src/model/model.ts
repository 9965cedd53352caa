import type { TextPart, ThinkingPart, Tool, ToolCallPart, Transcript, UsageApi } from '@palimpsest/core'

/** What a model is asked, in canonical form. */
export interface ModelRequest {
  readonly api: UsageApi
  /** The name as the request spelled it. */
  readonly model: string
  readonly messages: Transcript['messages']
  readonly tools: readonly Tool[]
}

/** What a model says in one reply, in order. */
export type Said = readonly (TextPart | ThinkingPart | ToolCallPart)[]

/** Stands for a model behind a provider. `undefined`: it has nothing left to say. */
export type SimulatedModel = (request: ModelRequest) => Said | undefined

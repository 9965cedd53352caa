import type { JsonObject } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'

/** A conversation after its provider's edits and before its model reads it: what is left, and what to report. */
export interface EditedMessages {
  readonly messages: readonly Message[]
  readonly report: JsonObject
  /** The edit is not made where it clears fewer tokens. */
  readonly leastTokens: number
}

/** One edit that a request asks for, for a prompt of so many tokens; `undefined` where there is nothing to do. */
export type ContextEdit = (messages: readonly Message[], tokens: number) => EditedMessages | undefined

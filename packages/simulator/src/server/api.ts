import { isList, type Json, type JsonObject, type ModelInfo, type UsageApi } from '@palimpsest/core'
import type { Violation } from '@palimpsest/core/testing'
import type { RulesOptions } from '../billing/rules.ts'
import type { Answer, StreamEvent } from './answer.ts'
import type { ContextEdit } from './context-edit.ts'
import type { Refusal, Worded } from './refusal.ts'

/** The limit that a request sets on its output, and its name for it. */
export interface OutputLimit {
  readonly field: string
  readonly tokens: number
}

/** A request whose thinking was checked. */
export interface Bound {
  /** Without what was dropped. */
  readonly body: JsonObject
  /** Where thinking stood that was dropped. */
  readonly dropped: readonly string[]
}

/** What one API does differently from the others. */
export interface Api {
  readonly name: UsageApi
  /** Whether it has this model, and calls it so. */
  serves(model: ModelInfo, name: string): boolean
  check(body: Json, model: ModelInfo): readonly Violation[]
  /** Holds thinking that is sent back against what stands before it, for models that bind it. @default none is */
  bind?(body: JsonObject, model: ModelInfo): Bound | Violation
  limitOf(body: JsonObject): OutputLimit | undefined
  /** What the provider writes itself where a request asks it to sum up a conversation: no model is asked. */
  summaryOf?(body: JsonObject): string | undefined
  /** What a request asks to be left out before the model reads it. @default nothing */
  contextEditsOf?(body: JsonObject): readonly ContextEdit[]
  /** Texts at which a reply is to end. @default none */
  stopsOf?(body: JsonObject): readonly string[]
  /** How many replies a request asks for, each with a limit of its own. @default one */
  choicesOf?(body: JsonObject, model: ModelInfo): number
  /** Whether it refuses a limit that the window has no room for, or silently lowers it. */
  readonly refusesNoRoom: boolean
  /** How this route counts positions in the look-back of a cache. */
  readonly positions: NonNullable<RulesOptions['positions']>
  reply(answer: Answer): JsonObject
  events(answer: Answer): Iterable<StreamEvent>
  word(refusal: Refusal): Worded
  error(worded: Worded, requestId: string): JsonObject
  /** An error that comes after the stream has begun. */
  errorEvent(worded: Worded): StreamEvent
  readonly requestIdHeader: string
}

/** Those of a list that are texts and say something. */
export function textsIn(list: Json | undefined): readonly string[] {
  return isList(list) ? list.flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : [])) : []
}

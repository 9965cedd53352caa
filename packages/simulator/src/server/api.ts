import { isList, type Json, type JsonObject } from '@palimpsest/core/json'
import type { ModelInfo } from '@palimpsest/core/models'
import type { Violation } from '@palimpsest/core/testing'
import type { UsageApi } from '@palimpsest/core/tokens'
import type { RulesOptions } from '../billing/rules.ts'
import type { Answer, StreamEvent } from './answer.ts'
import type { ContextEdit } from './context-edit.ts'
import type { ServerRefusal, Worded } from './server-refusal.ts'

/** The limit that a request sets on its output, and its name for it. */
export interface OutputLimit {
  readonly field: string
  readonly tokens: number
}

/** A request whose thinking was checked. */
export interface Bound {
  /** Without what was dropped. */
  readonly body: JsonObject
  /** Paths of the thinking that was dropped. */
  readonly dropped: readonly string[]
}

/** The ways in which one API differs from the others. */
export interface Api {
  readonly name: UsageApi
  /** Returns true when it has this model under this name. */
  serves(model: ModelInfo, name: string): boolean
  check(body: Json, model: ModelInfo): readonly Violation[]
  /** Checks thinking that is sent back against what precedes it, for models that bind it. @default none is */
  bind?(body: JsonObject, model: ModelInfo): Bound | Violation
  limitOf(body: JsonObject): OutputLimit | undefined
  /** The text the provider writes itself when asked to summarise a conversation: no model is asked. */
  summaryOf?(body: JsonObject): string | undefined
  /** Returns the edits requested before the model reads the conversation. @default nothing */
  contextEditsOf?(body: JsonObject): readonly ContextEdit[]
  /** Texts at which a reply is to end. @default none */
  stopsOf?(body: JsonObject): readonly string[]
  /** Number of replies a request asks for, each with its own limit. @default one */
  choicesOf?(body: JsonObject, model: ModelInfo): number
  /** True when it refuses a limit that the window has no room for, false when it silently lowers it. */
  readonly refusesNoRoom: boolean
  /** The way this route counts positions in the look-back of a cache. */
  readonly positions: NonNullable<RulesOptions['positions']>
  reply(answer: Answer): JsonObject
  events(answer: Answer): Iterable<StreamEvent>
  word(refusal: ServerRefusal): Worded
  error(worded: Worded, requestId: string): JsonObject
  /** An error that comes after the stream has begun. */
  errorEvent(worded: Worded): StreamEvent
  readonly requestIdHeader: string
}

/** Those of a list that are texts and say something. */
export function textsIn(list: Json | undefined): readonly string[] {
  return isList(list) ? list.flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : [])) : []
}

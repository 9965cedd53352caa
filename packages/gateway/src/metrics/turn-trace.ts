import { type Attributes, type Context, context, createContextKey, type Span } from '@opentelemetry/api'
import type { Usage } from '@palimpsest/core/tokens'
import { addUsage, promptTokens } from '@palimpsest/core/tokens'

/** The span of a turn, for the calls of models within it. */
export interface TurnTrace {
  readonly span: Span
  /** All that its calls took; `undefined` until there was one. */
  usage: Usage | undefined
}

const turnKey = createContextKey('palimpsest turn')

/** The context in which a turn runs. */
export function withTurnTrace(around: Context, turn: TurnTrace): Context {
  return around.setValue(turnKey, turn)
}

/** Tells the turn at hand, if there is one, whom it asked and what that took. */
export function noteModelCall(about: Attributes, usage: Usage | undefined): void {
  const turn = context.active().getValue(turnKey) as TurnTrace | undefined
  if (turn === undefined) return
  turn.span.setAttributes(about)
  if (usage !== undefined) turn.usage = addUsage(turn.usage ?? {}, usage)
}

/** Tokens by the GenAI conventions, where the input counts what was cached, too. */
export function usageAttributes(usage: Usage): Attributes {
  const known: Readonly<Record<string, number | undefined>> = {
    'gen_ai.usage.input_tokens': promptTokens(usage),
    'gen_ai.usage.output_tokens': usage.output,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning,
  }
  return Object.fromEntries(Object.entries(known).filter(([, count]) => count !== undefined))
}

/** The kind of an error: its code or else its name. Its message may quote what was said, so it is never told. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

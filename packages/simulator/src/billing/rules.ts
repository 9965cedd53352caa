import type { ModelInfo } from '@palimpsest/core/models'

export type BilledTtl = '5m' | '1h'

/** A cache that remembers exactly the marked places of earlier prompts, as Anthropic's does. */
export interface BreakpointRules {
  readonly kind: 'breakpoints'
  readonly maxBreakpoints: number
  /** A shorter prefix is neither written nor read. */
  readonly minTokens: number
  /** Positions searched back from a breakpoint; the breakpoint itself is the first. */
  readonly lookbackPositions: number
  /** The Claude API takes a run of calls or of results for one position; gateways are assumed to count blocks. */
  readonly positions: 'collapsed' | 'raw'
  readonly ttlMs: Readonly<Record<BilledTtl, number>>
}

/** A cache that remembers where prompts ended and finds them again at the end of a message, as OpenAI's since GPT-5.6. */
export interface EndpointRules {
  readonly kind: 'endpoints'
  readonly maxBreakpoints: number
  readonly minTokens: number
  /** Number of latest message ends that are looked up. */
  readonly latest: number
  readonly ttlMs: number
  /** The lifetime of what a request asks to keep longer. */
  readonly longTtlMs: number
}

/** A cache that finds the longest common beginning by itself and writes for nothing: older OpenAI, DeepSeek, Gemini. */
export interface PrefixRules {
  readonly kind: 'prefix'
  readonly minTokens: number
  /** A hit is rounded down to a multiple of this. */
  readonly stepTokens: number
  readonly ttlMs: number
}

/** The way a provider remembers prompts. */
export type CachingRules = BreakpointRules | EndpointRules | PrefixRules | { readonly kind: 'none' }

export interface RulesOptions {
  /** @default 'collapsed' */
  readonly positions?: BreakpointRules['positions']
  /** Used if no source states it. @default 1024 */
  readonly minTokens?: number
}

const minuteMs = 60_000

export const anthropicBilling: BreakpointRules = {
  kind: 'breakpoints',
  maxBreakpoints: 4,
  minTokens: 1_024,
  lookbackPositions: 20,
  positions: 'collapsed',
  ttlMs: { '5m': 5 * minuteMs, '1h': 60 * minuteMs },
}

/** Since GPT-5.6. */
export const openAiBilling: EndpointRules = {
  kind: 'endpoints',
  maxBreakpoints: 4,
  minTokens: 1_024,
  latest: 80,
  ttlMs: 30 * minuteMs,
  longTtlMs: 12 * 60 * minuteMs,
}

/** The minimum that is promised: five minutes at OpenAI; the others promise nothing. */
export const prefixRules: PrefixRules = { kind: 'prefix', minTokens: 1_024, stepTokens: 1, ttlMs: 5 * minuteMs }

/** The rules that a model's provider applies. */
export function cachingRules(model: ModelInfo, options: RulesOptions = {}): CachingRules {
  const { caching } = model
  const { positions = 'collapsed' } = options
  if (caching === undefined || caching.kind === 'none') return { kind: 'none' }
  const minTokens = caching.minTokens ?? options.minTokens ?? 1_024
  if (caching.kind === 'breakpoints') {
    const { maxBreakpoints, lookbackPositions } = caching
    return { ...anthropicBilling, maxBreakpoints, lookbackPositions, minTokens, positions }
  }
  const isEndpoint = model.provider === 'openai' && caching.stepTokens === undefined
  if (isEndpoint) return { ...openAiBilling, minTokens }
  return { ...prefixRules, minTokens, stepTokens: caching.stepTokens ?? 1 }
}

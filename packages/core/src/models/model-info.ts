/** US dollars per million tokens. A price that is not known is absent, never 0. */
export interface Prices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  /** A cache write with the provider's shortest lifetime: 5 minutes at Anthropic, 30 at OpenAI. */
  readonly cacheWrite5m?: number
  /** One with its longer lifetime, where it has two: an hour at Anthropic, twelve at OpenAI. */
  readonly cacheWrite1h?: number
  /** A prompt larger than this is billed wholly at these prices, its first tokens included. */
  readonly above?: { readonly promptTokens: number; readonly prices: Prices }
  /** Last day (ISO date) of an announced offer; afterwards these prices are no longer right. */
  readonly until?: string
}

/** The way a model's provider caches prompt prefixes. `minTokens` is absent where no source states it. */
export type Caching =
  | {
      readonly kind: 'breakpoints'
      readonly maxBreakpoints: number
      readonly minTokens?: number
      readonly ttls: readonly ('5m' | '1h')[]
      /** Positions searched back from a breakpoint; the breakpoint itself is the first. */
      readonly lookbackPositions: number
    }
  | {
      readonly kind: 'automatic'
      readonly minTokens?: number
      readonly stepTokens?: number
      /** Prompts can only be kept for longer than memory alone would keep them. */
      readonly inMemory?: false
    }
  | { readonly kind: 'none' }

/** The known facts about one model. A field that no source states is absent. */
export interface ModelInfo {
  /** The vendor's name without date or route, in lower case; longer names are found by it. */
  readonly id: string
  /** Other names of the same model, matched as `id` is. */
  readonly aliases?: readonly string[]
  readonly provider: string
  /** Prompt and output together. */
  readonly contextTokens: number
  readonly maxOutputTokens?: number
  readonly prices?: Prices
  readonly caching?: Caching
  readonly thinking?: boolean
  readonly images?: boolean
  readonly deprecated?: true
  /** Takes a system message between others, so instructions can change without touching the cached prefix. */
  readonly midConversationSystem?: true
  /** Thinking of earlier turns stays in the prompt, so a plain user message does not break the messages cache. */
  readonly keepsThinking?: true
  /** Thinking is valid only behind the system prompt, tools and messages that it was written after. */
  readonly bindsThinking?: boolean
}

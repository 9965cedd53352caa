import type { Prefix } from './prefix.ts'
import type { BilledTtl } from './rules.ts'

/** A place that the request asks to cache. */
export interface MarkedPrefix {
  readonly at: Prefix
  readonly ttl: BilledTtl
}

/** A prompt as a cache sees it. A keep-alive (`max_tokens: 0`) is the same prompt again, billed the same way. */
export interface BilledRequest {
  /** The whole prompt. */
  readonly prompt: Prefix
  /** In the order of the prompt. */
  readonly breakpoints?: readonly MarkedPrefix[]
  /**
   * Top-level caching: one more breakpoint, on the last block that can carry one. Where ends of prompts are
   * remembered, the lifetime of what is written: `1h` represents the longer one.
   */
  readonly automatic?: BilledTtl
  /** If ends of prompts are remembered: only those that are marked, and without a mark nothing is cached. */
  readonly markedOnly?: true
  /** Lifetimes count from here. */
  readonly startMs: number
  /** When the reply begins: what is written can be read from then on. @default startMs */
  readonly replyMs?: number
}

/** Prompt tokens of one call in disjoint counts. */
export interface PromptUsage {
  readonly read: number
  /** Written with the provider's shortest lifetime: 5 minutes at Anthropic, 30 at OpenAI. */
  readonly write5m: number
  /** Written with its longer one: an hour at Anthropic, twelve at OpenAI. */
  readonly write1h: number
  readonly plain: number
}

import type { Receipt, SummaryModel } from '@palimpsest/core/engine'
import type { SessionStore } from '@palimpsest/core/store'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { PassReason, WireFormat } from '../wire/wire-body.ts'

/** What is done with requests: nothing, what is said is noted, or long ones are made to fit as well. */
export type ContextMode = 'off' | 'observe' | 'compress'

/** When and how far a conversation is compacted, by the names of the configuration file. */
export interface CompressionSettings {
  /** @default true */
  readonly enabled: boolean
  /** Share of the window at which a compaction starts. @default 0.5 */
  readonly threshold: number
  /** Share of the threshold that the newest messages keep. @default 0.2 */
  readonly target_ratio: number
  /** Messages at the end that stay as they are. @default 20 */
  readonly protect_last_n: number
  /** Messages at the start that the first compaction leaves as they are. @default 3 */
  readonly protect_first_n: number
  /** At the threshold; or, by price, earlier where that costs less. @default 'fraction' */
  readonly trigger: 'fraction' | 'economic'
}

/** A request as it is about to be sent, for whoever names its conversation. */
export interface WireRequest {
  readonly format: WireFormat
  readonly body: object
  /** Where it is sent to, if that is known. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Something that happened, for logs and for people. */
export type ContextEvent =
  | { readonly kind: 'compacted'; readonly conversation: string; readonly receipt: Receipt }
  | { readonly kind: 'undone'; readonly conversation: string }
  | { readonly kind: 'passed'; readonly conversation: string; readonly reason: PassReason }
  | {
      readonly kind: 'observed'
      readonly conversation: string
      readonly usage: BilledUsage
      readonly model?: string
      /** For a summary that the conversation's own model wrote, beside the conversation. */
      readonly isSummary?: true
    }
  /** Something failed, and the request went on by the next best way. The text holds no secrets. */
  | { readonly kind: 'problem'; readonly conversation?: string; readonly at: ProblemPlace; readonly message: string }

/** Where something failed. */
export type ProblemPlace =
  | 'options'
  | 'store'
  | 'read'
  | 'align'
  | 'compact'
  | 'build'
  | 'observe'
  | 'retry'
  | 'fetch'
  | 'thread'

export interface ContextOptions {
  /** A path, also from ~/, a postgres:// URL, or a store. @default state.db in ~/.palimpsest, or in $PALIMPSEST_HOME */
  readonly store?: string | SessionStore
  /** The environment's PALIMPSEST=off|observe|compress wins. @default 'compress' */
  readonly mode?: ContextMode
  readonly compression?: Partial<CompressionSettings>
  /** The window in tokens, over that of the catalogue. @default the catalogue's, or 128,000 where it does not know the model */
  readonly contextLength?: number
  /**
   * Who writes summaries: nobody (facts read by code), the conversation's own model on top of what it has cached, where
   * the request goes through `fetch` or an adapter, or another model.
   * @default 'none'
   */
  readonly summarizer?: 'none' | 'main' | SummaryModel
  /** Leave the caller's breakpoints where they are, or plan our own. @default 'plan' where the caller set none, else 'keep' */
  readonly caching?: 'keep' | 'plan'
  /** Names a conversation where nothing else does. */
  readonly identify?: (request: WireRequest) => string | undefined
  readonly onEvent?: (event: ContextEvent) => void
}

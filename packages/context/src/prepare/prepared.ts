import type { Receipt } from '@palimpsest/core/engine'
import type { Usage } from '@palimpsest/core/tokens'
import type { PassReason, WireFormat, WireReply } from '../wire/wire-body.ts'

/** A request that is ready to be sent. */
export interface Prepared<B> {
  /** The very object that came in when nothing was changed. */
  readonly body: B
  readonly changed: boolean
  /** Of the compaction that this request caused. */
  readonly receipt?: Receipt
  /** Why nothing was done. */
  readonly passed?: PassReason
  /** The size of the request as its provider would count it. */
  readonly promptTokens?: number
  /** After a refusal: a smaller body, at most twice; `undefined` when there is nothing to gain. */
  retry(refusal: unknown): Promise<Prepared<B> | undefined>
  /** As `observe` of the conversation, for the answer to this very request. */
  observe(said: WireReply | Usage): Promise<void>
}

/** What the body of a request does not say, and how to stop. */
export interface PrepareOptions {
  readonly signal?: AbortSignal
  /** @default recognised by content */
  readonly format?: WireFormat
  /** The model, where the body does not name it. @default the one in the body */
  readonly model?: string
  /** The tools, where the body does not list them. @default those in the body */
  readonly tools?: readonly unknown[]
  /**
   * Sends a body to the conversation's own model, beside the conversation, and returns its reply. With it,
   * `summarizer: 'main'` has that model write summaries.
   */
  readonly ask?: (body: object, signal: AbortSignal) => Promise<WireReply>
}

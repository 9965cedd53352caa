/** The known facts about an error that came instead of an answer. Everything but the text may be missing. */
export interface RefusalFacts {
  readonly status?: number
  /** The provider's own code, e.g. `context_length_exceeded`, or that of a socket, e.g. `ECONNRESET`. */
  readonly code?: string
  /** The provider's own class of error, e.g. `rate_limit_error`. */
  readonly type?: string
  /** The text, or the whole body when it could not be read. */
  readonly message: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The route that was asked; for the reader of a log, it decides nothing. */
  readonly api?: string
}

/** The refused request, as far as the sender knows it. */
export interface RefusedRequest {
  /** Size of the whole prompt by our own count. */
  readonly promptTokens: number
  /** The output limit that was sent, if any. */
  readonly maxTokens?: number
  /** The window as we know it, if we do. */
  readonly contextTokens?: number
}

/** The prompt does not fit. */
export interface InputTooLong {
  readonly kind: 'input-too-long'
  /** The limit that the text states, or that follows from it. */
  readonly limitTokens?: number
  /** Size of the prompt by the provider's count. */
  readonly actualTokens?: number
  /** The class or the limit is our inference, not the provider's word: a limit of this kind must not outlive the process. */
  readonly isGuess: boolean
}

/** The prompt fits, but not together with the output that was asked for; `maxTokens` is what to ask for instead. */
export interface OutputTooLong {
  readonly kind: 'output-too-long'
  readonly maxTokens: number
}

/** Thinking that was sent back is not taken, however sound the rest of the request is. */
export interface SealRefused {
  readonly kind: 'seal-refused'
  /** Its location, as the provider names it. */
  readonly place?: string
}

/** The meaning of a refusal; only the first three are about size. */
export type Refusal =
  | InputTooLong
  | OutputTooLong
  | { readonly kind: 'body-too-large' }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs?: number }
  | { readonly kind: 'overloaded'; readonly retryAfterMs?: number }
  | { readonly kind: 'auth' }
  | { readonly kind: 'quota' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'network' }
  /** The other side could not prove who it is; trying again would not change that. */
  | { readonly kind: 'certificate' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'content-filter' }
  | SealRefused
  | { readonly kind: 'unknown' }

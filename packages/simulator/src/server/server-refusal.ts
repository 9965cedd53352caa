/** Why a provider does not answer. Each API has its own status, type and words for it. */
export type ServerRefusal =
  | { readonly kind: 'invalid'; readonly message: string; readonly path?: string; readonly rule?: string }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'key-missing' }
  | { readonly kind: 'key-wrong'; readonly key: string }
  | { readonly kind: 'path-unknown'; readonly method: string; readonly path: string }
  | { readonly kind: 'upgrade-refused' }
  | { readonly kind: 'foreign'; readonly message: string }
  | { readonly kind: 'model-unknown'; readonly model: string }
  | { readonly kind: 'body-too-large'; readonly maxBytes: number }
  | LimitRefusal
  | { readonly kind: 'response-unknown'; readonly id: string }
  | { readonly kind: 'stored-unknown'; readonly what: 'Item' | 'Conversation'; readonly id: string }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number; readonly model: string }
  | { readonly kind: 'out-of-credit' }
  | { readonly kind: 'server-error' }
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'unprocessable'; readonly message: string }

/** A refusal of something that is too long. */
export type LimitRefusal =
  | { readonly kind: 'prompt-too-long'; readonly promptTokens: number; readonly contextTokens: number }
  | {
      readonly kind: 'no-room-for-output'
      readonly promptTokens: number
      readonly maxTokens: number
      readonly contextTokens: number
    }
  | {
      readonly kind: 'output-too-long'
      readonly maxTokens: number
      readonly maxOutputTokens: number
      readonly model: string
      /** The request's own name for its limit. */
      readonly field: string
    }

/** A refusal in the words of one API. */
export interface Worded {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly retryAfterMs?: number
}

import type { Format, Message, Tool } from '@palimpsest/core/message'
import type { BilledUsage, UsageApi } from '@palimpsest/core/tokens'
import type { Reply } from '@palimpsest/core/wire'

/** One call of a model. */
export interface ModelCall {
  readonly model: string
  /** System messages first. */
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  readonly maxTokens: number
}

/** A piece of output while a model speaks: for display to the user, as the reply itself comes at the end. */
export type Delta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly name: string }

/** Access to models. It asks once: callers that know the conversation decide whether to try again. */
export interface Provider {
  readonly api: UsageApi
  readonly format: Format
  /** Names provider and address: what is learned about limits belongs to it. */
  readonly route: string
  /** Throws `provider/refused`, also for a stream that broke off, with what it took; the signal's reason when aborted. */
  ask(asked: ModelCall, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<Reply>
  /** Sends a prompt again for no answer, so that it stays in the cache; absent where a provider cannot. Says what it took. */
  warm?(asked: ModelCall, signal: AbortSignal): Promise<BilledUsage>
  /** The window as the provider reports it, if it does. */
  contextTokens?(model: string, signal: AbortSignal): Promise<number | undefined>
}

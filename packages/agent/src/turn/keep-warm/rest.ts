import type { ModelCall } from '../../provider/provider.ts'
import type { AgentParts } from '../agent.ts'

/** A prompt that was sent, and with what. */
export interface Sent {
  readonly asked: ModelCall
  readonly parts: AgentParts
}

/** Requests that kept the cache warm, and those that did not get through. */
export interface KeepAliveCounts {
  readonly sent: number
  readonly failed: number
}

/** A pause that the cache is kept warm in. */
export interface Rest {
  /** Somebody speaks again: nothing more is sent. */
  over(): void
  /** The conversation ends: nothing is waited for either. */
  end(): void
}

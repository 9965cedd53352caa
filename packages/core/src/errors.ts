import type { RefusalFacts } from './overflow/refusal.ts'
import type { BilledUsage } from './tokens/usage-counts.ts'

/** Everything that can go wrong unexpectedly, by code. */
export interface Failures {
  /** A wire value that its format does not allow; `path` leads to it, e.g. `messages[3].tool_calls[0].id`. */
  'wire/malformed': { readonly path: string; readonly expected: string }
  /** Transcript text that cannot be read; `line` counts from 1. */
  'transcript/unreadable': { readonly line?: number; readonly column?: number; readonly remedy: string }
  /**
   * A provider answered with an error, or not at all; `facts` is what is known of it, secrets removed. An answer
   * that broke off is paid all the same: `usage` is what had been reported by then.
   */
  'provider/refused': { readonly facts: RefusalFacts; readonly usage?: BilledUsage }
  /** An engine answered with a view that must not be committed; `faults` says why. Nothing was changed. */
  'engine/broken-plan': { readonly engine: string; readonly faults: readonly string[] }
  /** An engine threw. Nothing was changed. */
  'engine/failed': { readonly engine: string }
  /** Someone else appended, compacted or closed meanwhile. Read the tip, then decide anew. */
  'store/conflict': { readonly session: string; readonly expectedSeq?: number; readonly nextSeq?: number }
  /** The lane that a writer held belongs to somebody else by now. Nothing was written; stop working on it. */
  'store/fenced': { readonly conversation: string; readonly epoch: number }
  'store/not-found': { readonly what: 'conversation' | 'session' | 'message'; readonly id: string }
  /** A request that no store can fulfil, e.g. a view that names an entry of another conversation. */
  'store/invalid': { readonly reason: string }
  /** The database cannot serve now; `retry` says whether waiting helps. */
  'store/unavailable': {
    readonly cause: 'busy' | 'full' | 'read-only' | 'corrupt' | 'newer' | 'closed' | 'unreachable'
    readonly retry: boolean
  }
}

const mark = 'palimpsest.failure'

/** The one error that Palimpsest throws. Its message is written for the person who reads it. */
export class Failure<Code extends keyof Failures = keyof Failures> extends Error {
  readonly mark = mark
  readonly code: Code
  readonly detail: Failures[Code]

  constructor(code: Code, message: string, detail: Failures[Code], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Failure'
    this.code = code
    this.detail = detail
  }
}

/** Reads a mark, not the prototype, so it also knows a `Failure` thrown by another copy of this package. */
export function isFailure<Code extends keyof Failures>(error: unknown, code?: Code): error is Failure<Code> {
  if (typeof error !== 'object' || error === null || !('mark' in error) || !('code' in error)) return false
  return error.mark === mark && (code === undefined || error.code === code)
}

import { Failure, type Failures, isFailure } from '@palimpsest/core/store'
import type { SqliteCore } from './sqlite-core.ts'
import type { WakeSignal } from './wake-signal.ts'

/** The worker's options beyond those that its core needs. */
export interface WorkerOptions {
  /** A module that exports a `DatabaseSync` like that of `node:sqlite`. */
  readonly driver?: string
  /** Rings after each request. */
  readonly signal: WakeSignal
}

export interface WorkerRequest {
  readonly id: number
  readonly method: keyof SqliteCore
  readonly args: readonly unknown[]
}

/** Errors lose their class on the way between threads, so they travel as plain facts. */
export interface SentError {
  readonly message: string
  readonly stack?: string
  readonly code?: keyof Failures
  readonly detail?: Failures[keyof Failures]
}

export type WorkerReply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: SentError })

export function toSentError(error: unknown): SentError {
  if (isFailure(error)) return { message: error.message, code: error.code, detail: error.detail }
  if (!(error instanceof Error)) return { message: String(error) }
  return { message: error.message, ...(error.stack !== undefined && { stack: error.stack }) }
}

export function fromSentError({ message, stack, code, detail }: SentError): Error {
  if (code !== undefined && detail !== undefined) return new Failure(code, message, detail)
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}

import type { Cost } from '@palimpsest/core/models'
import type { BilledUsage, UsageApi } from '@palimpsest/core/tokens'
import type { Fault } from './fault.ts'

/** One call that a simulator received, as its bill would list it. */
export interface CallRecord {
  /** Counts from 1. */
  readonly n: number
  readonly api: UsageApi
  /** Absent where the request named none. */
  readonly model?: string
  readonly stream: boolean
  readonly startMs: number
  readonly status: number
  /** Absent where nothing was billed. */
  readonly usage?: BilledUsage
  readonly cost?: Cost
  readonly error?: { readonly type: string; readonly message: string }
  /** The fault that was injected. */
  readonly fault?: Fault['kind']
}

import type { Touch } from '../ledger.ts'

/** That a file was touched once, its path as it was written. */
export interface FileTouch {
  readonly path: string
  readonly touch: Touch
}

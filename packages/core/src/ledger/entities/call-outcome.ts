import type { ToolCallPart } from '../../message/message.ts'

/** A call that has ended, and what it printed. */
export interface CallOutcome {
  readonly part: ToolCallPart
  /** The shell line that it ran, if any. */
  readonly command: string | undefined
  readonly output: string
  /** By its exit code, or because the runtime says so. */
  readonly failed: boolean
}

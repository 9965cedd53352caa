import type { EntryId } from '../log/entry.ts'

/** A thing that the task is about, in its last known state. */
export interface TaskEntity {
  readonly kind: 'branch' | 'plan-item' | 'test' | 'server' | 'ticket' | 'file'
  readonly name: string
  /** `fails`, `running`, `in progress` …; for a file what was done to it, and what git knows of that. */
  readonly state: string
  /** It is still to be dealt with: a branch that is checked out, a test that fails, an item that is not done. */
  readonly isOpen: boolean
  /** The message that tells so, and its number in the conversation. */
  readonly entry: EntryId
  readonly at: number
  /** The command that told its state. */
  readonly command?: string
  /** The folder in which a branch is checked out. */
  readonly where?: string
}

/** The things that a task is about. Those that are open come first, kind by kind, the newest first; a plan keeps its order. */
export type TaskState = readonly TaskEntity[]

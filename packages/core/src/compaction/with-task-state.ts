import type { Occasion } from '../contract/occasion.ts'
import type { TaskState } from '../contract/task-state.ts'
import { taskState } from '../ledger/entities/task-state.ts'
import { ledgerSince } from '../ledger/ledger-since.ts'

/** An occasion that can say what the task stands at. Nothing is read before somebody asks, and once at most. */
export function withTaskState(occasion: Occasion): Occasion {
  const { memo, view } = occasion
  let known: TaskState | undefined
  return {
    ...occasion,
    taskState: () => {
      known ??= taskState(ledgerSince(memo, view).ledger)
      return known
    },
  }
}

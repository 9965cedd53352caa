/** The division of a window. All knobs have a default; see `budgetDefaults`. */
export interface BudgetOptions {
  /** Share of the window at which compaction starts. @default 0.5 */
  readonly threshold?: number
  /** Share of the threshold that the newest messages keep. @default 0.2 */
  readonly targetRatio?: number
  /** Messages at the end that are kept, if need be beyond their tokens. @default 20 */
  readonly protectLastN?: number
  /** Messages at the start that the first compaction keeps. @default 3 */
  readonly protectFirstN?: number
}

export const budgetDefaults = {
  threshold: 0.5,
  targetRatio: 0.2,
  protectLastN: 20,
  protectFirstN: 3,
} as const satisfies Required<BudgetOptions>

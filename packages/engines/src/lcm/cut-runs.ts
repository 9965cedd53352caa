import type { RawBlock } from './view-blocks.ts'

/** Groups that one leaf is to represent. */
export interface LeafRun {
  readonly blocks: readonly RawBlock[]
  readonly tokens: number
  /** False for the last one where it has not reached the size of a leaf yet. */
  readonly isFull: boolean
}

/**
 * Cuts groups into runs from the oldest on. A run ends where the next group would exceed the size, so what is said later
 * never moves an earlier end: work that was prepared for a run stays good.
 */
export function cutRuns(blocks: readonly RawBlock[], leafTokens: number): readonly LeafRun[] {
  const runs: LeafRun[] = []
  let open: RawBlock[] = []
  let tokens = 0
  for (const block of blocks) {
    if (open.length > 0 && tokens + block.tokens > leafTokens) {
      runs.push({ blocks: open, tokens, isFull: true })
      open = []
      tokens = 0
    }
    open.push(block)
    tokens += block.tokens
  }
  if (open.length > 0) runs.push({ blocks: open, tokens, isFull: tokens >= leafTokens })
  return runs
}

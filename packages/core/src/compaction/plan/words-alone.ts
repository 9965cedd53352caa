import type { Occasion } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'

/** Tokens of the last request that no later one has, whatever is done to the view. */
export function unsentTokens({ thinkingTokens = 0, leavingTokens = 0 }: Occasion): number {
  return thinkingTokens + leavingTokens
}

/** True when room can be made without touching a word. A user who compacts by hand wants more than less thinking. */
export function makesRoomUntouched({ trigger, thinkingTokens = 0, leavingTokens = 0 }: Occasion): boolean {
  return leavingTokens > 0 || (trigger !== 'manual' && thinkingTokens > 0)
}

/**
 * The plan that changes nothing but this: a model that binds its thinking gets no more of what it thought so far, and
 * tools that are not used are left out. It is tried before any word is touched, and where an engine finds nothing to do;
 * `undefined` where it would not be enough.
 */
export function wordsAlone(occasion: Occasion, mostTokens: number): Plan | undefined {
  const { view, counter, overheadTokens, memo, thinkingTokens = 0, leavingTokens = 0 } = occasion
  if (!makesRoomUntouched(occasion)) return undefined
  const spokenTokens = view.reduce((sum, { message }) => sum + counter.message(message), overheadTokens)
  if (spokenTokens > mostTokens) return undefined
  return {
    kind: 'compact',
    view: view.map(({ id }) => ({ kind: 'kept', id })),
    saved: { cleared: 0, deduplicated: 0, shortened: 0, spilled: 0, summarised: 0 },
    summary: { by: 'none', tokens: 0, chunks: 0, coverage: 1 },
    summarisedMessages: 0,
    survival: {},
    constraints: [],
    floorTokens: overheadTokens,
    flags: [...(thinkingTokens > 0 ? ['thinking-left-out'] : []), ...(leavingTokens > 0 ? ['tools-left-out'] : [])],
    failures: [],
    memo: memo ?? null,
  }
}

import type { Budget } from '../../budget/budget.ts'
import { tokensInWords } from '../../text/in-words.ts'

/** The user, never the model, may learn that it gets tight: models that know it give up early. */
const pressureShare = 0.85

/** Returns the user's notice while the conversation nears its threshold; nothing once it has fallen. */
export function pressureNotice(
  promptTokens: number,
  { thresholdTokens }: Pick<Budget, 'thresholdTokens'>,
): string | undefined {
  if (!(promptTokens >= thresholdTokens * pressureShare)) return undefined
  const percent = Math.floor((promptTokens / thresholdTokens) * 100)
  return `Context at ${percent} % of the compaction threshold (${tokensInWords(promptTokens)} of ${tokensInWords(thresholdTokens)}).`
}

/** Returns a notice for each compaction in effect from the second on, once: right after its commit. */
export function fadingNotice(compactions: number): string | undefined {
  if (compactions < 2) return undefined
  return `This conversation has been compressed ${compactions} times; detail fades each time. /new starts fresh.`
}

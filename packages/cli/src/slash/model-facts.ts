import type { RuntimeModel } from '../runtime/runtime.ts'

/** Its window and, where nobody knows it, its price. What is a guess is said to be one. */
export function modelFacts({
  contextTokens,
  isWindowAssumed,
  isPriceUnknown,
}: Pick<RuntimeModel, 'contextTokens' | 'isWindowAssumed' | 'isPriceUnknown'>): readonly string[] {
  const window = `${contextTokens.toLocaleString('en-US')}-token window${isWindowAssumed ? ' assumed' : ''}`
  return [window, ...(isPriceUnknown ? ['price unknown'] : [])]
}

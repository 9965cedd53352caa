/**
 * Returns the index of a view's summary: the last message that represents many. The next compaction leaves all up
 * to it alone.
 */
export function summaryIndex(view: readonly { readonly standsFor?: readonly unknown[] }[]): number | undefined {
  const at = view.findLastIndex(({ standsFor = [] }) => standsFor.length > 1)
  return at < 0 ? undefined : at
}

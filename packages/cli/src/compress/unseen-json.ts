import { firstWords, maxShownLines } from './compress-report-unseen.ts'
import type { Unseen } from './unseen.ts'

/** Returns what is no longer shown, for scripts: all, or as much as people see at once and a count of the rest. */
export function unseenJson(unseen: readonly Unseen[], showsAll: boolean) {
  const items = (showsAll ? unseen : unseen.slice(0, maxShownLines)).map(itemJson)
  return { items, more: unseen.length - items.length }
}

function itemJson(item: Unseen) {
  if (item.kind !== 'shortened') return item
  const { kind, at, original, tool, tokens } = item
  return { kind, at, role: original.role, ...(tool !== undefined && { tool }), tokens, begins: firstWords(original) }
}

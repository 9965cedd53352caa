import type { Shown } from '../../contract/occasion.ts'
import type { Saved } from '../../contract/plan.ts'
import type { Message } from '../../message/message.ts'
import type { Counter } from '../../tokens/count.ts'

/** A message of the view to be: as it was shown, or shortened. */
export interface DraftItem {
  readonly shown: Shown
  readonly message: Message
  readonly tokens: number
}

/** A view in the making. Items are never taken out of it: what is to be summarised is named by the cut. */
export interface ViewDraft {
  readonly items: readonly DraftItem[]
  /** Tokens that are sent beside the view. */
  readonly overheadTokens: number
  readonly saved: Saved
}

export const nothingSaved: Saved = { cleared: 0, deduplicated: 0, shortened: 0, spilled: 0, summarised: 0 }

export function startDraft(view: readonly Shown[], counter: Counter, overheadTokens: number): ViewDraft {
  const items = view.map((shown) => ({ shown, message: shown.message, tokens: counter.message(shown.message) }))
  return { items, overheadTokens, saved: nothingSaved }
}

export function draftTokens({ items, overheadTokens }: ViewDraft): number {
  return items.reduce((total, { tokens }) => total + tokens, overheadTokens)
}

/** System prompt and tools: what no compaction can touch. */
export function floorTokens({ items, overheadTokens }: ViewDraft): number {
  const first = items.findIndex(({ message }) => message.role !== 'system')
  const leading = items.slice(0, first === -1 ? items.length : first)
  return leading.reduce((total, { tokens }) => total + tokens, overheadTokens)
}

/** Shows other messages in place of some, counts what that saves, and keeps only changes that do save. */
export function rewrite(
  draft: ViewDraft,
  step: keyof Saved,
  counter: Counter,
  change: (item: DraftItem, at: number) => Message | undefined,
): ViewDraft {
  let saved = 0
  const items = draft.items.map((item, at) => {
    const message = change(item, at)
    if (message === undefined) return item
    const tokens = counter.message(message)
    if (tokens >= item.tokens) return item
    saved += item.tokens - tokens
    return { shown: item.shown, message: withoutKept(message), tokens }
  })
  return saved === 0 ? draft : { ...draft, items, saved: { ...draft.saved, [step]: draft.saved[step] + saved } }
}

/** Drops `kept`: the place to put a kept output back is known only for the text as it was first shown. */
function withoutKept(message: Message): Message {
  if (message.role !== 'tool') return message
  const { kept: _, ...shown } = message
  return shown
}

/** Returns the start of each group of a view, and the end of the last: results belong to what precedes them. */
export function groupStarts(view: readonly { readonly message: Message }[]): readonly number[] {
  const starts: number[] = []
  view.forEach(({ message }, at) => {
    if (at === 0 || message.role !== 'tool') starts.push(at)
  })
  return [...starts, view.length]
}

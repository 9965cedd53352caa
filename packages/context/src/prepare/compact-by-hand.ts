import type { Receipt } from '@palimpsest/core/engine'
import { recallToolNames } from '../wire/recall-tool-names.ts'
import { compactState } from './compact-state.ts'
import type { ContextParts, ConversationMemory, LineState } from './conversation-memory.ts'
import { modelWindow } from './model-window.ts'
import type { AskedHistory } from './observe-said.ts'

/** A wish for a compaction: the last request says which model it is for. */
export interface CompactionWish {
  readonly asked?: AskedHistory
  readonly focus?: string
}

/** Compacts a line because somebody wants it. */
export async function compactByHand(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  { asked, focus }: CompactionWish,
): Promise<
  { readonly kind: 'compacted'; readonly receipt: Receipt } | { readonly kind: 'unchanged'; readonly detail: string }
> {
  const { beside, line } = state
  const besideTokens = beside?.tokens ?? 0
  const model = asked?.model ?? modelWindow(parts, undefined, { fixedTokens: besideTokens })
  const messages = line.log.map(({ message }) => message)
  const outcome = await compactState(parts, memory, state, {
    trigger: 'manual',
    model,
    promptTokens: parts.counter.request(messages) + besideTokens,
    isReported: false,
    besideTokens,
    messages,
    canRecall: recallToolNames(beside?.tools ?? []).length > 0,
    ...(focus !== undefined && { focus }),
  })
  if (outcome.kind === 'committed') return { kind: 'compacted', receipt: outcome.receipt }
  return { kind: 'unchanged', detail: outcome.kind === 'failed' ? outcome.failure.message : outcome.detail }
}

import {
  type Plan,
  plannedMessages,
  redactedMark,
  redactMessage,
  type SummaryNote,
  survivalOf,
  textOf,
  type ViewItem,
} from '@palimpsest/core/engine'
import type { EpochWork } from './epoch-work.ts'
import { lcmMemoJson } from './lcm-memo.ts'
import type { WrittenRecord } from './node-cache.ts'
import type { WrittenPiece } from './written-piece.ts'

export interface NewView {
  readonly view: readonly ViewItem[]
  readonly pieces: readonly WrittenPiece[]
  /** Tokens saved by showing giants in short. */
  readonly spilled: number
}

/** The plan to show a view, with what is to be remembered and reported about it. */
export function describePlan(work: EpochWork, { view, pieces, spilled }: NewView): Plan {
  const { occasion, memo, desk } = work
  const { counter, overheadTokens, budget } = occasion
  const records = pieces.flatMap(({ record }) => record ?? [])
  const constraints = memo.ledger.constraints.filter(({ state }) => state === 'standing').map(({ text }) => text)
  const bare = {
    kind: 'compact',
    view,
    memo: lcmMemoJson({ ...memo, rough: roughOf(work, view, pieces), askedAt: desk.guard.askedAt() }),
    constraints: [...new Set([...constraints, ...(occasion.mustSurvive ?? [])])],
    saved: { cleared: 0, deduplicated: 0, shortened: 0, spilled, summarised: 0 },
    summary: summaryNote(records, work),
    summarisedMessages: pieces.reduce((sum, { piece, record }) => sum + (record ? piece.blocks.length : 0), 0),
    survival: {},
    flags: flagsOf(records),
    failures: records.flatMap(({ failures }) => failures),
    floorTokens: 0,
  } as const satisfies Plan
  const messages = plannedMessages(occasion, bare)
  const before = counter.request(occasion.view.map(({ message }) => message))
  const after = counter.request(messages)
  const total = after + overheadTokens
  const isOver = total >= budget.thresholdTokens
  return {
    ...bare,
    saved: { ...bare.saved, summarised: Math.max(0, before - after - spilled) },
    survival: survivalOf(memo.ledger, viewText(work, messages)),
    flags: [...bare.flags, ...(isOver ? ['irreducible-floor'] : [])],
    floorTokens: total,
  }
}

/** The ledger has its facts without secrets, so where there were some the view is read without them as well. */
function viewText({ memo }: EpochWork, messages: Parameters<typeof textOf>[0]): string {
  const hadSecrets = JSON.stringify(memo.ledger).includes(redactedMark)
  return textOf(hadSecrets ? messages.map((message) => redactMessage(message)) : messages)
}

/** Records by code are written anew once a model can: they are known by their ids. */
function roughOf({ memo, rough }: EpochWork, view: readonly ViewItem[], pieces: readonly WrittenPiece[]) {
  const shown = new Set(view.map(({ id }) => id))
  const made = view.filter((item) => item.kind === 'made' && item.standsFor.length > 0)
  const records = pieces.flatMap(({ record }) => record ?? [])
  const fresh = made.slice(0, records.length).flatMap(({ id }, at) => {
    const record = records[at]
    return record !== undefined && rough(record) ? [id] : []
  })
  return [...memo.rough.filter((id) => shown.has(id)), ...fresh]
}

function summaryNote(records: readonly WrittenRecord[], { occasion }: EpochWork): SummaryNote {
  if (records.length === 0) return { by: 'none', tokens: 0, chunks: 0, coverage: 1 }
  const written = records.find(({ by }) => by === 'model')
  const tokens = records.reduce((sum, { body }) => sum + occasion.counter.part({ type: 'text', text: body }), 0)
  return {
    by: written === undefined ? 'mechanical' : 'model',
    ...(written?.model !== undefined && { model: written.model }),
    tokens,
    chunks: records.reduce((sum, { chunks }) => sum + chunks, 0),
    coverage: Math.min(...records.map(({ coverage }) => coverage)),
  }
}

function flagsOf(records: readonly WrittenRecord[]): readonly string[] {
  const byCode = records.filter(({ by }) => by === 'mechanical').length
  const mechanical =
    byCode === 0 ? [] : byCode === records.length ? ['mechanical'] : [`mechanical: ${byCode} of ${records.length}`]
  return [...new Set([...records.flatMap(({ flags }) => flags), ...mechanical])]
}

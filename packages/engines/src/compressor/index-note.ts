import {
  type EntryId,
  floorTokens,
  indexNote,
  type Message,
  plannedMessages,
  recentCalls,
  renderIndex,
  seatOf,
  textOf,
  type ViewItem,
} from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'

/** Of what the target leaves beside system prompt and tools, an index takes at most this share. */
const mostOfTarget = 0.4

/** The most tokens that an index may take in this view. */
export function indexRoom({ occasion, draft }: Pick<CompactionWork, 'occasion' | 'draft'>): number {
  const { indexTokens, targetTokens } = occasion.budget
  return Math.max(0, Math.min(indexTokens, Math.floor((targetTokens - floorTokens(draft)) * mostOfTarget)))
}

/** Beside a large system prompt an index may have less room than this, too little to rely on. */
const leastForFiles = 400

/** True when changed files can be left to the index, and need no lines in the summary. */
export function canListFiles(work: Pick<CompactionWork, 'occasion' | 'draft'>): boolean {
  return indexRoom(work) >= leastForFiles
}

/** A view with an index of what it no longer shows, and what that takes. */
export interface NotedView {
  readonly view: readonly ViewItem[]
  readonly note?: EntryId
  readonly addedTokens: number
}

/** Of what was saved, an index takes at most this share. */
const mostOfSaved = 0.5
/** It has at least this share of its room, even where the view then goes over its target. */
const leastShare = 0.5

/** Puts an index before what the user said last, where results were cleared and no summary tells of them. */
export function withNote(work: CompactionWork, view: readonly ViewItem[], savedTokens: number): NotedView {
  const { occasion, ports, stale, lastUser, memo } = work
  const { counter, budget, overheadTokens } = occasion
  const messages = plannedMessages(occasion, { view })
  const most = indexRoom(work)
  const room = budget.targetTokens - counter.request(messages) - overheadTokens
  const index = renderIndex(memo.ledger, {
    maxTokens: Math.floor(Math.min(most, Math.max(room, most * leastShare), savedTokens * mostOfSaved)),
    countText: (text) => counter.part({ type: 'text', text }),
    shown: textOf(messages),
    recent: recentCalls(occasion.view),
  })
  if (index === '' && stale === undefined) return { view, addedTokens: 0 }
  const first = messages.findIndex(({ role }) => role !== 'system')
  const seat = seatOf(messages, lastUser ?? (first === -1 ? messages.length : first))
  const message: Message = { role: seat.role, parts: [{ type: 'text', text: indexNote(index) }] }
  const id = ports.mintId()
  const standsFor = stale === undefined ? [] : [stale.id]
  return {
    view: view.toSpliced(seat.at, 0, { kind: 'made', id, message, standsFor }),
    note: id,
    addedTokens: counter.message(message) - (stale?.tokens ?? 0),
  }
}

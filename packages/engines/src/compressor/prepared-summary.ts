import {
  type AskedSummary,
  type Cut,
  type DraftedSummary,
  type EntryId,
  groupStarts,
  hasMiddle,
  isList,
  isMiddle,
  isObject,
  type Json,
  type JsonObject,
  type Shown,
} from '@palimpsest/core/engine'
import type { Memo } from './memo.ts'

/** A summary that was written before anybody waited for it. A plain JSON value. */
export interface PreparedSummary extends AskedSummary {
  readonly version: 1
  /** The summary that it goes on from; none where it is the first. */
  readonly after?: EntryId
  /** The view up to the cut, as it was shown. */
  readonly entries: readonly EntryId[]
  readonly cut: Cut
  /** Share of the threshold at which it was begun. */
  readonly share: number
  readonly ms: number
  /** True once it was brought up to date. */
  readonly isUpdated: boolean
}

export function preparedJson(prepared: PreparedSummary): Json {
  return prepared as unknown as JsonObject
}

/** Reads a preparation back where it belongs to this view: nothing but its words may be trusted unseen. */
export function preparedFor(view: readonly Shown[], memo: Memo, value: Json | undefined): PreparedSummary | undefined {
  if (!isObject(value) || value.version !== 1 || value.after !== memo.summary?.entry) return undefined
  const cut = readCut(value.cut)
  const drafted = readDraft(value.drafted)
  const { entries, share, ms, isUpdated } = value
  if (cut === undefined || !isList(entries) || typeof share !== 'number' || typeof ms !== 'number') return undefined
  if (value.drafted !== undefined && drafted === undefined) return undefined
  const isWhole = groupStarts(view).includes(cut.tailStart) && cut.tailStart === entries.length && hasMiddle(cut)
  if (!isWhole || !entries.every((id, at) => isSame(view[at], id))) return undefined
  return {
    version: 1,
    ...(memo.summary && { after: memo.summary.entry }),
    entries: entries as readonly EntryId[],
    cut,
    share,
    ms,
    isUpdated: isUpdated === true,
    ...(drafted && { drafted }),
    failures: readFailures(value.failures),
  }
}

/** The entry itself, or the line that a compaction without a summary put in its place. */
function isSame(shown: Shown | undefined, id: Json): boolean {
  return shown?.id === id || (shown?.standsFor?.length === 1 && shown.standsFor[0] === id)
}

/** True when no model could write. */
export function hasFailed(value: Json | undefined): boolean {
  return isObject(value) && value.drafted === undefined
}

/** True when it may be brought up to date: a second time would cost as much as a new one. */
export function mayUpdate({ isUpdated, drafted }: PreparedSummary): boolean {
  return !isUpdated && drafted !== undefined
}

/** The messages of a view that a preparation covers. */
export function coveredBy({ entries, cut }: PreparedSummary, view: readonly Shown[]): ReadonlySet<EntryId> {
  return new Set(view.slice(0, entries.length).flatMap(({ id }, at) => (isMiddle(cut, at) ? [id] : [])))
}

function readCut(value: Json | undefined): Cut | undefined {
  if (!isObject(value)) return undefined
  const { headEnd, tailStart, lastUser, answer } = value
  if (!isPlace(tailStart) || !isPlace(headEnd) || headEnd > tailStart) return undefined
  if (![lastUser, answer].every((place) => place === undefined || isPlace(place))) return undefined
  return {
    headEnd,
    tailStart,
    ...(isPlace(lastUser) && { lastUser }),
    ...(isPlace(answer) && { answer }),
  }
}

function isPlace(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function readDraft(value: Json | undefined): DraftedSummary | undefined {
  if (!isObject(value)) return undefined
  const { model, body, chunks, coverage, flags } = value
  if (typeof model !== 'string' || typeof body !== 'string' || body.trim() === '' || !body.isWellFormed())
    return undefined
  if (typeof chunks !== 'number' || typeof coverage !== 'number' || !isList(flags)) return undefined
  return { model, body, chunks, coverage, flags: flags.filter((flag) => typeof flag === 'string') }
}

function readFailures(value: Json | undefined): AskedSummary['failures'] {
  const failures: readonly unknown[] = isList(value) ? value : []
  return failures.filter(isFailureNote)
}

function isFailureNote(value: unknown): value is AskedSummary['failures'][number] {
  return isObject(value) && [value.model, value.cause, value.message].every((field) => typeof field === 'string')
}

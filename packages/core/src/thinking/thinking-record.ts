import { isList, isObject, type Json } from '../json.ts'
import { type EntryId, entryId } from '../log/entry.ts'
import type { StoredMessage } from '../store/store.ts'

/** Entries of a view, from one to another, whose thinking is not sent any more. */
export interface OmittedRun {
  /** @default the first of the view */
  readonly from?: EntryId
  readonly through: EntryId
}

/** Facts known about the thinking of one session, kept with its conversation so that a resumed one has them. */
export interface ThinkingRecord {
  /** Represents the system prompt and the tools that requests carry. Absent until a model that binds is asked. */
  readonly setting?: string
  /** The last entry under another setting: a model that binds takes back only what was thought after it. */
  readonly changedAt?: EntryId
  /** The runs that are sent to no model. */
  readonly omitted: readonly OmittedRun[]
}

export const freshRecord: ThinkingRecord = { omitted: [] }

/** Under which key the state of a conversation holds the record of one of its sessions. */
export function thinkingKey(session: string): string {
  return `thinking ${session}`
}

/** The record for requests of another setting: what was thought under the one before is not sent in it. */
export function underSetting(
  record: ThinkingRecord,
  setting: string,
  view: readonly Pick<StoredMessage, 'id'>[],
): ThinkingRecord {
  if (record.setting === setting) return record
  const last = view.at(-1)
  return { setting, omitted: record.omitted, ...(last !== undefined && { changedAt: last.id }) }
}

/** The record after a refusal: all thinking from an entry on is left out, and what will be thought from now on is not. */
export function afterRefusal(
  record: ThinkingRecord,
  view: readonly Pick<StoredMessage, 'id'>[],
  from?: EntryId,
): ThinkingRecord {
  const last = view.at(-1)
  if (last === undefined) return record
  const run = { ...(from !== undefined && { from }), through: last.id }
  const seen = new Set(view.map(({ id }) => id))
  // What others left out behind this view stays left out.
  const before = from === undefined ? record.omitted.filter(({ through }) => !seen.has(through)) : record.omitted
  return { ...record, omitted: [...before, run] }
}

/** Returns the record with single entries left out, whatever surrounds them. */
export function withoutEntries(record: ThinkingRecord, ids: readonly EntryId[]): ThinkingRecord {
  return { ...record, omitted: [...record.omitted, ...ids.map((id) => ({ from: id, through: id }))] }
}

/** Reads a record back; what makes no sense is taken for none, which only leaves out more than need be. */
export function readThinkingRecord(stored: Json | undefined): ThinkingRecord {
  if (!isObject(stored) || !isList(stored.omitted)) return freshRecord
  const omitted = stored.omitted.flatMap((run) => {
    if (!isObject(run) || typeof run.through !== 'string') return []
    const from = typeof run.from === 'string' ? { from: entryId(run.from) } : {}
    return [{ ...from, through: entryId(run.through) }]
  })
  const { setting, changedAt } = stored
  return {
    ...(typeof setting === 'string' && { setting }),
    ...(typeof changedAt === 'string' && { changedAt: entryId(changedAt) }),
    omitted,
  }
}

export function storedThinkingRecord({ setting, changedAt, omitted }: ThinkingRecord): Json {
  const known = { ...(setting !== undefined && { setting }), ...(changedAt !== undefined && { changedAt }) }
  return { ...known, omitted: omitted.map((run) => ({ ...run })) }
}

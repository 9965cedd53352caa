import { type EntryId, entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import {
  type Compaction,
  type ConversationId,
  type Instant,
  type NewEntry,
  type SessionId,
  sessionId,
} from '@palimpsest/core/store'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { uuidv7 } from 'uuidv7'
import {
  type Line,
  type LineEntry,
  type LineStage,
  type LineView,
  lineTip,
  nextSeqOf,
  type ViewEntry,
  viewOf,
} from './line.ts'
import type { StoreStep } from './write-queue.ts'

/** A line after a change, and the steps that make the store follow. */
export interface ChangedLine {
  readonly line: Line
  readonly steps: readonly StoreStep[]
}

/** What is known of a line that begins. */
export interface NewLine {
  readonly name: ConversationId
  readonly title: string
  readonly at: Instant
  readonly model?: string
}

/** Begins a line that has nothing in common with another. */
export function beginLine({ name, title, at, model }: NewLine): ChangedLine {
  const session = sessionId(uuidv7())
  const begin = {
    id: session,
    conversation: name,
    at,
    title,
    channel: 'library',
    ...(model !== undefined && { model }),
  }
  const stage = { session, born: [], reach: 0, kin: [] }
  return { line: { name, log: [], stages: [stage], inherited: 0 }, steps: [{ kind: 'begin', session: begin }] }
}

/** Begins a line that has the first entries of another, by reference. */
export function branchLine(from: Line, length: number, { name, title, at, model }: NewLine): ChangedLine {
  const view = viewOf(from, length)
  const session = sessionId(uuidv7())
  const { stage, entries } = view
  const parent = { kind: 'branch', parent: stage.session, view: entries.map(({ id }) => id) } as const
  const about = { conversation: name, at, title, channel: 'library', ...(model !== undefined && { model }) }
  const first: LineStage = {
    session,
    born: entries,
    reach: length,
    kin: [stage.session, ...stage.kin],
    ...(stage.memo !== undefined && { memo: stage.memo }),
  }
  const before = from.stages.filter(({ reach }) => reach <= length)
  return {
    line: {
      name,
      log: from.log.slice(0, length),
      stages: [...before, first] as unknown as Line['stages'],
      inherited: before.length,
    },
    steps: [{ kind: 'begin', session: { id: session, ...about, from: parent } }],
  }
}

/** Something new to be said, with what the provider counted for it. */
export interface Saying {
  readonly message: Message
  readonly usage?: BilledUsage
}

/** Adds to the end of a line. */
export function extendLine(line: Line, said: readonly Saying[], at: Instant): ChangedLine {
  if (said.length === 0) return { line, steps: [] }
  const { session } = lineTip(line)
  const entries = said.map(
    ({ message, usage }): NewEntry => ({ id: entryId(uuidv7()), message, ...(usage && { usage }) }),
  )
  const added = entries.map(({ id, message }): LineEntry => ({ id, message, session }))
  const step: StoreStep = { kind: 'append', session, expectedSeq: nextSeqOf(line), entries, at }
  return { line: { ...line, log: [...line.log, ...added] }, steps: [step] }
}

/** The line in the view that a compaction of all of it made. */
export function compactLine(line: Line, compaction: Compaction): Line {
  const { continuation, view, ledger } = compaction
  const before = new Map(viewOf(line, line.log.length).entries.map((entry) => [entry.id, entry] as const))
  const reachOf = (ids: readonly EntryId[]) => ids.reduce((most, id) => Math.max(most, before.get(id)?.reach ?? 0), 0)
  const born = view.flatMap((item): readonly ViewEntry[] => {
    // What an earlier compaction made may be kept as well.
    if (item.kind === 'kept') return [before.get(item.id) ?? []].flat()
    const { id, message, standsFor } = item
    return [{ id, reach: reachOf(standsFor), made: { message, standsFor, session: continuation } }]
  })
  const memo = ledger ?? lineTip(line).memo
  const stage = { session: continuation, born, reach: line.log.length, kin: [], ...(memo !== undefined && { memo }) }
  return { ...line, stages: [...line.stages, stage] }
}

/** The line in the view before its last compaction; `undefined` where there is none of its own to take back. */
export function undoLine(line: Line, at: Instant): ChangedLine | undefined {
  const { stages, inherited } = line
  if (stages.length - inherited < 2) return undefined
  const left = stages.slice(0, -1) as unknown as Line['stages']
  return { line: { ...line, stages: left }, steps: [{ kind: 'undo', continuation: lineTip(line).session, at }] }
}

/** The sessions in which the thinking of a view may have been written for it to be in its place still. */
export function isInPlace({ stage }: Pick<LineView, 'stage'>, session: SessionId): boolean {
  return session === stage.session || stage.kin.includes(session)
}

import type { Json } from '@palimpsest/core/json'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { ConversationId, SessionId } from '@palimpsest/core/store'

/** Something that a host said to be part of its history. */
export interface LineEntry {
  readonly id: EntryId
  readonly message: Message
  /** The session it was said in. */
  readonly session: SessionId
}

/** An item of a view: an entry of the line as it is, or a message made in place of some. */
export interface ViewEntry {
  readonly id: EntryId
  /** All that it shows lies before this place of the line. */
  readonly reach: number
  /** Absent for an entry, which is at `reach - 1`. */
  readonly made?: { readonly message: Message; readonly standsFor: readonly EntryId[]; readonly session: SessionId }
}

/** A session of a line: the view it began with, which what was said since follows. */
export interface LineStage {
  readonly session: SessionId
  readonly born: readonly ViewEntry[]
  /** The number of entries that the view it began with represents. */
  readonly reach: number
  /** Earlier sessions whose view this one only extends, so what was thought in them is still in its place. */
  readonly kin: readonly SessionId[]
  /** What the engine wrote down when it made the view. */
  readonly memo?: Json
}

/**
 * One course of a host's conversation: what was said from its first message to its last. A host that edits, deletes or
 * branches has several. Each is a conversation in the store; what two have in common is stored once.
 */
export interface Line {
  readonly name: ConversationId
  readonly log: readonly LineEntry[]
  /** From the oldest that represents a beginning of the line to the one that goes on. */
  readonly stages: readonly [LineStage, ...LineStage[]]
  /** The number of stages at the start that are sessions of other lines, which it branched off. */
  readonly inherited: number
}

/** The session of a line that goes on. */
export function lineTip({ stages }: Line): LineStage {
  return stages.at(-1) ?? stages[0]
}

/** The number of entries that the session of a line that goes on has in the store. */
export function nextSeqOf(line: Line): number {
  const { born, reach } = lineTip(line)
  return born.length + line.log.length - reach
}

/** What a line shows of its first so many entries. */
export interface LineView {
  readonly stage: LineStage
  readonly entries: readonly ViewEntry[]
  /** The view is the entries themselves, all of them and nothing else. */
  readonly isPlain: boolean
}

/**
 * The view of the first so many entries of a line. A view that a compaction made counts only where all that it stands
 * for is among them; otherwise the newest one before it for which that is so. The very first represents nothing.
 */
export function viewOf({ log, stages }: Line, length: number): LineView {
  const stage = stages.findLast(({ reach }) => reach <= length) ?? stages[0]
  const later = log.slice(stage.reach, length).map(({ id }, i) => ({ id, reach: stage.reach + i + 1 }))
  return { stage, entries: [...stage.born, ...later], isPlain: isPlainView(stage.born) }
}

function isPlainView(born: readonly ViewEntry[]): boolean {
  return born.every(({ made, reach }, i) => made === undefined && reach === i + 1)
}

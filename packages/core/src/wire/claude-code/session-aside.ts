import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Transcript } from '../../message/message.ts'
import type { SessionLineDraft } from './draft-session-lines.ts'
import { isMessageLine } from './session-line.ts'
import { claudeCodeFormat } from './session-line-record.ts'

/** A line that is no part of the conversation. */
export interface SessionAside {
  readonly kind: 'aside'
  readonly at: number
  readonly line: JsonObject
  /** The place of the line whose message this one repeats. */
  readonly again?: number
}

/** The lines kept aside when a session was read, and how many lines it had in all. */
export function readSessionAside({ residue }: Transcript): {
  readonly aside: readonly SessionAside[]
  readonly count: number | undefined
} {
  const { aside, count } = residue?.format === claudeCodeFormat ? residue.fields : {}
  return {
    aside: isList(aside) ? aside.flatMap(readEntry) : [],
    count: typeof count === 'number' ? count : undefined,
  }
}

function readEntry(value: Json): readonly SessionAside[] {
  if (!isObject(value) || typeof value.at !== 'number' || !isObject(value.line)) return []
  const { at, line, again } = value
  return [{ kind: 'aside', at, line, ...(typeof again === 'number' && { again }) }]
}

/**
 * The lines that may still be kept aside in an edited session. A copy goes with the line that it repeats. The last
 * message of a file decides which branch is the conversation, so no abandoned one may end it.
 */
export function asideBefore(
  drafts: readonly SessionLineDraft[],
  aside: readonly SessionAside[],
): readonly SessionAside[] {
  const places = new Set(drafts.map(({ at }) => at))
  const last = drafts.reduce((max, { at }) => Math.max(max, at ?? Number.POSITIVE_INFINITY), -1)
  return aside
    .filter(({ again }) => again === undefined || places.has(again))
    .map((entry) => {
      const misleads = entry.at > last && isMessageLine(entry.line) && entry.again === undefined
      return misleads ? { ...entry, at: last - 0.5 } : entry
    })
}

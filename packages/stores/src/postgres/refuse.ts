import { Failure } from '@palimpsest/core'
import type { SessionRow } from './rows.ts'

/** The request can never succeed. */
export function invalid(reason: string): Failure<'store/invalid'> {
  return new Failure('store/invalid', `The store refuses this: ${reason}.`, { reason })
}

export function notFound(what: 'conversation' | 'session' | 'message', id: string): Failure<'store/not-found'> {
  return new Failure('store/not-found', `There is no ${what} "${id}".`, { what, id })
}

/** Someone else was faster. */
export function conflict(session: SessionRow, expectedSeq?: number): Failure<'store/conflict'> {
  const state = session.ended_at === null ? `goes on at ${session.next_seq}` : `has ended (${session.end_reason})`
  return new Failure('store/conflict', `Session "${session.id}" ${state}. Read the tip and decide anew.`, {
    session: session.id,
    ...(expectedSeq === undefined ? {} : { expectedSeq }),
    nextSeq: session.next_seq,
  })
}

/** Postgres would change an id with half a surrogate pair in silence, and refuse one with U+0000. */
export function checkIds(ids: readonly string[]): void {
  const bad = ids.find((id) => id === '' || id.length > 500 || id.includes('\u0000') || !id.isWellFormed())
  if (bad !== undefined) throw invalid(`${JSON.stringify(bad.slice(0, 80))} is not an id`)
  if (new Set(ids).size !== ids.length) throw invalid('an id is given twice')
}

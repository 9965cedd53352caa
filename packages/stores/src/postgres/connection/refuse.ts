import { Failure } from '@palimpsest/core/store'

/** The request can never succeed. */
export function invalidInPostgres(reason: string): Failure<'store/invalid'> {
  return new Failure('store/invalid', `The store refuses this: ${reason}.`, { reason })
}

export function notFoundInPostgres(
  what: 'conversation' | 'session' | 'message',
  id: string,
): Failure<'store/not-found'> {
  return new Failure('store/not-found', `There is no ${what} "${id}".`, { what, id })
}

/** The state of a session. */
interface Standing {
  readonly id: string
  readonly ended_at: number | null
  readonly end_reason: string | null
  readonly next_seq: number
}

/** Someone else was faster. */
export function conflictInPostgres(session: Standing, expectedSeq?: number): Failure<'store/conflict'> {
  const state = session.ended_at === null ? `goes on at ${session.next_seq}` : `has ended (${session.end_reason})`
  return new Failure('store/conflict', `Session "${session.id}" ${state}. Read the tip and decide anew.`, {
    session: session.id,
    ...(expectedSeq === undefined ? {} : { expectedSeq }),
    nextSeq: session.next_seq,
  })
}

/** Half a surrogate pair would be changed in silence when the id is packed, and U+0000 marks packed ids. */
export function isSound(id: string): boolean {
  return !id.includes('\u0000') && id.isWellFormed()
}

/** Refuses ids that cannot be given to anything new. */
export function checkIds(ids: readonly string[]): void {
  const bad = ids.find((id) => id === '' || id.length > 500 || !isSound(id))
  if (bad !== undefined) throw notAnId(bad)
  if (new Set(ids).size !== ids.length) throw invalidInPostgres('an id is given twice')
}

export function notAnId(text: string): Failure<'store/invalid'> {
  return invalidInPostgres(`${JSON.stringify(text.slice(0, 80))} is not an id`)
}

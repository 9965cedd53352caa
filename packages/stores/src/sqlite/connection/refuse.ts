import { Failure, type Session } from '@palimpsest/core/store'

/** The failure of a request for something that is not there. */
export function notFoundInSqlite(what: 'conversation' | 'session', id: string): Failure<'store/not-found'> {
  return new Failure('store/not-found', `No ${what} ${id}.`, { what, id })
}

/** Someone else was faster. */
export function conflictInSqlite(session: Session, expectedSeq?: number): Failure<'store/conflict'> {
  const state = session.endedAt === undefined ? `continues at ${session.nextSeq}` : `has ended (${session.endReason})`
  return new Failure('store/conflict', `Session ${session.id} ${state}. Read the tip and decide anew.`, {
    session: session.id,
    ...(expectedSeq !== undefined && { expectedSeq }),
    nextSeq: session.nextSeq,
  })
}

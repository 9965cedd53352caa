import { Failure } from '@palimpsest/core/store'

/** What was asked for is not there. */
export function notFound(what: 'conversation' | 'session', id: string): Failure<'store/not-found'> {
  return new Failure('store/not-found', `No ${what} ${id}.`, { what, id })
}

/** What was asked for cannot be done, whatever the state of the store. */
export function invalid(reason: string): Failure<'store/invalid'> {
  return new Failure('store/invalid', reason, { reason })
}

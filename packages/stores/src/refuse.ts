import { Failure } from '@palimpsest/core/store'

/** What was asked for cannot be done, whatever the state of the store. */
export function invalidRequest(reason: string): Failure<'store/invalid'> {
  return new Failure('store/invalid', reason, { reason })
}

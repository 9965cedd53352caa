import { Failure } from '@palimpsest/core/store'

/** The failure of a request that cannot be fulfilled, whatever the state of the store. */
export function invalidRequest(reason: string): Failure<'store/invalid'> {
  return new Failure('store/invalid', reason, { reason })
}

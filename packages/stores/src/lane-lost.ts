import { Failure, type Lane } from '@palimpsest/core/store'

/** The failure of a write by someone whose lane belongs to somebody else by now. */
export function laneLost({ conversation, epoch }: Lane): Failure<'store/fenced'> {
  const message = `The conversation ${conversation} is worked on by somebody else by now.`
  return new Failure('store/fenced', message, { conversation, epoch })
}

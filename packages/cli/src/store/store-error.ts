import { type Failures, isFailure } from '@palimpsest/core/errors'
import { UserError } from '../errors/user-error.ts'

type Cause = Failures['store/unavailable']['cause']

const remedies: Readonly<Record<Cause, string>> = {
  busy: 'Another process is writing; try again in a moment.',
  full: 'Make room on the disk and try again; nothing was lost.',
  'read-only': 'Check the permissions of the file and its folder, or name another database with --db.',
  corrupt: 'Check that it is a Palimpsest database; if it was, bring back a backup.',
  newer: 'A newer Palimpsest wrote this database; update this one.',
  closed: 'Try again.',
  unreachable: 'Check that --db names the right place, and that it can be reached from here.',
}

/** The remedy for a damaged row, which leaves the others unaffected. */
const damagedRemedy = 'Bring back a backup, or export the conversations that are sound.'

/** Explains a store's failure to the person who typed the command; anything else is returned unchanged. */
export function storeError(error: unknown, location: string): unknown {
  if (isFailure(error, 'store/not-found')) return new UserError(error.message, { remedy: listRemedy })
  if (isFailure(error, 'store/invalid')) return new UserError(error.message)
  if (isFailure(error, 'store/conflict')) {
    return new UserError(error.message, {
      remedy: 'The conversation changed meanwhile; look at it again and repeat.',
      exitCode: 1,
    })
  }
  if (isFailure(error, 'store/unavailable')) {
    const message = error.message.includes(location) ? error.message : `${location}: ${error.message}`
    const isRow = error.message.includes('See all that is wrong')
    return new UserError(message, { remedy: isRow ? damagedRemedy : remedies[error.detail.cause], exitCode: 1 })
  }
  return error
}

export const listRemedy = 'See which there are: palimpsest sessions list'

import { Failure, isFailure } from '@palimpsest/core/store'
import { invalidInPostgres } from './refuse.ts'

type Unavailable = ConstructorParameters<typeof Failure<'store/unavailable'>>[2]

interface Meaning extends Unavailable {
  readonly says: string
}

/** SQLSTATE codes that a person can do something about. Whole classes end in `*`. */
const meanings: Readonly<Record<string, Meaning>> = {
  '40001': { cause: 'busy', retry: true, says: 'The database is busy: other writers kept getting in the way.' },
  '40P01': { cause: 'busy', retry: true, says: 'The database is busy: two writers waited for each other.' },
  '55P03': { cause: 'busy', retry: true, says: 'The database is busy: someone else holds a lock for too long.' },
  '57014': { cause: 'busy', retry: true, says: 'The database stopped the request because it took too long.' },
  '53300': { cause: 'busy', retry: true, says: 'The database has no connection left for us.' },
  '53100': { cause: 'full', retry: true, says: 'The disk of the database is full: nothing was written. Make room.' },
  '25006': { cause: 'read-only', retry: false, says: 'The database is read-only: nothing was written.' },
  '42501': {
    cause: 'read-only',
    retry: false,
    says: 'The database user may not do this. Grant it rights on the schema.',
  },
  XX001: { cause: 'corrupt', retry: false, says: 'The database is damaged. Restore it from a backup.' },
  XX002: { cause: 'corrupt', retry: false, says: 'An index of the database is damaged. Run REINDEX.' },
  '3D000': { cause: 'unreachable', retry: false, says: 'The database does not exist on this server.' },
  '28*': { cause: 'unreachable', retry: false, says: 'The database server refused the user or the password.' },
  '08*': { cause: 'unreachable', retry: true, says: 'The connection to the database was lost.' },
  '57P*': { cause: 'unreachable', retry: true, says: 'The database server is shutting down or starting.' },
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EACCES',
])

/** Returns what a foreign error means for a store's caller. Errors we have no name for come back as they are. */
export function failureOf(error: unknown): unknown {
  if (isFailure(error) || !(error instanceof Error)) return error
  const code = codeOf(error)
  const meaning =
    code === undefined
      ? undefined
      : (meanings[code] ?? meanings[`${code.slice(0, 2)}*`] ?? meanings[`${code.slice(0, 3)}*`])
  // A database error quotes the server, never our connection string, so it is safe to keep as the cause.
  if (meaning !== undefined) return unavailable(meaning, `${meaning.says} (${code}: ${error.message})`, error)
  if (code !== undefined && isRefusal(code)) return invalidInPostgres(`Postgres says: ${error.message}`)
  if (code === '42P01' || code === '3F000') {
    const lost: Meaning = {
      cause: 'corrupt',
      retry: false,
      says: 'Tables of the store are missing: were they dropped?',
    }
    return unavailable(lost, lost.says, error)
  }
  if (code === 'ERR_INVALID_URL') return misconfigured('The connection string cannot be read.')
  if (error.message.startsWith('SASL'))
    return misconfigured('The database server wants a password, and it was not right.')
  return isNetworkError(error, code) ? unreachable(code) : error
}

/** Returns how many tries work that failed like this is worth in all: the server undid it for others' sake. */
export function worthTries(error: unknown): number {
  const code = error instanceof Error ? codeOf(error) : undefined
  if (code === '40001' || code === '40P01') return 5
  // It has waited already.
  return code === '55P03' ? 2 : 1
}

/** Returns true when a row with this key already exists. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '23505'
}

/** Says nothing of the foreign error but its code: its text may quote the connection string, password included. */
function unreachable(code?: string): Failure<'store/unavailable'> {
  const why = code === undefined ? '' : ` (${code})`
  return new Failure('store/unavailable', `The database server cannot be reached${why}. Is it running?`, {
    cause: 'unreachable',
    retry: true,
  })
}

/** Values that Postgres cannot hold: U+0000 in an id, a page before the first, a key of many kilobytes. */
function isRefusal(code: string): boolean {
  return code.startsWith('22') || code === '54000'
}

function misconfigured(message: string): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', message, { cause: 'unreachable', retry: false })
}

function unavailable({ cause, retry }: Meaning, message: string, error: Error): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', message, { cause, retry }, error)
}

function isNetworkError(error: Error, code: string | undefined): boolean {
  if (code !== undefined && networkCodes.has(code)) return true
  if (error instanceof AggregateError)
    return error.errors.some((one) => one instanceof Error && isNetworkError(one, codeOf(one)))
  return /Connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i.test(
    error.message,
  )
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

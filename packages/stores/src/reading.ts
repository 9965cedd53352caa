import { Failure, isFailure } from '@palimpsest/core/store'

/** Reads what a row holds; one that does not hold what was written is reported by name, not as a bug. */
export function reading<T>(what: () => string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isFailure(error) ? error : damagedRow(what(), error)
  }
}

/** A number that a row must hold; SQLite would keep any text in its place. */
export function readRowNumber(value: unknown): number {
  if (typeof value === 'number') return value
  throw new TypeError(`a number is missing where ${JSON.stringify(String(value))} stands`)
}

function damagedRow(what: string, error: unknown): Failure<'store/unavailable'> {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `${what} is damaged and cannot be read (${reason}). See all that is wrong: palimpsest verify`
  return new Failure('store/unavailable', message, { cause: 'corrupt', retry: false }, error)
}

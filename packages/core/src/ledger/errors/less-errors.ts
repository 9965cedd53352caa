import type { ErrorFact, Ledger } from '../ledger.ts'
import { errorKey } from './error-lines.ts'

/** A ledger that does not count what will be read once more. */
export function lessErrors(ledger: Ledger, again: readonly ErrorFact[]): Ledger {
  const seen = new Map(again.map(({ line, times }) => [errorKey(line), times]))
  const errors = ledger.errors.flatMap((error) => {
    const times = error.times - (seen.get(errorKey(error.line)) ?? 0)
    return times > 0 ? [{ ...error, times }] : []
  })
  return { ...ledger, errors }
}

import { clipText } from '../../text/slice-whole.ts'
import { textHash } from '../../text/text-hash.ts'
import { type ErrorLine, errorKey, isVaried } from '../errors/error-lines.ts'
import type { ErrorFact, FactOrigin } from '../ledger.ts'
import type { BoundedFacts } from './bounded-facts.ts'

/** Errors by line, each with what must run again without them for them to be over. */
export interface BoundedErrors {
  take(error: ErrorLine, origin: FactOrigin, by?: Teller): void
  /**
   * A command ran again: the errors of its last failure are over, unless it reports them again, which is taken
   * after this.
   */
  endOfCommand(command: string, failedAt: number | undefined): void
  /** The same for other calls; the mark is asked for only where one is waited for. */
  endOfCall(mark: () => string): void
}

/** The source of an error: a command, or another call by its mark. */
export type Teller = { readonly command: string } | { readonly mark: string }

const mostError = 240

export function createBoundedErrors(errors: BoundedFacts<ErrorFact>): BoundedErrors {
  const awaited = new Set<string>()
  let hasCommands = false
  for (const { mark, command, settled } of errors.values()) {
    if (settled === true) continue
    if (mark !== undefined) awaited.add(mark)
    hasCommands ||= command !== undefined
  }
  const settle = (isOver: (error: ErrorFact) => boolean) => {
    for (const error of errors.values()) {
      if (error.settled !== true && isOver(error)) errors.change(errorKey(error.line), { ...error, settled: true })
    }
  }
  return {
    take: (error, origin, by) => {
      const mark = by && markOf(by)
      if (mark !== undefined) awaited.add(mark)
      takeError(errors, error, { ...origin, ...(mark === undefined ? {} : { mark }) })
    },
    endOfCommand: (command, failedAt) => {
      const mark = markOf({ command })
      if (!awaited.delete(mark) && failedAt === undefined && !hasCommands) return
      const isItsOwn = (error: ErrorFact) => error.mark === mark || error.command === command
      settle((error) => isItsOwn(error) || (failedAt !== undefined && error.at === failedAt))
    },
    endOfCall: (mark) => {
      if (awaited.size === 0) return
      const ended = mark()
      if (awaited.delete(ended)) settle((error) => error.mark === ended)
    },
  }
}

/** A ledger lets go of commands before errors, so an error keeps the mark of its command. */
function markOf(by: Teller): string {
  return 'mark' in by ? by.mark : textHash(by.command)
}

function takeError(
  errors: BoundedFacts<ErrorFact>,
  error: ErrorLine,
  origin: Pick<ErrorFact, 'entry' | 'at' | 'mark'>,
): void {
  const { line, key: whole, times, minor } = error
  const kept = clipText(line, mostError)
  const key = kept === line ? whole : errorKey(kept)
  const known = errors.get(key)
  const varied = error.varied === true || isVaried(known, kept)
  errors.put(key, {
    ...origin,
    line: kept,
    times: (known?.times ?? 0) + times,
    ...(varied ? { varied } : {}),
    ...(minor ? { minor } : {}),
  })
}

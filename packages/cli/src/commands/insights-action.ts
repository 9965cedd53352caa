import { UserError } from '../errors/user-error.ts'
import type { DatabaseOptions } from '../home/location.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { insightsJson, insightsOf } from '../usage/insights-of.ts'
import { insightsReport } from '../usage/insights-report.ts'
import { createReadingProgress } from '../usage/reading-progress.ts'

export interface InsightsCommandOptions extends DatabaseOptions {
  readonly json?: boolean
}

/** Ten years of days are enough, and can still be listed. */
const mostDays = 3_660

/** `palimpsest insights [DAYS]`: where tokens and money went of late. */
export async function insightsAction(days: number | undefined, options: InsightsCommandOptions, io: Io): Promise<void> {
  if (days !== undefined && days > mostDays)
    throw new UserError(`${days} days are too many`, { remedy: `Ask for ${mostDays} or fewer.` })
  const progress = createReadingProgress(io)
  try {
    const range = { now: Date.now(), onRead: progress.read, ...(days !== undefined && { days }) }
    const found = await withStore(options, io, (store) => insightsOf(store, range))
    progress.clear()
    if (options.json) printJson(insightsJson(found), io)
    else io.out(insightsReport(found, { colours: coloursFor(io), columns: io.columns }))
  } finally {
    progress.clear()
  }
}

import { countNoun } from '../terminal/count-noun.ts'

/** Dollars; null where a price is not known. */
type Usd = number | null

/** The fields read from a replayed file. */
export interface UsuallyPaid {
  readonly calls: readonly unknown[]
  readonly totals: {
    readonly costUnmanagedUsd: Usd
    readonly refusedAtCall: number | null
    readonly usual: { readonly costUsd: Usd; readonly endsAtCall: number | null; readonly oursUsd: Usd }
  }
}

/** The format of amounts where the text appears. */
export interface Spelling {
  dollars(amount: number): string
  percent(share: number): string
}

const usually = 'With the usual cache and no compaction'

/** Compares what people have without us with our cost for the same calls: for one file, or several together. */
export function usualWords(replays: readonly UsuallyPaid[], spelling: Spelling): string {
  if (replays.every(({ calls }) => calls.length === 0)) return ''
  const costs = costWords(replays, spelling)
  const end = endWords(replays)
  if (end === undefined)
    return costs ? `${usually} ${costs}.` : 'Without compaction it would have fitted the window, too.'
  return `${usually} ${end} (the window refuses)${costs ? `; up to there ${costs}` : ''}.${refusedWords(replays)}`
}

/** Reports that we are refused as well, when a system prompt or a single message is too long. */
function refusedWords(replays: readonly UsuallyPaid[]): string {
  const refused = replays.flatMap(({ totals }) => totals.refusedAtCall ?? [])
  const [at] = refused
  if (at === undefined) return ''
  const what =
    replays.length === 1 ? `call ${at.toLocaleString('en-US')}` : `a call of ${countNoun(refused.length, 'file')}`
  return ` With Palimpsest the window would refuse ${what}, too.`
}

/** Both bills; nothing where a price is unknown, or where not even a first call could be made. */
function costWords(replays: readonly UsuallyPaid[], { dollars, percent }: Spelling): string | undefined {
  const bill = usualSum(replays)
  const change = bill && usualChange(bill)
  if (bill === undefined || change === undefined) return undefined
  const than = change === 0 ? 'the same' : `${percent(Math.abs(change))} ${change < 0 ? 'less' : 'more'}`
  const who = replays.length === 1 ? 'it costs' : 'all together cost'
  return `${who} ${dollars(bill.costUsd)}, with Palimpsest ${dollars(bill.oursUsd)} (${than})`
}

/** Returns the cost of the same conversations with nothing at all: a figure for comparison, which nobody pays. */
export function uncachedWords(replays: readonly UsuallyPaid[], { dollars }: Spelling): string {
  const known = replays.flatMap(({ totals }) => totals.costUnmanagedUsd ?? [])
  const sum = known.reduce((total, usd) => total + usd, 0)
  const past = endWords(replays) === undefined ? '' : ', even past the window'
  return sum === 0 ? '' : `Uncached and uncompacted${past}: ${dollars(sum)}.`
}

/** Says at which point it would have ended; nothing if all of it fits. */
function endWords(replays: readonly UsuallyPaid[]): string | undefined {
  const ended = replays.filter(({ totals }) => totals.usual.endsAtCall !== null)
  const [only] = ended
  if (only === undefined) return undefined
  if (replays.length > 1) return `${ended.length} of ${replays.length} files would have ended early`
  const at = only.totals.usual.endsAtCall ?? 0
  return `it would have ended at call ${at.toLocaleString('en-US')} of ${only.calls.length.toLocaleString('en-US')}`
}

/** Both sides of the comparison. */
export interface UsualSum {
  readonly costUsd: number
  readonly oursUsd: number
}

/** Files without a price are left out; nothing where none has one. */
export function usualSum(replays: readonly UsuallyPaid[]): UsualSum | undefined {
  const known = replays.flatMap(({ totals: { usual } }) =>
    usual.costUsd === null || usual.oursUsd === null ? [] : [{ costUsd: usual.costUsd, oursUsd: usual.oursUsd }],
  )
  if (known.length === 0) return undefined
  return known.reduce((sum, each) => ({
    costUsd: sum.costUsd + each.costUsd,
    oursUsd: sum.oursUsd + each.oursUsd,
  }))
}

/** A smaller difference would be shown as none. */
const leastShare = 0.0005

/** Returns how much more or less we cost, as a share; nothing if there is nothing to compare. */
export function usualChange({ costUsd, oursUsd }: UsualSum): number | undefined {
  if (costUsd === 0) return undefined
  const change = oursUsd / costUsd - 1
  return Math.abs(change) < leastShare ? 0 : change
}

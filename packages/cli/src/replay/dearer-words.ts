import { countNoun } from '../terminal/count-noun.ts'

/** The bill of one way to place cache marks, by item; null where a price is unknown. */
export interface MarksBill {
  readonly costUsd: number | null
  readonly hourPremiumUsd: number | null
  readonly bridgedPauses: number
  readonly keepAliveUsd: number | null
}

/** A smaller share of the bill cannot be seen in it. */
const leastShare = 0.0005

/** Explains how much more `anchored` costs than `system_and_3` on the same requests, and why; empty if not. */
export function dearerWords(anchored: MarksBill, other: MarksBill, dollars: (amount: number) => string): string {
  if (anchored.costUsd === null || other.costUsd === null) return ''
  const more = anchored.costUsd - other.costUsd
  if (more <= other.costUsd * leastShare) return ''
  const hours = (anchored.hourPremiumUsd ?? 0) - (other.hourPremiumUsd ?? 0)
  const pings = anchored.keepAliveUsd ?? 0
  const isExplained = hours + pings >= more / 2
  const why = isExplained
    ? [
        ...(pings > 0 ? [`keep-alives cost ${dollars(pings)}`] : []),
        ...(hours > 0 ? [`caching for an hour costs ${dollars(hours)} more than for five minutes`] : []),
        pings > 0 ? 'and less was saved by it' : bridgedWords(anchored),
      ].join(', ')
    : 'its marks fit these requests less well'
  return `Anchored costs ${dollars(more)} more than system_and_3 on the same requests: ${why}.`
}

function bridgedWords({ bridgedPauses }: MarksBill): string {
  if (bridgedPauses === 0) return 'and no pause after that needed it'
  const pauses = bridgedPauses === 1 ? 'pause' : countNoun(bridgedPauses, 'pause')
  return `and the ${pauses} that it bridged gave back less`
}

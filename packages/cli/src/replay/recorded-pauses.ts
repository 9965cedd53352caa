import type { Transcript } from '@palimpsest/core'
import { recordedTime } from '../recorded-times.ts'

/** How long before each message nothing was said, where the file tells; nothing where it never does. */
export function recordedPauses({ messages }: Transcript): readonly (number | undefined)[] | undefined {
  const times = messages.map(recordedTime)
  let latest = Number.NEGATIVE_INFINITY
  const pauses = times.map((time, i) => {
    const before = times[i - 1]
    latest = Math.max(latest, before ?? latest)
    if (time === undefined || before === undefined) return undefined
    if (time <= before) return 0
    return time - (latest <= time ? latest : lastUntil(time, times.slice(0, i), before))
  })
  return pauses.some((pause) => pause !== undefined) ? pauses : undefined
}

/** A line that was written late, or by a clock that was wrong, may stand between a message and the one before it. */
function lastUntil(time: number, earlier: readonly (number | undefined)[], before: number): number {
  return earlier.reduce<number>((last, other = last) => (other > last && other <= time ? other : last), before)
}

import { isList, isObject, type Json, type Message, type Transcript } from '@palimpsest/core'

/** How long before each message nothing was said, where the file tells; nothing where it never does. */
export function recordedPauses({ messages }: Transcript): readonly (number | undefined)[] | undefined {
  const times = messages.map(timeOf)
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

function timeOf({ residue }: Message): number | undefined {
  const stamp = residue && findStamp(residue.fields, 4)
  const time = stamp === undefined ? Number.NaN : Date.parse(stamp)
  return Number.isNaN(time) ? undefined : time
}

/** Formats keep the line that a message came from, with its time, beside the message. */
function findStamp(value: Json | undefined, depth: number): string | undefined {
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined
  if (isObject(value) && typeof value.timestamp === 'string') return value.timestamp
  const inner = isList(value) ? value : Object.values(value)
  for (const each of inner) {
    const found = findStamp(each, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

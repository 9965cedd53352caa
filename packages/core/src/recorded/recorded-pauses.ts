import { addSilence, type Pauses } from '../cache/cache-memory.ts'
import type { Transcript } from '../message/message.ts'
import { recordedTime } from './recorded-times.ts'

/** The silence before each message, where the file has times; nothing where it has none. */
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

/** A line written late, or by a wrong clock, may lie between a message and the one before it. */
function lastUntil(time: number, earlier: readonly (number | undefined)[], before: number): number {
  return earlier.reduce<number>((last, other = last) => (other > last && other <= time ? other : last), before)
}

/** The pausing habits in a conversation, for planning the next one; nothing where the file has no times. */
export function recordedHabits(transcript: Transcript): Pauses | undefined {
  const silences = recordedPauses(transcript)
  if (silences === undefined) return undefined
  const { messages } = transcript
  // What is said in one go is one turn.
  const isTurn = (at: number) => messages[at]?.role === 'user' && messages[at - 1]?.role !== 'user'
  return silences.reduce<Pauses>(
    (pauses, silenceMs = 0, at) => (isTurn(at) ? addSilence(pauses, silenceMs, true) : pauses),
    { turns: 0, long: 0 },
  )
}

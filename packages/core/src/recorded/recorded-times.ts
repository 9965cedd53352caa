import { isList, isObject, type Json } from '../json.ts'
import type { Message, Transcript } from '../message/message.ts'
import type { Instant } from '../store/session.ts'

/** The time of the newest message of a file, where the file states it. */
export function lastRecordedTime({ messages }: Transcript): Instant | undefined {
  for (const message of messages.toReversed()) {
    const time = recordedTime(message)
    if (time !== undefined) return time
  }
  return undefined
}

/** When a message was said, where its format keeps that. */
export function recordedTime({ residue }: Message): Instant | undefined {
  const stamp = residue && findStamp(residue.fields, 4)
  // biome-ignore lint/style/noRestrictedGlobals: a written time is read, no clock is asked.
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

import type { Message, Part } from '../message/message.ts'

/** The end of one request is looked for in the next, so each message is read once and not at every call. */
const known = new WeakMap<Message, string>()

/** Tells a message from others by what it says; breakpoints do not count. */
export function fingerprint(message: Message): string {
  const before = known.get(message)
  if (before !== undefined) return before
  const print = printOf(message)
  known.set(message, print)
  return print
}

/** What was read so far. */
interface Reading {
  low: number
  high: number
}

function printOf(message: Message): string {
  const reading = { low: 0x811c9dc5, high: 0x2f0b4c47 }
  readAll(message, reading)
  return `${(reading.low >>> 0).toString(36)}-${(reading.high >>> 0).toString(36)}`
}

function readAll(value: Message | Part, reading: Reading): void {
  for (const [name, said] of Object.entries(value)) {
    if (name === 'breakpoint' || said === undefined) continue
    read(name, reading)
    if (typeof said === 'string') read(said, reading)
    else if (name === 'parts' && 'parts' in value) for (const part of value.parts) readAll(part, reading)
    else read(JSON.stringify(said), reading)
  }
}

/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype
/** Two characters at once. */
function read(text: string, reading: Reading): void {
  const { length } = text
  let low = mix(reading.low, length, 13, 0x85ebca6b)
  let high = mix(reading.high, length, 5, 0x27d4eb2f)
  for (let i = 1; i < length; i += 2) {
    const pair = charCodeAt.call(text, i - 1) | (charCodeAt.call(text, i) << 16)
    low = mix(low, pair, 13, 0x85ebca6b)
    high = mix(high, pair, 5, 0x27d4eb2f)
  }
  const last = length % 2 === 0 ? 0 : charCodeAt.call(text, length - 1)
  reading.low = mix(low, last, 13, 0x85ebca6b)
  reading.high = mix(high, last, 5, 0x27d4eb2f)
}

function mix(hash: number, value: number, turn: number, factor: number): number {
  return Math.imul((hash << turn) ^ (hash >>> (32 - turn)) ^ value, factor)
}

import type { Message } from '../message/message.ts'
import type { Anchor, ChooseAnchors } from './anchor.ts'
import { type BreakpointPlace, isSamePlace, lastPlace, lastTool, systemLength } from './breakpoint-place.ts'
import type { CacheMemory, Tail } from './cache-memory.ts'
import type { CacheRequest } from './cache-request.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Four anchors: the end of tools and system prompt, the end of what the next compaction leaves alone, the end of
 * the last request, and the end of this one. The third is the exact place where the last request wrote, so it is
 * found no matter how much was added since; the first two are what is left to read after a compaction. Once
 * additions live shorter than what precedes them, the second is the end of the latter: what is left to read after
 * a pause.
 */
export const anchored: ChooseAnchors = (request, memory) => {
  const tail = placeBefore(request, request.messages.length)
  const isShort = memory.ttl === '5m'
  const hourEnd = () => (memory.baseTtl === '1h' ? placeOf(request, memory.hourEnd) : undefined)
  const base = distinct([staticEnd(request), (isShort ? hourEnd() : undefined) ?? frontier(request)])
  const before = placeOf(request, memory.tail) ?? (isShort ? undefined : hourEnd())
  const places = distinct([...base, before, tail]).toSorted(byPlace)
  // An hour must not come after five minutes, so what stands before a base anchor lives as long as it.
  const lastBase = places.findLastIndex((place) => base.includes(place))
  const anchors = places.map((place, i): Anchor => ({ place, ttl: i <= lastBase ? memory.baseTtl : memory.ttl }))
  return { anchors, memory: remember(request, memory, tail) }
}

function distinct(places: readonly (BreakpointPlace | undefined)[]): readonly BreakpointPlace[] {
  const found: BreakpointPlace[] = []
  for (const place of places) {
    if (place && !found.some((other) => isSamePlace(other, place))) found.push(place)
  }
  return found
}

function byPlace(a: BreakpointPlace, b: BreakpointPlace): number {
  return (a.kind === 'tool' ? -1 : a.message) - (b.kind === 'tool' ? -1 : b.message)
}

/** The last place before a message that can carry a breakpoint. An empty result can: it would be paid for again too. */
function placeBefore({ messages, format }: CacheRequest, end: number): BreakpointPlace | undefined {
  for (let i = end - 1; i >= 0; i--) {
    const message = messages[i]
    const place = message && lastPlace(message, i, format)
    if (place) return place
  }
  return undefined
}

function staticEnd(request: CacheRequest): BreakpointPlace | undefined {
  return placeBefore(request, systemLength(request.messages)) ?? lastTool(request.tools)
}

/** The end of the summary, or of the first thing that a person said. */
function frontier(request: CacheRequest): BreakpointPlace | undefined {
  const { messages, format } = request
  const index = request.frontier ?? messages.findIndex(({ role }) => role === 'user')
  const message = messages[index]
  return message && lastPlace(message, index, format)
}

/** Returns the place where an earlier request wrote, unless the history there has changed. */
function placeOf({ messages, format }: CacheRequest, tail: Tail | undefined): BreakpointPlace | undefined {
  const message = tail && messages[tail.message]
  if (tail === undefined || message === undefined || !isStill(message, tail)) return undefined
  // Requests end in the last place of a message, whichever part that is now: parts that say nothing may come and go.
  return lastPlace(message, tail.message, format)
}

function remember({ messages }: CacheRequest, memory: CacheMemory, place: BreakpointPlace | undefined): CacheMemory {
  const tail = place === undefined ? undefined : tailAt(place, messages)
  if (tail !== undefined) return memory.ttl === '1h' ? { ...memory, tail, hourEnd: tail } : { ...memory, tail }
  const { tail: _, hourEnd, ...others } = memory
  return memory.ttl === '1h' || hourEnd === undefined ? others : { ...others, hourEnd }
}

function tailAt(place: BreakpointPlace, messages: readonly Message[]): Tail | undefined {
  if (place.kind === 'tool') return undefined
  const message = messages[place.message]
  if (message === undefined) return undefined
  const tail = {
    message: place.message,
    // Few are ever stored, and a message is long.
    get print() {
      return fingerprint(message)
    },
  }
  ends.set(tail, message)
  return tail
}

/** The messages in which requests of this process ended: the very same one need not be read. */
const ends = new WeakMap<Tail, Message>()

function isStill(message: Message, tail: Tail): boolean {
  return ends.get(tail) === message || fingerprint(message) === tail.print
}

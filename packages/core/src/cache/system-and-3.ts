import type { Message } from '../message/message.ts'
import type { ChooseAnchors } from './anchor.ts'
import { type BreakpointPlace, lastPlace, systemLength } from './breakpoint-place.ts'
import type { CacheRequest } from './cache-request.ts'

/** The system prompt, and the last three other messages that can carry a breakpoint. */
export const systemAnd3: ChooseAnchors = (request, memory) => {
  const { messages } = request
  const places = [
    ...lastPlaces(request, systemLength(messages), 1, () => true),
    ...lastPlaces(request, messages.length, 3, ({ role }) => role !== 'system'),
  ]
  return { anchors: places.map((place) => ({ place, ttl: memory.ttl })), memory }
}

/** So many places, the last ones before a message. */
function lastPlaces(
  { messages, format }: CacheRequest,
  end: number,
  count: number,
  isMeant: (message: Message) => boolean,
): readonly BreakpointPlace[] {
  const places: BreakpointPlace[] = []
  for (let i = end - 1; i >= 0 && places.length < count; i--) {
    const message = messages[i]
    const place = message && isMeant(message) ? lastPlace(message, i, format) : undefined
    if (place) places.unshift(place)
  }
  return places
}

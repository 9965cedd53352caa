import type { Message } from '../message/message.ts'
import type { CacheRequest, Planner } from './cache-request.ts'
import { mark } from './mark.ts'
import { lastPlace, type Place, systemLength } from './place.ts'

/** The system prompt, and the last three other messages that can carry a breakpoint. */
export const systemAnd3: Planner = (request, memory) => {
  const system = systemLength(request.messages)
  const places = [
    ...lastPlaces(request, (_, i) => i < system, 1),
    ...lastPlaces(request, ({ role }) => role !== 'system', 3),
  ]
  return {
    request: mark(
      request,
      places.map((place) => ({ place, ttl: memory.ttl })),
    ),
    memory,
  }
}

function lastPlaces(
  { messages, format }: CacheRequest,
  isMeant: (message: Message, i: number) => boolean,
  count: number,
): readonly Place[] {
  const places: Place[] = []
  for (let i = messages.length - 1; i >= 0 && places.length < count; i--) {
    const message = messages[i]
    const place = message && isMeant(message, i) ? lastPlace(message, i, format) : undefined
    if (place) places.unshift(place)
  }
  return places
}

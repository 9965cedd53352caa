import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../message/message.ts'
import { otherMeanings, respelled } from '../message/respelled.arbitrary.ts'
import { assistant, system, user } from '../testing/build.ts'
import { startMemory } from './cache-memory.ts'
import type { CacheRequest, Planner } from './cache-request.ts'
import { planners } from './planners.ts'
import { growing } from './request.arbitrary.ts'

const all = Object.entries(planners) as readonly (readonly [string, Planner])[]

/** Messages that carry a breakpoint. */
function markedIn({ messages }: CacheRequest): readonly number[] {
  const isMarked = (message: Message) =>
    [message, ...message.parts].some((each) => 'breakpoint' in each && each.breakpoint !== undefined)
  return messages.flatMap((message, i) => (isMarked(message) ? [i] : []))
}

const respelling = ({ messages }: CacheRequest) => fc.tuple(...messages.map(respelled))
const twice = growing.chain((requests) => fc.tuple(fc.constant(requests), fc.tuple(...requests.map(respelling))))

test.each(all)('%s: a conversation that its client spells anew at every call keeps its anchors', (_, planner) => {
  fc.assert(
    fc.property(twice, ([requests, copies]) => {
      let memory = startMemory
      let copyMemory = startMemory
      requests.forEach((request, i) => {
        const planned = planner(request, memory)
        const copy = planner({ messages: copies[i] ?? [] }, copyMemory)
        expect(markedIn(copy.request)).toEqual(markedIn(planned.request))
        // Memories are stored between calls, so that no message is known again as the very same object.
        memory = structuredClone(planned.memory)
        copyMemory = structuredClone(copy.memory)
        expect(copyMemory).toEqual(memory)
      })
    }),
    { numRuns: 40 },
  )
})

const texts = (...said: readonly string[]): Message => ({
  role: 'user',
  parts: said.map((text) => ({ type: 'text', text }) as const),
})
const newest = fc.constantFrom<Message>(texts('Look.'), texts('Look.', 'There.'))

test('the end of the last request is no anchor once it means something else', () => {
  fc.assert(
    fc.property(newest, (last) => {
      const before = [system('You help.'), user('Hello.'), assistant('Hi.'), last]
      const { memory } = planners.anchored({ messages: before }, startMemory)
      const after = (message: Message) => [...before.slice(0, -1), message, assistant('Seen.'), user('And?')]
      expect(markedIn(planners.anchored({ messages: after(last) }, memory).request)).toContain(3)
      for (const changed of otherMeanings(last)) {
        expect(markedIn(planners.anchored({ messages: after(changed) }, memory).request)).not.toContain(3)
      }
    }),
  )
})

test('an anchor is found although an empty part before it is gone', () => {
  const before = [user('Hello.'), assistant('Hi.'), texts('', 'Look.')]
  const { memory } = planners.anchored({ messages: before }, startMemory)
  const after = [...before.slice(0, -1), user('Look.'), assistant('Seen.'), user('And?')]
  expect(markedIn(planners.anchored({ messages: after }, memory).request)).toEqual([0, 2, 4])
})

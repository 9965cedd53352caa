import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { Message, Transcript } from '../message/message.ts'
import { assistant, call, result, system, user } from '../testing/build.ts'
import { checkAnthropic } from '../testing/oracle/anthropic/anthropic.ts'
import { codecs } from '../wire/codecs.ts'
import { type CacheMemory, startMemory } from './cache-memory.ts'
import type { CacheRequest, Planner } from './cache-request.ts'
import { planners } from './planners.ts'
import { growing, request } from './request.arbitrary.ts'

const { anchored, system_and_3: systemAnd3 } = planners
const all = Object.entries(planners) as readonly (readonly [string, Planner])[]
const memories: fc.Arbitrary<CacheMemory> = fc
  .constantFrom(['5m', '5m'], ['1h', '1h'], ['5m', '1h'])
  .map(([ttl, baseTtl]) => ({ ...startMemory, ttl, baseTtl }) as CacheMemory)

/** Where breakpoints are, e.g. `['0', '3']`; tools are `t0`. */
function placesOf({ messages, tools = [] }: CacheRequest): readonly string[] {
  const isMarked = (value: object) => 'breakpoint' in value && value.breakpoint !== undefined
  const onTools = tools.flatMap((tool, i) => (isMarked(tool) ? [`t${i}`] : []))
  const onMessages = messages.flatMap((message, i) => [
    ...(isMarked(message) ? [`${i}`] : []),
    ...message.parts.flatMap((part) => (isMarked(part) ? [`${i}`] : [])),
  ])
  return [...onTools, ...onMessages]
}

const plan = (planner: Planner, messages: readonly Message[], memory = startMemory) =>
  placesOf(planner({ messages }, memory).request)

test.each(all)('%s: applied twice is applied once', (_, planner) => {
  fc.assert(
    fc.property(request, memories, (given, memory) => {
      const once = planner(given, memory).request
      expect(planner(once, memory).request).toEqual(once)
    }),
  )
})

test.each(all)('%s: never more than four, never two at one place', (_, planner) => {
  fc.assert(
    fc.property(growing, memories, (requests, start) => {
      let memory = start
      for (const each of requests) {
        const planned = planner(each, memory)
        memory = planned.memory
        const places = placesOf(planned.request)
        expect(places.length).toBeLessThanOrEqual(4)
        expect(new Set(places).size).toBe(places.length)
      }
    }),
  )
})

test.each(all)('%s: leaves the request as it was, and shares every message it did not mark', (_, planner) => {
  fc.assert(
    fc.property(request, memories, (given, memory) => {
      const before = structuredClone(given)
      const { request: planned } = planner(given, memory)
      expect(given).toEqual(before)
      const marked = placesOf(planned)
      const had = placesOf(given)
      planned.messages.forEach((message, i) => {
        if (!marked.includes(`${i}`) && !had.includes(`${i}`)) expect(message).toBe(given.messages[i])
      })
    }),
  )
})

const encode = ({ messages, tools }: CacheRequest, format: 'anthropic' | 'openai-chat' = 'anthropic') =>
  codecs[format].encode({ messages, ...(tools && { tools }) } as Transcript)

test.each(all)('%s: every breakpoint reaches the wire, and the provider takes it', (_, planner) => {
  fc.assert(
    fc.property(request, memories, (given, memory) => {
      const { request: planned } = planner(given, memory)
      const { value, losses } = encode(planned, given.format)
      expect(losses.filter(({ kind }) => kind === 'breakpoint')).toEqual([])
      if (given.format === 'openai-chat') return
      const faults = checkAnthropic(value).filter(({ rule }) => rule.startsWith('cache'))
      expect(faults).toEqual([])
      expect(count(value)).toBe(placesOf(planned).length)
    }),
  )
})

/** Markers in a wire value. */
function count(value: Json | undefined): number {
  if (isList(value)) return value.reduce<number>((sum, each) => sum + count(each), 0)
  if (!isObject(value)) return 0
  const own = value.cache_control === undefined ? 0 : 1
  return Object.values(value).reduce<number>((sum, each) => sum + count(each), own)
}

/** The bytes that a cache compares: without markers, a string as the one text block that it is. */
function bytes(request: CacheRequest): string {
  const { value } = encode(request)
  const { tools, system: prompt, messages } = value as JsonObject
  const blocks = (isList(messages) ? messages : []).flatMap((message) => {
    const { role, content } = message as JsonObject
    const list = isList(content) ? content : [{ type: 'text', text: content }]
    return list.map((block, i) => ({ role, first: i === 0, block }))
  })
  const systemBlocks = isList(prompt) ? prompt : [{ type: 'text', text: prompt }]
  return [tools ?? [], systemBlocks, ...blocks]
    .map((each) => JSON.stringify(each, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner)))
    .join('\n')
}

test.each(all)('%s: each request begins with the bytes of the one before', (_, planner) => {
  fc.assert(
    fc.property(growing, (requests) => {
      let memory = startMemory
      let before = ''
      for (const each of requests) {
        const planned = planner(each, memory)
        memory = planned.memory
        const now = bytes(planned.request)
        expect(now.startsWith(before)).toBe(true)
        before = now
      }
    }),
    { numRuns: 40 },
  )
})

test('anchored keeps to four, hours first, however often lifetimes rise and fall', () => {
  const ttls = fc.array(fc.constantFrom<CacheMemory['ttl']>('5m', '1h'), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(growing, ttls, (requests, drawn) => {
      let memory: CacheMemory = { ...startMemory, baseTtl: '1h' }
      requests.forEach((each, i) => {
        const planned = anchored(each, { ...memory, ttl: drawn[i % drawn.length] ?? '5m' })
        memory = planned.memory
        expect(placesOf(planned.request).length).toBeLessThanOrEqual(4)
        expect(checkAnthropic(encode(planned.request).value).filter(({ rule }) => rule.startsWith('cache'))).toEqual([])
      })
    }),
    { numRuns: 60 },
  )
})

test('two hundred turns in a row keep their prefix byte for byte', () => {
  let messages: readonly Message[] = [system('Obey.'), user('start')]
  let memory = startMemory
  let before = ''
  for (let turn = 0; turn < 200; turn++) {
    const planned = anchored({ messages }, memory)
    memory = planned.memory
    const now = bytes(planned.request)
    expect(now.startsWith(before)).toBe(true)
    before = now
    messages = [...messages, assistant(call('ls', {}, `c${turn}`)), result(`c${turn}`, `files ${turn}`)]
  }
})

const talk = [system('s'), user('a'), assistant('b'), user('c'), assistant('d'), user('e')]

test('system_and_3 marks the system prompt and the last three other messages', () => {
  expect(plan(systemAnd3, talk)).toEqual(['0', '3', '4', '5'])
  expect(plan(systemAnd3, talk.slice(1))).toEqual(['2', '3', '4'])
  expect(plan(systemAnd3, talk.slice(0, 2))).toEqual(['0', '1'])
})

test('system_and_3 writes the marker of the original, with a ttl only for an hour', () => {
  const wire = (memory: CacheMemory) =>
    (encode(systemAnd3({ messages: talk }, memory).request).value as JsonObject).system
  expect(wire(startMemory)).toEqual([{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }])
  expect(wire({ ...startMemory, ttl: '1h' })).toEqual([
    { type: 'text', text: 's', cache_control: { type: 'ephemeral', ttl: '1h' } },
  ])
})

test('system_and_3 marks results as a whole, even empty ones, and wastes nothing on a message without a place', () => {
  const silent: Message = { role: 'user', parts: [] }
  const thoughts: Message = { role: 'assistant', parts: [{ type: 'thinking', text: 'hm', signature: 'x' }] }
  const messages = [system('s'), user('a'), assistant(call('ls')), result('ls', ''), silent, thoughts]
  const { request: planned } = systemAnd3({ messages }, startMemory)
  expect(placesOf(planned)).toEqual(['0', '1', '2', '3'])
  expect(planned.messages[3]).toMatchObject({ role: 'tool', breakpoint: {} })
})

test('system_and_3 puts a marker on the last element of a list', () => {
  const messages: readonly Message[] = [
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
  ]
  expect(systemAnd3({ messages }, startMemory).request.messages[0]?.parts).toEqual([
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b', breakpoint: {} },
  ])
})

test('anchored marks system, first user message, the end of the last request and the end of this one', () => {
  const { memory } = anchored({ messages: talk.slice(0, 4) }, startMemory)
  expect(plan(anchored, talk, memory)).toEqual(['0', '1', '3', '5'])
  expect(plan(anchored, talk.slice(0, 2))).toEqual(['0', '1'])
})

test('anchored keeps the exact end of the last request, however much came since', () => {
  const { memory } = anchored({ messages: talk }, startMemory)
  const queued = Array.from({ length: 60 }, (_, i) => user(`more ${i}`))
  expect(plan(anchored, [...talk, assistant('f'), ...queued], memory)).toEqual(['0', '1', '5', '66'])
})

test('anchored marks the end of the summary instead of the first user message', () => {
  expect(placesOf(anchored({ messages: talk, frontier: 2 }, startMemory).request)).toEqual(['0', '2', '5'])
})

test('anchored forgets the end of the last request once the history there is another', () => {
  const { memory } = anchored({ messages: talk }, startMemory)
  const compacted = [system('s'), user('summary'), assistant('b2'), user('c'), assistant('d'), user('x'), user('y')]
  expect(plan(anchored, compacted, memory)).toEqual(['0', '1', '6'])
})

test('anchored marks the very end of a prompt, be it an empty result, where the form has a place on the result', () => {
  const ids = ['a', 'b', 'c']
  const calls = assistant(...ids.map((id) => call('touch', {}, id)))
  const messages = [system('s'), user('go'), calls, ...ids.map((id) => result(id, ''))]
  const { request: planned, memory } = anchored({ messages }, startMemory)
  expect(placesOf(planned)).toEqual(['0', '1', '5'])
  const wire = encode(planned).value
  expect(checkAnthropic(wire)).toEqual([])
  expect(count(wire)).toBe(3)
  expect(plan(anchored, [...messages, assistant('done'), user('more')], memory)).toEqual(['0', '1', '5', '7'])
  expect(placesOf(anchored({ messages, format: 'openai-chat' }, startMemory).request)).toEqual(['0', '1'])
})

test('anchored marks the last tool where there is no system prompt', () => {
  const tools = [
    { kind: 'function', name: 'ls' },
    { kind: 'function', name: 'cat' },
  ] as const
  expect(placesOf(anchored({ messages: [user('a'), assistant('b'), user('c')], tools }, startMemory).request)).toEqual([
    't1',
    '0',
    '2',
  ])
})

test('anchored keeps what every call needs for an hour, and what grows for less', () => {
  const memory: CacheMemory = { ...startMemory, baseTtl: '1h' }
  const { request: planned } = anchored({ messages: talk }, memory)
  const ttls = planned.messages.flatMap(({ parts }) =>
    parts.flatMap(({ breakpoint }) => (breakpoint ? [breakpoint] : [])),
  )
  expect(ttls).toEqual([{ ttl: '1h' }, { ttl: '1h' }, {}])
})

test('anchored never lets an hour follow five minutes, even where the frontier moved past the last request', () => {
  const { memory } = anchored({ messages: talk.slice(0, 4) }, { ...startMemory, baseTtl: '1h' })
  const { request: planned } = anchored({ messages: talk, frontier: 4 }, memory)
  expect(placesOf(planned)).toEqual(['0', '3', '4', '5'])
  expect(checkAnthropic(encode(planned).value)).toEqual([])
})

test('anchored keeps the end of what lives an hour in sight once what is added lives shorter', () => {
  const long: CacheMemory = { ...startMemory, ttl: '1h', baseTtl: '1h' }
  const more = (count: number) => [...talk, ...Array.from({ length: count }, (_, i) => user(`more ${i}`))]
  const first = anchored({ messages: talk }, long).memory
  const second = anchored({ messages: more(30) }, { ...first, ttl: '5m' })
  expect(placesOf(second.request)).toEqual(['0', '5', '35'])
  const third = anchored({ messages: more(60) }, second.memory)
  expect(placesOf(third.request)).toEqual(['0', '5', '35', '65'])
  expect(checkAnthropic(encode(third.request).value)).toEqual([])
  // After a pause the short-lived part is gone; what is written then may live an hour again.
  const { tail: _, ...cold } = third.memory
  expect(plan(anchored, more(90), { ...cold, ttl: '1h' })).toEqual(['0', '1', '5', '95'])
})

test('anchored finds the end of the last request among copies, and with a memory that was stored', () => {
  const messages = [system('be kind'), user('list'), assistant(call('ls')), result('ls', 'a b')]
  const { memory } = anchored({ messages }, startMemory)
  const stored: CacheMemory = JSON.parse(JSON.stringify(memory))
  const later = [...messages, ...Array.from({ length: 30 }, (_, i) => user(`and ${i}`))]
  const places = plan(anchored, later, memory)
  expect(places).toContain('3')
  expect(plan(anchored, structuredClone(later), memory)).toEqual(places)
  expect(plan(anchored, structuredClone(later), stored)).toEqual(places)
})

test('memory survives being stored', () => {
  const { memory } = anchored({ messages: talk }, startMemory)
  expect(JSON.parse(JSON.stringify(memory))).toEqual(memory)
})

import { beginCall, type CacheMemory, type CacheRequest, planners, startMemory } from '@palimpsest/core/cache'
import { isObject, type Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { codecs } from '@palimpsest/core/wire'
import { expect, test } from 'vitest'
import { exampleSession } from '../example/example-session.ts'
import { drawnGaps } from './gap.ts'
import { createLogNormal } from './log-normal.ts'
import { stepsOf } from './steps.ts'

const { messages: said, tools = [] } = exampleSession({ seed: 5, targetTokens: 400_000 })
const steps = stepsOf(said).filter(({ reply }) => reply !== undefined)
const counter = createCounter()
const calls = 200
/** Compacted after so many calls: often enough to see several, rarely enough for long stretches in between. */
const callsPerView = 60

interface Sent extends CacheRequest {
  readonly isHuman: boolean
  readonly isCompacted: boolean
}

/** The first 200 requests of a session, as one sends them who compacts every so often. */
function requests(): readonly Sent[] {
  let view: readonly Message[] = []
  let frontier: number | undefined
  return steps.slice(0, calls).map(({ results, others, reply }, i) => {
    const isCompacted = i > 0 && i % callsPerView === 0
    if (isCompacted) {
      const start = view.findLastIndex(({ role }) => role === 'user')
      view = [...view.slice(0, 1), user(`Summary of ${i} calls.`), ...view.slice(start)]
      frontier = 1
    }
    view = [...view, ...[...results, ...others].map(({ message }) => message)]
    const request = { tools, messages: view, ...(frontier !== undefined && { frontier }) }
    if (reply) view = [...view, reply.message]
    return { ...request, isHuman: others.some(({ message }) => message.role === 'user'), isCompacted }
  })
}

/**
 * What the wire carries of tools, system prompt and messages, as text and without markers; it ends where the next message
 * would begin. A string is to the provider the one text block that it becomes when it is marked.
 */
function wireText({ messages, tools: named = [] }: CacheRequest): string {
  const { value, losses } = codecs.anthropic.encode({ messages, tools: [...named] })
  expect(losses.filter(({ kind }) => kind === 'breakpoint')).toEqual([])
  if (!isObject(value)) return expect.unreachable()
  const bare = JSON.stringify(
    { tools: value.tools ?? [], system: asBlocks(value.system), messages: value.messages },
    (key, inner: Json) => (key === 'cache_control' ? undefined : key === 'content' ? asBlocks(inner) : inner),
  )
  // Results that follow results join the last message, so its brackets are still open.
  return bare.slice(0, -']}]}'.length)
}

const asBlocks = (value: Json | undefined): Json =>
  typeof value === 'string' ? [{ type: 'text', text: value }] : (value ?? [])

test('on the wire, too, each of two hundred requests begins with the bytes of the one before, but after a compaction', () => {
  const pause = createLogNormal(7)
  let memory: CacheMemory = startMemory
  let before = ''
  let startMs = 0
  const lifetimes = new Set<string>()
  const sent = requests()
  for (const { isHuman, isCompacted, ...request } of sent) {
    startMs += (isHuman ? pause(drawnGaps.human.median, drawnGaps.human.sigma) : 5) * 1_000
    const promptTokens = counter.request(request.messages, request.tools)
    const call = { startMs, isHuman, promptTokens, thresholdTokens: 40_000 }
    const planned = planners.anchored(request, beginCall(memory, call, { channel: 'agent' }))
    memory = planned.memory
    lifetimes.add(memory.ttl)
    const text = wireText(planned.request)
    if (isCompacted) expect(text.startsWith(before.slice(0, before.indexOf('"messages":')))).toBe(true)
    else expect(text.startsWith(before)).toBe(true)
    before = text
  }
  expect(sent.filter(({ isCompacted }) => isCompacted)).toHaveLength(3)
  // Lifetimes went up and down on the way, which must not show in the bytes.
  expect(lifetimes).toEqual(new Set(['5m', '1h']))
})

test('the bytes are compared in earnest: one other character early on is seen', () => {
  const [first, second] = requests()
  if (first === undefined || second === undefined) return expect.unreachable()
  const [opening, ...others] = second.messages
  if (opening?.role !== 'system') return expect.unreachable()
  const changed = { ...opening, parts: [{ type: 'text' as const, text: 'Another prompt.' }] }
  expect(wireText(second).startsWith(wireText(first))).toBe(true)
  expect(wireText({ ...second, messages: [changed, ...others] }).startsWith(wireText(first))).toBe(false)
})

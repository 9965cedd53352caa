import { isObject } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { promptTokens } from '@palimpsest/core/tokens'
import { type SimulatedModel, scripted } from '@palimpsest/simulator'
import { describe, expect, test } from 'vitest'
import { compressorFor, countingSteps, createAgentDesk, type DeskOptions, ways } from '../agent-desk.arbitrary.ts'

type Request = Parameters<SimulatedModel>[0]

const [anthropic] = ways
const summary =
  '## Goal\nCount far.\n## Completed Actions\n1. Step by step: look at the next numbers, command `seq 1 40`.'

/** Steps that say much: clearing results alone does not make room. */
const wordySteps = countingSteps(60, 40).map((step, i) => ({
  ...step,
  text: `Step ${i}. ${'I look at the next numbers. '.repeat(60)}`,
}))

function isQuestion(message: Message | undefined): boolean {
  return JSON.stringify(message).includes('summarise this conversation')
}

/** What a request says, wherever its breakpoints are. */
function plain({ messages }: Request): string {
  return JSON.stringify(messages, (key, value) => (key === 'breakpoint' ? undefined : value))
}

/** An agent whose model works for sixty steps, and answers as told when it is asked for a summary on top of them. */
async function deskOn(
  way: (typeof ways)[number],
  answer: (asked: number) => string = () => summary,
  { simulator, change }: DeskOptions = {},
) {
  const work = scripted([...wordySteps, 'All done.'])
  const questions: { readonly request: Request; readonly before: Request | undefined; readonly n: number }[] = []
  let before: Request | undefined
  let n = 0
  const model: SimulatedModel = (request) => {
    n++
    if (isQuestion(request.messages.at(-1))) {
      questions.push({ request, before, n })
      return [{ type: 'text', text: answer(questions.length) }]
    }
    before = request
    return work(request)
  }
  const desk = await createAgentDesk(way, {
    simulator: { model, ...simulator },
    change: (parts) => ({ summariesOnPrompt: true, ...change?.(parts) }),
  })
  const summaries = async () => {
    const receipts = await desk.store.receipts(conversationId('talk'))
    return receipts.flatMap(({ value }) => (isObject(value) && isObject(value.summary) ? [value.summary] : []))
  }
  return { ...desk, questions, summaries }
}

describe.each(ways)('over %s', (...way) => {
  test('the model writes summaries on top of the request before, which is sent as it was and read from the cache', async () => {
    const { turn, questions, simulator, summaries, lineage } = await deskOn(way)
    expect(await turn('Never touch main.yaml. Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
    expect(questions.length).toBeGreaterThan(0)
    for (const { request, before } of questions) {
      expect(before && plain(request).startsWith(plain(before).slice(0, -1))).toBe(true)
      expect(request.tools).toEqual(before?.tools)
    }
    const written = (await summaries()).filter(({ by }) => by === 'model')
    expect(written).toHaveLength(questions.length)
    for (const { model } of written) expect(model).toContain('on its own prompt')
    expect(simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
    const billed = simulator.calls.reduce((sum, { usage }) => sum + (usage ? (promptTokens(usage) ?? 0) : 0), 0)
    const kept = (await lineage()).reduce((sum, { usage }) => sum + (promptTokens(usage) ?? 0), 0)
    expect(kept).toBe(billed)
    // What it has cached is read, not paid again.
    for (const { n } of questions) {
      const [before, question] = simulator.calls.slice(n - 2, n)
      const known = before?.usage && promptTokens(before.usage)
      expect(question?.usage?.cacheRead).toBeGreaterThan(0.9 * (known ?? Number.POSITIVE_INFINITY))
    }
  })
})

/** Which call asks for the first summary where nothing fails: the same one in each run. */
let firstOfAll: number | undefined
async function firstQuestion(): Promise<number> {
  if (firstOfAll !== undefined) return firstOfAll
  const { turn, questions } = await deskOn(anthropic)
  await turn('Never touch main.yaml. Count far.')
  firstOfAll = questions[0]?.n ?? expect.unreachable()
  return firstOfAll
}

test('a model that goes on working instead is asked once more, then another way is found, and the user is told', async () => {
  const { turn, questions, summaries, notices } = await deskOn(anthropic, () => '')
  await turn('Count far.')
  expect(questions.length).toBeGreaterThan(1)
  expect((await summaries()).map(({ by }) => by)).toContain('mechanical')
  expect(notices().join('\n')).toContain('No summary from anthropic')
})

test.each(['rate-limit', 'overloaded', 'server-error', 'cut-stream', 'malformed-stream'] as const)(
  'a provider that fails with %s when it is asked costs neither the turn nor what was said',
  async (kind) => {
    const onCall = await firstQuestion()
    const { turn, summaries, lineage, store, session } = await deskOn(anthropic, undefined, {
      simulator: { inject: [{ onCall, kind }] },
    })
    expect(await turn('Never touch main.yaml. Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
    const [first] = await summaries()
    expect(['model', 'mechanical']).toContain(first?.by)
    const tip = (await lineage()).at(-1)?.id ?? session
    expect(JSON.stringify(await store.view(tip))).toContain('Never touch main.yaml.')
    expect(await store.verify()).toEqual([])
  },
)

test('a cache that went cold is not worth it: the text goes to whoever writes summaries', async () => {
  const clock = { ms: 1_700_000_000_000 }
  const { turn, questions, agent, lineage } = await deskOn(anthropic, undefined, {
    simulator: { now: () => clock.ms },
    change: () => ({ now: () => clock.ms, compaction: { enabled: true, threshold: 0.95 } }),
  })
  await turn('Count far.')
  const asked = questions.length
  clock.ms += 6 * 60_000
  await agent.compress(undefined, () => {}, new AbortController().signal)
  expect(questions).toHaveLength(asked)
  expect((await lineage()).length).toBeGreaterThan(1)
})

test('who asks for a compaction gets it the same way, focus included', async () => {
  const { turn, questions, agent } = await deskOn(anthropic)
  await turn('Count far.')
  const asked = questions.length
  await agent.compress('the numbers', () => {}, new AbortController().signal)
  expect(questions).toHaveLength(asked + 1)
  expect(JSON.stringify(questions.at(-1)?.request.messages.at(-1))).toContain('in full detail: the numbers')
})

test('nobody is asked on top of a conversation unless that is wanted', async () => {
  const { turn, questions, store } = await deskOn(anthropic, undefined, {
    change: (parts) => ({ summariesOnPrompt: false, engine: compressorFor(parts.store, () => crypto.randomUUID()) }),
  })
  await turn('Count far.')
  expect(questions).toEqual([])
  expect(await store.receipts(conversationId('talk'))).not.toEqual([])
})

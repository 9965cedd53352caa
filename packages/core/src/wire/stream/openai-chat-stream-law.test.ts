import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../json.ts'
import { openaiChatStream as protocol } from './openai-chat-stream.ts'
import { extraOf, foldFrozen, json, pieces, text } from './stream.arbitrary.ts'
import { objects } from './stream.ts'

const fold = foldFrozen(protocol)

/** How servers differ in sending calls; all of it seen in the wild. */
const manners = [
  'by the book',
  'repeats id and name',
  'blanks id and name',
  'omits the index',
  'one index for all',
] as const

interface Sample {
  readonly body: JsonObject
  readonly seeds: readonly number[]
  readonly manner: (typeof manners)[number]
  readonly usageInEveryChunk: boolean
}

const name = fc.string({ minLength: 1 })
const extra = extraOf(json.filter((value) => typeof value !== 'string'))
const detail = fc.oneof(
  fc.record({ type: fc.constant('reasoning.text'), text, signature: fc.option(text), format: fc.constant('v1') }),
  fc.record({ type: fc.constant('reasoning.summary'), summary: text }),
  fc.record({ type: fc.constant('reasoning.encrypted'), data: text, id: text }),
)
const tool = fc.oneof(
  fc.record({ type: fc.constant('function'), function: fc.record({ name, arguments: text }) }),
  fc.record({ type: fc.constant('custom'), custom: fc.record({ name, input: text }) }),
)
const calls = fc.uniqueArray(
  fc.tuple(name, tool, extra).map(([id, call, more]): JsonObject => ({ id, ...call, ...more })),
  { minLength: 1, maxLength: 3, selector: ({ id }) => id },
)
const message = fc.tuple(
  fc.record(
    {
      role: fc.constant('assistant'),
      content: fc.option(text),
      refusal: fc.option(text),
      tool_calls: calls,
      reasoning_content: text,
      reasoning: text,
      reasoning_details: fc
        .array(detail, { minLength: 1, maxLength: 3 })
        .map((details) => details.map((detail, index) => ({ ...detail, index }))),
      annotations: fc.array(extra),
      audio: fc.record({ id: name, data: fc.base64String(), transcript: text, expires_at: fc.nat() }),
    },
    { requiredKeys: ['role', 'content', 'refusal'] },
  ),
  extra,
)
const choice = fc.record({
  message: message.map(([known, more]): JsonObject => ({ ...known, ...more })),
  logprobs: fc.option(fc.record({ content: fc.array(extra, { minLength: 1 }), refusal: fc.constant(null) })),
  finish_reason: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter'),
})
const sample: fc.Arbitrary<Sample> = fc.record({
  body: fc
    .record({
      id: name,
      created: fc.nat(),
      model: name,
      system_fingerprint: fc.option(name),
      service_tier: fc.constant('default'),
      choices: fc
        .array(choice, { minLength: 1, maxLength: 2 })
        .map((choices) => choices.map((choice, index): JsonObject => ({ index, ...choice }))),
      usage: fc.record({ prompt_tokens: fc.nat(), prompt_tokens_details: fc.record({ cached_tokens: fc.nat() }) }),
    })
    .map((body): JsonObject => ({ ...body, object: 'chat.completion' })),
  seeds: fc.array(fc.nat(), { maxLength: 6 }),
  manner: fc.constantFrom(...manners),
  usageInEveryChunk: fc.boolean(),
})

/** The chunks in which a server would have streamed a body; every choice opens first and closes last. */
function stream({ body, seeds, manner, usageInEveryChunk }: Sample): readonly JsonObject[] {
  const { choices, usage, ...head } = body
  const chunk = (choices: readonly JsonObject[], usage: Json | undefined): JsonObject => ({
    ...head,
    object: 'chat.completion.chunk',
    obfuscation: 'aQ3',
    choices,
    usage,
  })
  const partial = usageInEveryChunk ? { prompt_tokens: 1 } : null
  const steps = [openChoice, (whole: JsonObject) => streamChoice(whole, seeds, manner), closeChoice]
  const pieces = steps.flatMap((step) => objects(choices).flatMap(step))
  return [...pieces.map((piece) => chunk([piece], partial)), chunk([], usage)]
}

function openChoice({ index, message }: JsonObject): readonly JsonObject[] {
  const { content } = message as JsonObject
  const delta = { role: 'assistant', content: content === null ? null : '', refusal: null }
  return [{ index, delta, logprobs: null, finish_reason: null }]
}

function closeChoice({ index, finish_reason }: JsonObject): readonly JsonObject[] {
  return [{ index, delta: {}, logprobs: null, finish_reason }]
}

function streamChoice(choice: JsonObject, seeds: readonly number[], manner: Sample['manner']): readonly JsonObject[] {
  const { index, logprobs } = choice
  const { role, tool_calls, reasoning_details, audio, ...plain } = choice.message as JsonObject
  const { id, expires_at, ...sound } = (audio ?? {}) as JsonObject
  const deltas = [
    ...Object.entries(plain).flatMap(([key, value]) => cut(key, value, seeds)),
    ...objects(reasoning_details).flatMap((detail) => streamDetail(detail, seeds)),
    ...Object.entries(sound).flatMap(([key, value]) => cut(key, value, seeds).map((audio) => ({ audio }))),
    ...(audio === undefined ? [] : [{ audio: { id } }, { audio: { expires_at } }]),
    ...objects(tool_calls).flatMap((call, at) => streamCall(call, at, seeds, manner)),
  ]
  const tokens = objects([logprobs ?? null]).flatMap(({ content }) => objects(content))
  return [
    ...deltas.map((delta): JsonObject => ({ index, delta, logprobs: null, finish_reason: null })),
    ...tokens.map((token): JsonObject => ({ index, delta: {}, logprobs: { content: [token], refusal: null } })),
  ]
}

/** Texts come in pieces, other values whole. */
function cut(key: string, value: Json | undefined, seeds: readonly number[]): readonly JsonObject[] {
  return typeof value === 'string' ? pieces(value, seeds).map((piece) => ({ [key]: piece })) : [{ [key]: value }]
}

function streamDetail(detail: JsonObject, seeds: readonly number[]): readonly JsonObject[] {
  const { type, index, text, summary, ...rest } = detail
  const long = { ...(text === undefined ? {} : { text }), ...(summary === undefined ? {} : { summary }) }
  const grown = Object.entries(long).flatMap(([key, value]) => cut(key, value, seeds))
  return [...grown, rest].map((piece) => ({ reasoning_details: [{ type, index, ...piece }] }))
}

function streamCall(
  call: JsonObject,
  at: number,
  seeds: readonly number[],
  manner: Sample['manner'],
): readonly JsonObject[] {
  const { id, type, function: fn, custom, ...more } = call
  const [kind, field] = fn === undefined ? ['custom', 'input'] : ['function', 'arguments']
  const { name, [field]: long } = (fn ?? custom) as JsonObject
  const place = manner === 'omits the index' ? {} : { index: manner === 'one index for all' ? 0 : at }
  const again = {
    'by the book': [{}, {}],
    'repeats id and name': [{ id, type }, { name }],
    'blanks id and name': [{ id: '', type }, { name: '' }],
    'omits the index': [{}, { name: null }],
    'one index for all': [{ id: null }, {}],
  }[manner]
  const entries = [
    { ...place, id, type, [kind]: { name, [field]: null }, ...more },
    ...pieces(String(long), seeds).map((piece) => ({ ...place, ...again[0], [kind]: { ...again[1], [field]: piece } })),
  ]
  return entries.map((entry) => ({ tool_calls: [entry] }))
}

describe('a whole stream', () => {
  test('folds into the body of the same reply without streaming', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        expect(protocol.finish(fold(stream(sample)))).toEqual({ body: sample.body, complete: true })
      }),
      { numRuns: 300 },
    )
  })

  test('stays the same when events come between that are no chunks', () => {
    const junk = json.map((value): JsonObject => ({ type: 'novelty', delta: value, message: value, choices: null }))
    fc.assert(
      fc.property(sample, junk, (sample, event) => {
        expect(fold(stream(sample).flatMap((known) => [known, event])).body).toEqual(sample.body)
      }),
    )
  })
})

test('a stream cut after any chunk before the last finish is incomplete and begins the whole reply', () => {
  fc.assert(
    fc.property(sample, (sample) => {
      const chunks = stream(sample)
      const whole = objects(sample.body.choices)
      chunks.reduce((state, chunk, count) => {
        const { body, complete } = protocol.finish(state)
        expect(complete).toBe(count === chunks.length - 1)
        for (const { index, message } of objects(body?.choices)) {
          const { content } = (whole[Number(index)]?.message ?? {}) as JsonObject
          expect(String(content).startsWith(String((message as JsonObject).content ?? ''))).toBe(true)
        }
        return protocol.step(state, chunk)
      }, protocol.start)
    }),
  )
})

test('malformed chunks never throw and leave a state that JSON can carry', () => {
  const call = fc.oneof(json, fc.record({ index: fc.oneof(fc.nat(2), json), id: json, function: json, custom: json }))
  const delta = fc.oneof(
    json,
    fc.record({ role: json, content: json, tool_calls: fc.oneof(json, fc.array(call)), reasoning_details: json }),
  )
  const choice = fc.oneof(
    json,
    fc.record({ index: fc.oneof(fc.nat(2), json), delta, message: json, logprobs: json, finish_reason: json }),
  )
  const event = fc.record({
    id: json,
    choices: fc.oneof(json, fc.array(choice)),
    usage: json,
    error: json,
    object: json,
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const state = fold(events)
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    }),
  )
})

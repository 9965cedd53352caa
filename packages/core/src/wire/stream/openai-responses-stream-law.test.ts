import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../json.ts'
import { openaiResponsesStream as protocol } from './openai-responses-stream.ts'
import { extraOf, foldFrozen, json, pieces, record, text } from './stream.arbitrary.ts'
import { objects } from './stream.ts'

const fold = foldFrozen(protocol)

interface Sample {
  readonly body: JsonObject
  readonly seeds: readonly number[]
  /** The id of the item in the events inside it; some servers change it with every event. */
  readonly itemId: string
}

const extra = extraOf(json)
const listOf = (entry: fc.Arbitrary<Json>) => fc.array(entry, { maxLength: 3 })
const part = fc.oneof(
  record({ type: fc.constant('output_text'), text, annotations: listOf(extra) }),
  record({ type: fc.constant('refusal'), refusal: text }),
)
const call = { id: text, call_id: text, name: text, status: fc.constant('completed') }
const item = fc.oneof(
  record({
    id: text,
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    status: fc.constant('completed'),
    content: listOf(part),
  }),
  record({
    id: text,
    type: fc.constant('reasoning'),
    summary: listOf(record({ type: fc.constant('summary_text'), text })),
    content: listOf(record({ type: fc.constant('reasoning_text'), text })),
    encrypted_content: fc.option(text),
  }),
  record({ type: fc.constant('function_call'), ...call, arguments: text }),
  record({ type: fc.constant('custom_tool_call'), ...call, input: text }),
  record({ type: fc.constant('mcp_call'), ...call, arguments: text }),
  record({ type: fc.constant('code_interpreter_call'), ...call, code: text }),
  record({ id: text, type: fc.constantFrom('web_search_call', 'novelty'), action: json }),
)
const sample: fc.Arbitrary<Sample> = fc.record({
  body: record({
    id: text,
    object: fc.constant('response'),
    created_at: fc.nat(),
    model: text,
    status: fc.constantFrom('completed', 'incomplete'),
    output: fc.array(item, { maxLength: 4 }),
    usage: fc.record({
      input_tokens: fc.nat(),
      input_tokens_details: fc.record({ cached_tokens: fc.nat() }),
      output_tokens: fc.nat(),
    }),
  }),
  seeds: fc.array(fc.nat(), { maxLength: 6 }),
  itemId: text,
})

const families: Record<string, readonly [family: string, field: string]> = {
  output_text: ['output_text', 'text'],
  refusal: ['refusal', 'refusal'],
  reasoning_text: ['reasoning_text', 'text'],
  summary_text: ['reasoning_summary_text', 'text'],
  function_call: ['function_call_arguments', 'arguments'],
  custom_tool_call: ['custom_tool_call_input', 'input'],
  mcp_call: ['mcp_call_arguments', 'arguments'],
  code_interpreter_call: ['code_interpreter_call_code', 'code'],
}

/** The events in which the API would have streamed a body. */
function stream({ body, seeds, itemId }: Sample): readonly JsonObject[] {
  const begun = { ...body, status: 'in_progress', output: [], usage: null }
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...objects(body.output).flatMap((item, output_index) =>
      streamItem(item, seeds).map((event) => ({ item_id: itemId, output_index, ...event })),
    ),
    { type: `response.${body.status}`, response: body },
  ]
  return events.map((event, sequence_number) => ({ sequence_number, ...event }))
}

function streamItem(item: JsonObject, seeds: readonly number[]): readonly JsonObject[] {
  const { content, summary } = item
  const lists = { ...(content === undefined ? {} : { content: [] }), ...(summary === undefined ? {} : { summary: [] }) }
  const parts = [
    ...streamParts('content_part', 'content_index', objects(content), seeds),
    ...streamParts('reasoning_summary_part', 'summary_index', objects(summary), seeds),
  ]
  return [
    { type: 'response.output_item.added', item: { ...begin(item), ...lists, status: 'in_progress' } },
    { type: `response.${item.type}.searching` },
    ...parts,
    ...streamText(item, seeds),
    { type: 'response.output_item.done', item },
  ]
}

function streamParts(
  name: string,
  place: string,
  parts: readonly JsonObject[],
  seeds: readonly number[],
): readonly JsonObject[] {
  return parts.flatMap((part, index) =>
    [
      { type: `response.${name}.added`, part: { ...begin(part), ...(part.annotations ? { annotations: [] } : {}) } },
      ...streamText(part, seeds),
      ...objects(part.annotations).map((annotation, annotation_index) => ({
        type: 'response.output_text.annotation.added',
        annotation_index,
        annotation,
      })),
      { type: `response.${name}.done`, part },
    ].map((event) => ({ [place]: index, ...event })),
  )
}

function begin(whole: JsonObject): JsonObject {
  const field = families[String(whole.type)]?.[1]
  return field === undefined ? whole : { ...whole, [field]: '' }
}

function streamText(whole: JsonObject, seeds: readonly number[]): readonly JsonObject[] {
  const [family, field = ''] = families[String(whole.type)] ?? []
  if (family === undefined) return []
  const deltas = pieces(String(whole[field]), seeds).map((delta) => ({ type: `response.${family}.delta`, delta }))
  return [...deltas, { type: `response.${family}.done`, [field]: whole[field] }]
}

const isDone = ({ type }: JsonObject) => String(type).endsWith('.done')

/** Items as drafts: their own end is what sets the status. */
const withoutStatus = (body: JsonObject | undefined) => objects(body?.output).map(({ status, ...item }) => item)

describe('a whole stream', () => {
  test('folds into the body of the same reply without streaming', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        expect(protocol.finish(fold(stream(sample)))).toEqual({ body: sample.body, complete: true })
      }),
    )
  })

  test('keeps its items when the last event leaves them out', () => {
    fc.assert(
      fc.property(sample, fc.constantFrom([], null, undefined), (sample, output) => {
        const end = { type: 'response.completed', response: { ...sample.body, output } }
        expect(fold([...stream(sample).slice(0, -1), end]).body).toEqual(sample.body)
      }),
    )
  })

  test('stays the same when events of unknown types come between', () => {
    const junk = json.map((value): JsonObject => ({ type: 'response.novelty.delta', output_index: 0, delta: value }))
    fc.assert(
      fc.property(sample, junk, (sample, event) => {
        const events = stream(sample).slice(0, -1)
        expect(fold(events.flatMap((known) => [known, event])).body?.output).toEqual(sample.body.output)
      }),
    )
  })
})

describe('a stream without its last event', () => {
  test('has all its items and is incomplete', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        const { body, complete } = protocol.finish(fold(stream(sample).slice(0, -1)))
        expect(body?.output).toEqual(sample.body.output)
        expect(complete).toBe(false)
      }),
    )
  })

  test('has them from the deltas alone too', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        const deltas = stream(sample).filter((event) => !isDone(event))
        expect(withoutStatus(fold(deltas.slice(0, -1)).body)).toEqual(withoutStatus(sample.body))
      }),
    )
  })

  test('is incomplete wherever it is cut, and its texts begin the whole ones', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        const whole = objects(sample.body.output)
        stream(sample).reduce((state, event) => {
          const { body, complete } = protocol.finish(state)
          expect(complete).toBe(false)
          for (const [i, item] of objects(body?.output).entries()) {
            expect(String(whole[i]?.arguments ?? '').startsWith(String(item.arguments ?? ''))).toBe(true)
            for (const [j, part] of objects(item.content).entries()) {
              expect(String(objects(whole[i]?.content)[j]?.text ?? '').startsWith(String(part.text ?? ''))).toBe(true)
            }
          }
          return protocol.step(state, event)
        }, protocol.start)
      }),
    )
  })
})

test('malformed events never throw and leave a state that JSON can carry', () => {
  const known = ['created', 'failed', 'output_item.added', 'output_item.done', 'content_part.added', 'refusal.delta']
  const texts = ['output_text.delta', 'output_text.annotation.added', 'function_call_arguments.done']
  const type = fc.oneof(
    fc.constantFrom(...known, ...texts).map((name) => `response.${name}`),
    json,
  )
  const index = fc.oneof(fc.nat(2), json)
  const event = fc.record({
    type,
    output_index: index,
    content_index: index,
    annotation_index: index,
    response: json,
    item: fc.oneof(json, item),
    part: fc.oneof(json, part),
    delta: json,
    arguments: json,
    annotation: json,
    error: json,
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const state = fold([{ type: 'response.created', response: { id: 'r', output: [] } }, ...events])
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { anthropicStream as protocol } from './anthropic-stream.ts'
import { extraOf, foldFrozen, json, pieces, record, text } from './stream.arbitrary.ts'
import { objects } from './stream.ts'

const fold = foldFrozen(protocol)

interface Sample {
  readonly body: JsonObject
  readonly seeds: readonly number[]
}

const extra = extraOf(json)
const block = fc.oneof(
  record({ type: fc.constant('text'), text, citations: fc.constant(null) }),
  record({ type: fc.constant('text'), text, citations: fc.array(extra, { minLength: 1, maxLength: 3 }) }),
  record({ type: fc.constant('thinking'), thinking: text, signature: fc.base64String() }),
  record({ type: fc.constant('redacted_thinking'), data: text }),
  record({ type: fc.constant('tool_use'), id: text, name: text, input: fc.dictionary(text, json) }),
  record({ type: fc.constant('web_search_tool_result'), tool_use_id: text, content: json }),
  record({ type: fc.constant('compaction'), content: fc.option(text), encrypted_content: text }),
)
const usage = fc.record({
  input_tokens: fc.nat(),
  cache_creation_input_tokens: fc.nat(),
  cache_read_input_tokens: fc.nat(),
  cache_creation: fc.record({ ephemeral_5m_input_tokens: fc.nat(), ephemeral_1h_input_tokens: fc.nat() }),
  output_tokens: fc.nat(),
  service_tier: fc.constant('standard'),
})
const sample: fc.Arbitrary<Sample> = fc.record({
  body: record({
    id: text,
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    model: text,
    content: fc.array(block, { maxLength: 5 }),
    stop_reason: fc.constantFrom('end_turn', 'tool_use', 'max_tokens'),
    stop_sequence: fc.option(text),
    container: fc.option(extra),
    context_management: fc.option(extra),
    usage,
  }),
  seeds: fc.array(fc.nat(), { maxLength: 6 }),
})

/** The events in which the API would have streamed a body. */
function stream({ body, seeds }: Sample): readonly JsonObject[] {
  const { stop_reason, stop_sequence, container, context_management, usage, ...head } = body
  const { output_tokens, ...input } = usage as JsonObject
  const begun = { stop_reason: null, stop_sequence: null, container: null, context_management: null }
  return [
    { type: 'message_start', message: { ...head, ...begun, content: [], usage: { ...input, output_tokens: 1 } } },
    { type: 'ping' },
    ...objects(body.content).flatMap((content_block, index) => streamBlock(content_block, index, seeds)),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, container },
      usage: { output_tokens, input_tokens: null, cache_read_input_tokens: null },
      context_management,
    },
    { type: 'message_stop' },
  ]
}

function streamBlock(whole: JsonObject, index: number, seeds: readonly number[]): readonly JsonObject[] {
  const { start, deltas } = unfold(whole, (value) => pieces(String(value), seeds))
  return [
    { type: 'content_block_start', index, content_block: { ...whole, ...start } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function unfold(whole: JsonObject, cut: (value: unknown) => readonly string[]) {
  const citations = objects(whole.citations).map((citation) => ({ type: 'citations_delta', citation }))
  switch (String(whole.type)) {
    case 'text':
      return {
        start: { text: '', citations: null },
        deltas: [...cut(whole.text).map((text) => ({ type: 'text_delta', text })), ...citations],
      }
    case 'thinking': {
      const deltas = cut(whole.thinking).map((thinking) => ({ type: 'thinking_delta', thinking, estimated_tokens: 7 }))
      const sealed = { type: 'signature_delta', signature: whole.signature }
      return { start: { thinking: '', signature: '' }, deltas: [...deltas, sealed] }
    }
    case 'tool_use': {
      const deltas = cut(JSON.stringify(whole.input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
      return { start: { input: {} }, deltas }
    }
    case 'compaction': {
      const { content, encrypted_content } = whole
      return {
        start: { content: null, encrypted_content: null },
        deltas: [{ type: 'compaction_delta', content, encrypted_content }],
      }
    }
  }
  return { start: {}, deltas: [] }
}

const begun: readonly JsonObject[] = [
  { type: 'message_start', message: { id: 'm', content: [], usage: { output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'c', input: {} } },
]

describe('a whole stream', () => {
  test('folds into the body of the same reply without streaming', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        expect(protocol.finish(fold(stream(sample)))).toEqual({ body: sample.body, complete: true })
      }),
    )
  })

  test('stays the same when events of unknown types come between', () => {
    const junk = json.map((value): JsonObject => ({ type: 'novelty', index: 0, delta: value, usage: value }))
    fc.assert(
      fc.property(sample, junk, (sample, event) => {
        const events = stream(sample).flatMap((known) => [known, event])
        expect(fold(events).body).toEqual(sample.body)
      }),
    )
  })
})

describe('a stream cut after any event', () => {
  test('is incomplete, and what it holds begins the whole reply', () => {
    fc.assert(
      fc.property(sample, (sample) => {
        const whole = objects(sample.body.content)
        stream(sample).reduce((state, event) => {
          const { body, complete } = protocol.finish(state)
          expect(complete).toBe(false)
          for (const [i, part] of objects(body?.content).entries()) {
            expect(String(whole[i]?.text ?? '').startsWith(String(part.text ?? ''))).toBe(true)
            expect(JSON.stringify(whole[i]?.input ?? '').startsWith(String(part.partial_json ?? ''))).toBe(true)
          }
          return protocol.step(state, event)
        }, protocol.start)
      }),
    )
  })
})

test('malformed events never throw and leave a state that JSON can carry', () => {
  const types = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta']
  const deltas = ['text_delta', 'thinking_delta', 'input_json_delta', 'signature_delta', 'citations_delta', 'error']
  const inner = fc.oneof(
    json,
    fc.tuple(fc.constantFrom(...deltas), extra, json).map(([type, more, value]) => ({
      type,
      text: value,
      thinking: value,
      partial_json: value,
      citation: value,
      ...more,
    })),
  )
  const event = fc.record({
    type: fc.oneof(fc.constantFrom(...types, 'error'), json),
    index: fc.oneof(fc.nat(3), json),
    content_block: inner,
    delta: inner,
    message: inner,
    usage: json,
    error: json,
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const state = fold([...begun, ...events])
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    }),
  )
})

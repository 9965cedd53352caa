import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'
import type { Refusal, RefusalFacts, RefusedRequest } from './refusal.ts'

interface Fixture {
  readonly provider: string
  readonly source: string
  readonly facts: RefusalFacts
  readonly request?: RefusedRequest
  readonly means: Refusal
}

const fixtures: readonly Fixture[] = JSON.parse(
  readFileSync(new URL('./fixtures/refusals.json', import.meta.url), 'utf8'),
)

const half: RefusedRequest = { promptTokens: 100_000, contextTokens: 200_000 }
const full: RefusedRequest = { promptTokens: 199_000, contextTokens: 200_000 }

describe('what providers really say', () => {
  test('covers at least twenty providers, and each kind of refusal but the unknown', () => {
    expect(new Set(fixtures.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(20)
    expect(new Set(fixtures.map(({ means }) => means.kind)).size).toBe(12)
    expect(fixtures.every(({ source }) => source.startsWith('https://'))).toBe(true)
  })

  test.each(fixtures)('$provider: $facts.message', ({ facts, request, means }) => {
    expect(readRefusal(facts, request ?? half)).toEqual(means)
  })

  test.each(fixtures)('$provider means the same however it is wrapped: $facts.message', (fixture) => {
    const { facts, request, means } = fixture
    const body = JSON.stringify({ error: { message: facts.message, type: facts.type, code: facts.code } })
    for (const message of [
      body,
      JSON.stringify({ error: body }),
      `Error: ${facts.message}`,
      facts.message.toUpperCase(),
    ])
      expect(readRefusal({ ...facts, message }, request ?? half)).toEqual(means)
  })

  test.each(fixtures.filter(({ request }) => request === undefined))(
    '$provider means the same in an empty and in a full window: $facts.message',
    ({ facts, means }) => {
      for (const request of [{ promptTokens: 3_000, contextTokens: 200_000 }, full])
        expect(readRefusal(facts, request).kind).toBe(means.kind)
    },
  )

  test.each(fixtures.filter(({ facts }) => facts.status !== undefined && facts.status < 500))(
    '$provider is understood from the text alone: $facts.message',
    ({ facts: { message, code, type, headers }, request, means }) => {
      const facts = { message, ...(code && { code }), ...(type && { type }), ...(headers && { headers }) }
      expect(readRefusal(facts, request ?? half)).toEqual(means)
    },
  )
})

describe('refusals without a reason', () => {
  const vague: readonly RefusalFacts[] = [
    { status: 400, message: '400 status code (no body)' },
    { message: '400 status code (no body)' },
    { status: 400, message: '' },
    { status: 422, message: '422 status code (no body)' },
    { status: 400, message: 'Error', type: 'invalid_request_error' },
    { status: 400, message: '{"error":{"message":"Provider returned error","code":400}}' },
    { status: 400, message: 'Request contains an invalid argument.', code: 'INVALID_ARGUMENT' },
  ]

  test.each(vague)(
    '$message is about length when the window is nearly full, and nothing is to be remembered',
    (facts) => {
      expect(readRefusal(facts, full)).toEqual({ kind: 'input-too-long', isGuess: true })
    },
  )

  test.each(vague)('$message is about form when there is room, or the window is not known', (facts) => {
    expect(readRefusal(facts, half)).toEqual({ kind: 'malformed' })
    expect(readRefusal(facts, { promptTokens: 199_000 })).toEqual({ kind: 'malformed' })
  })

  test('a reason that is not known is still a reason', () => {
    const facts = { status: 400, message: 'temperature may only be set to 1 when thinking is enabled' }
    expect(readRefusal(facts, full)).toEqual({ kind: 'malformed' })
  })

  test.each([405, 406, 410, 415, 451])('a status that is a reason needs no words: %i', (status) => {
    expect(readRefusal({ status, message: '' }, full)).toEqual({ kind: 'malformed' })
  })

  test('a connection that breaks under a full window says nothing about length', () => {
    for (const message of [
      'terminated',
      'socket hang up',
      'fetch failed',
      'read ECONNRESET',
      'remote error: tls: bad record MAC',
    ])
      expect(readRefusal({ message }, full)).toEqual({ kind: 'network' })
  })

  test('a status alone is enough for the rest', () => {
    const kindOf = (status: number) => readRefusal({ status, message: '' }, full).kind
    expect([401, 402, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529, 599].map(kindOf)).toEqual([
      ...['auth', 'quota', 'auth', 'not-found', 'timeout', 'body-too-large', 'rate-limited', 'overloaded'],
      ...['network', 'overloaded', 'timeout', 'overloaded', 'overloaded'],
    ])
  })
})

describe('numbers', () => {
  const written = (value: number): readonly string[] => [
    String(value),
    ...[',', '.', '_', ' ', '\u00a0'].map((separator) => value.toLocaleString('en-US').replaceAll(',', separator)),
    ...(value % 1_000 === 0 ? [`${value / 1_000}k`, `${value / 1_000}K`, `${value / 1_000} K`] : []),
    ...(value % 1_000_000 === 0 ? [`${value / 1_000_000}M`] : []),
  ]
  const size = fc.oneof(
    fc.integer({ min: 256, max: 20_000_000 }),
    fc.integer({ min: 1, max: 20_000 }).map((n) => n * 1_000),
  )

  test('are read in every way of writing them', () => {
    fc.assert(
      fc.property(size, size, (input, limit) => {
        for (const theirs of written(input))
          for (const ours of written(limit)) {
            const message = `prompt is too long: ${theirs} tokens > ${ours} maximum`
            expect(readRefusal({ status: 400, message }, half)).toMatchObject({
              limitTokens: limit,
              actualTokens: input,
            })
          }
      }),
      { numRuns: 50 },
    )
  })

  test('1.5M and 262.1K are decimals', () => {
    const message = 'prompt is too long: 1.5M tokens > 262.1K maximum'
    expect(readRefusal({ message }, half)).toMatchObject({ actualTokens: 1_500_000, limitTokens: 262_100 })
  })

  test('a limit that no model has is not taken for one', () => {
    const message = 'prompt is too long: 9 tokens > 4 maximum'
    expect(readRefusal({ message }, half)).toEqual({ kind: 'input-too-long', actualTokens: 9, isGuess: false })
  })
})

describe('prompt and output together', () => {
  const sum = (input: number, output: number, limit: number) =>
    `input length and \`max_tokens\` exceed context limit: ${input} + ${output} > ${limit}, decrease input length or \`max_tokens\` and try again`

  test('the output is lowered to what fits, or else the prompt must shrink', () => {
    const whole = fc.integer({ min: 1, max: 300_000 })
    fc.assert(
      fc.property(whole, whole, whole, (input, output, limit) => {
        fc.pre(limit >= 256 && input + output > limit)
        const refusal = readRefusal({ status: 400, message: sum(input, output, limit) }, half)
        if (refusal.kind === 'output-too-long') {
          expect(refusal.maxTokens).toBeGreaterThan(0)
          expect(refusal.maxTokens).toBeLessThan(output)
          expect(input + refusal.maxTokens).toBeLessThan(limit)
        } else
          expect(refusal).toEqual({ kind: 'input-too-long', limitTokens: limit, actualTokens: input, isGuess: false })
      }),
    )
  })

  test('room for a few words is no room for an answer', () => {
    expect(readRefusal({ message: sum(199_759, 8_192, 200_000) }, half).kind).toBe('input-too-long')
  })

  test('a lower bound that follows from our own output limit halves it instead of walking down token by token', () => {
    const say = (output: number) =>
      `This model's maximum context length is 262144 tokens. However, you requested ${output} output tokens and your prompt contains at least ${262_145 - output} input tokens, for a total of at least 262145 tokens.`
    const request = { promptTokens: 150_000, maxTokens: 130_000, contextTokens: 262_144 }
    expect(readRefusal({ message: say(130_000) }, request)).toEqual({ kind: 'output-too-long', maxTokens: 65_000 })
    const crowded = { promptTokens: 250_000, maxTokens: 130_000, contextTokens: 262_144 }
    expect(readRefusal({ message: say(130_000) }, crowded)).toEqual({
      ...{ kind: 'input-too-long', limitTokens: 262_144, isGuess: false },
    })
  })

  test('a lower bound far above our own count means the prompt: a lower output would be refused without end', () => {
    const message =
      "This model's maximum context length is 32768 tokens. However, you requested 8000 output tokens and your prompt contains at least 24769 input tokens, for a total of at least 32769 tokens."
    const request = { promptTokens: 14_000, maxTokens: 8_000, contextTokens: 128_000 }
    expect(readRefusal({ message }, request)).toEqual({ kind: 'input-too-long', limitTokens: 32_768, isGuess: false })
  })

  test('a cap that lowers nothing is halved, for it would be refused again', () => {
    const message = 'max_tokens is too large: 9000. This model supports at most 16384 completion tokens'
    expect(readRefusal({ message }, { promptTokens: 10, maxTokens: 9_000 })).toEqual({
      kind: 'output-too-long',
      maxTokens: 4_500,
    })
  })
})

describe('waiting', () => {
  test.each([
    ['Please try again in 1m30.5s.', 90_500],
    ['Please try again in 20 seconds', 20_000],
    ['retry after 2 minutes', 120_000],
    ['"retryDelay": "34s"', 34_000],
    ['"retry_after": 5}', 5_000],
    ['Please try again in 6ms', 6],
    ['Please try again in a while', undefined],
    ['try again later', undefined],
  ])('%s is %s ms', (said, retryAfterMs) => {
    const means = readRefusal({ status: 429, message: `Rate limit reached. ${said}` }, half)
    expect(means).toEqual(
      retryAfterMs === undefined ? { kind: 'rate-limited' } : { kind: 'rate-limited', retryAfterMs },
    )
  })

  test('a header counts more than the text, and a date in it for nothing', () => {
    const say = (value: string) =>
      readRefusal({ status: 429, message: 'rate limit, try again in 3s', headers: { 'RETRY-AFTER': value } }, half)
    expect(say('7')).toEqual({ kind: 'rate-limited', retryAfterMs: 7_000 })
    expect(say('Wed, 21 Oct 2026 07:28:00 GMT')).toEqual({ kind: 'rate-limited', retryAfterMs: 3_000 })
  })
})

test('knows every input', () => {
  const number = fc.oneof(fc.integer(), fc.double(), fc.constant(Number.NaN))
  const words = fc.array(
    fc.oneof(fc.string(), fc.constantFrom(...fixtures.flatMap(({ facts }) => facts.message.split(' ')))),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(words, fc.option(number), number, fc.option(number), (text, status, promptTokens, maxTokens) => {
      const facts = { message: text.join(' '), ...(status !== null && { status }) }
      const refusal = readRefusal(facts, {
        promptTokens,
        contextTokens: 1_000,
        ...(maxTokens !== null && { maxTokens }),
      })
      expect(typeof refusal.kind).toBe('string')
      if (refusal.kind === 'input-too-long' && refusal.limitTokens !== undefined)
        expect(refusal.limitTokens).toBeGreaterThanOrEqual(256)
    }),
  )
})

test('a hostile text of any length does not hang the reader', { timeout: 20_000 }, () => {
  for (const piece of [
    'maximum context length is 1 tokens you requested 1 tokens (',
    '1,000',
    ' ',
    'resource_exhausted ',
    'input and max_tokens (1) exceed 2 > ',
    'max_tokens prompt too long 超过 [1, ',
    'quota exceeded usage limit certificate retry ',
  ])
    expect(readRefusal({ status: 400, message: piece.repeat(100_000) }, full)).toBeDefined()
})

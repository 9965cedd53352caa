import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorWords } from './error-words.ts'

describe('what a body says', () => {
  test('is said once, from the outside to the inside, with the name of who said it', () => {
    const raw = JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long' },
    })
    const metadata = { raw, provider_name: 'Anthropic' }
    expect(errorWords({ error: { message: 'Provider returned error', code: 400, metadata } })).toEqual({
      message: 'Provider returned error: Anthropic: prompt is too long',
      type: 'invalid_request_error',
      status: 400,
    })
    expect(errorWords({ message: 'too long', error: { message: 'too long' } }).message).toBe('too long')
  })

  test('says where a validator found fault', () => {
    const detail = [{ loc: ['body', 'max_tokens'], msg: 'Input should be less than or equal to 8192', type: 'x' }]
    expect(errorWords({ detail }).message).toBe('body.max_tokens: Input should be less than or equal to 8192')
  })

  test('is about the output limit where a field beside it says so', () => {
    const message = 'Requested 32768 tokens, but the maximum is 8192 tokens'
    expect(errorWords({ error: { message, param: 'max_tokens' } }).message).toBe(`max_tokens: ${message}`)
  })

  test('keeps the numbers that stand beside the sentence', () => {
    const error = {
      code: 400,
      message: 'too long',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 1_407,
      n_ctx: 256,
    }
    expect(errorWords({ error })).toEqual({
      message: 'too long (n_prompt_tokens: 1407, n_ctx: 256)',
      type: 'exceed_context_size_error',
      status: 400,
    })
  })

  test('takes the innermost code, for the outer ones are of gateways', () => {
    const innererror = { code: 'ResponsibleAIPolicyViolation' }
    expect(errorWords({ error: { code: 'BadRequest', message: 'no', innererror } }).code).toBe(
      'ResponsibleAIPolicyViolation',
    )
  })

  test('is the body itself where no field of it is known, and nothing where there is none', () => {
    expect(errorWords('{"oops":1}').message).toBe('{"oops":1}')
    expect(errorWords('  ').message).toBe('')
    expect(errorWords(undefined)).toEqual({ message: '' })
  })
})

test('knows every body', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => typeof errorWords(JSON.stringify(value)).message === 'string'))
})

test('a hostile body does not hang the reader', { timeout: 20_000 }, () => {
  const nested = Array(50_000).fill('{"error":').join('')
  for (const body of [
    nested,
    '<p'.repeat(50_000),
    '<title>'.repeat(50_000),
    'data:'.repeat(50_000),
    '['.repeat(100_000),
  ])
    expect(errorWords(body)).toBeDefined()
})

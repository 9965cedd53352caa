import { expect, test } from 'vitest'
import { Failure } from '../../errors.ts'
import type { RefusalFacts } from '../../overflow/refusal.ts'
import { mergeSections } from '../sections/merge-sections.ts'
import { classifyError } from './classify-error.ts'

const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more)

const refusal = (facts: RefusalFacts) => new Failure('provider/refused', facts.message, { facts })

test.each([
  ['auth', failed('Incorrect API key provided', { status: 401 })],
  ['auth', failed('401 {"type":"error","error":{"type":"authentication_error"}}')],
  ['quota', failed('You exceeded your current quota, please check your plan', { status: 429 })],
  ['quota', failed('Your credit balance is too low', { status: 400 })],
  ['rate-limit', failed('Request too large for gpt-4 on tokens per min (TPM)', { status: 429 })],
  ['rate-limit', failed('Overloaded', { status: 529 })],
  ['overflow', failed("This model's maximum context length is 8192 tokens", { status: 400 })],
  ['overflow', failed('prompt is too long: 210000 tokens > 200000 maximum')],
  ['overflow', failed('Payload', { status: 413 })],
  ['timeout', failed('Connection error: request timed out')],
  ['timeout', failed('x', { code: 'ETIMEDOUT' })],
  ['network', failed('fetch failed', { cause: failed('getaddrinfo ENOTFOUND api.example') })],
  ['network', failed('Bad gateway', { status: 502 })],
  ['network', failed('stream ended early')],
  ['cancelled', failed('This operation was aborted', { name: 'AbortError' })],
  ['overflow', failed('Context size has been exceeded.', { status: 500 })],
  ['overflow', refusal({ status: 400, message: 'The engine prompt length 9000 exceeds the max_model_len 8192.' })],
  ['overflow', failed('上下文长度超出模型最大限制')],
  ['rate-limit', failed('Request rate increased too quickly.')],
  ['rate-limit', refusal({ status: 429, message: 'Usage limit reached, resets in 3h' })],
  ['network', failed('fetch failed', { cause: failed('unable to verify the first certificate') })],
  ['unknown', refusal({ status: 400, message: 'max_tokens must be less than the context window of 8192' })],
  ['unknown', refusal({ status: 400, message: 'maximum context length must be a positive integer' })],
  ['unknown', failed('max_tokens is too large: this model supports at most 4096 completion tokens', { status: 400 })],
  ['unknown', failed('something odd')],
  ['unknown', undefined],
  ['unknown', new Failure('store/invalid', 'no', { reason: 'no' })],
])('%s is what %s means', (cause, error) => {
  expect(classifyError(error).cause).toBe(cause)
})

test('its message is one short line without secrets', () => {
  const key = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}AA`
  const { message } = classifyError(failed(`bad key ${key}\n${'at line\n'.repeat(1_000)}`))
  expect(message).not.toContain(key)
  expect(message).not.toContain('\n')
  expect(message.length).toBeLessThan(320)
})

test('joined summaries say each thing once, number actions on, and date what may have changed', () => {
  const { texts } = mergeSections([
    '## Goal\nShip.\n## Completed Actions\n3. did a\n4. did b\n## In Progress\n- c\n- d',
    '## Goal\n- ship.\n## Completed Actions\n1. did b\n2. did e\n## In Progress\n- d\n## Blocked\nNone.',
  ])
  expect(texts).toEqual({
    Goal: 'Ship.',
    'Completed Actions': '3. did a\n4. did b\n5. did e',
    'In Progress': '- c (as of an earlier stretch)\n- d',
  })
})

import { expect, test } from 'vitest'
import { Failure, isFailure } from './errors.ts'

test('a failure is known by its mark, also when it was thrown by another copy of this package', () => {
  const failure = new Failure('wire/malformed', 'no text', { path: 'a[2]', expected: 'text' }, new Error('cause'))
  const foreign = { mark: failure.mark, code: failure.code, detail: failure.detail }
  expect(isFailure(failure, 'wire/malformed') && failure.detail.path).toBe('a[2]')
  expect(isFailure(foreign, 'wire/malformed')).toBe(true)
  expect(isFailure(failure, 'transcript/unreadable')).toBe(false)
  expect(isFailure(new Error('x'))).toBe(false)
  expect(isFailure(null)).toBe(false)
  expect(failure.cause).toBeInstanceOf(Error)
})

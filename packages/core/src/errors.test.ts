import { expect, test } from 'vitest'
import { Failure, isFailure } from './errors.ts'

test('a failure is known by its mark, also when it was thrown by another copy of this package', () => {
  const failure = new Failure('log/bad-sequence', 'out of order', { expectedSeq: 1, seq: 2 }, new Error('cause'))
  const foreign = { mark: failure.mark, code: failure.code, detail: failure.detail }
  expect(isFailure(failure, 'log/bad-sequence') && failure.detail.seq).toBe(2)
  expect(isFailure(foreign, 'log/bad-sequence')).toBe(true)
  expect(isFailure(failure, 'log/bad-patch')).toBe(false)
  expect(isFailure(new Error('x'))).toBe(false)
  expect(isFailure(null)).toBe(false)
  expect(failure.cause).toBeInstanceOf(Error)
})

import { expect, test } from 'vitest'
import { wrapLines } from './wrap-lines.ts'

test('rows end between words, but never between a number and its percent sign', () => {
  expect(wrapLines('it costs $5.57, ours (23 % less).', 24)).toBe('it costs $5.57, ours\n(23 % less).')
  expect(wrapLines('  of it 9 %', 9)).toBe('  of it\n  9 %')
})

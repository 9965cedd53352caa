import { expect, test } from 'vitest'
import { beginningOf, cutRequest } from './cut-request.ts'

test('a long request keeps its beginning and its end, and says how much is missing', () => {
  const text = `Look at this log:\n${'ERROR at line 7\n'.repeat(400)}Why does it fail on arm64? 🙂`
  const short = cutRequest(text)
  const [head = '', missing, tail = ''] = short.split(/… \[(\d+) more characters\] …/)
  expect(text.startsWith(head)).toBe(true)
  expect(tail).toMatch(/Why does it fail on arm64\? 🙂$/)
  expect(head.length + Number(missing) + tail.length).toBe(text.length)
  expect(beginningOf(short)).toBe(head)
})

test.each(['', 'fix it', 'x'.repeat(1_500)])('any other is as it was said', (text) => {
  expect(cutRequest(text)).toBe(text)
  expect(beginningOf(text)).toBe(text)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemsOf, numberIn } from './headings.ts'
import { withRunningNumbers } from './with-running-numbers.ts'

const actions = (text: string, previous?: string) =>
  withRunningNumbers(
    { opening: '', texts: { 'Completed Actions': text } },
    previous === undefined ? undefined : `## Completed Actions\n${previous}`,
  ).texts['Completed Actions']

const before = '1. Read the store\n2. Fixed the port\n3. Ran all tests'

test('actions keep the numbers that they had, and new ones go on from there', () => {
  expect(actions('1. Fixed the port\n2. Wrote a page', before)).toBe('2. Fixed the port\n4. Wrote a page')
  expect(actions('1. Wrote a page\n2. Sent it', before)).toBe('4. Wrote a page\n5. Sent it')
})

test('an action that was worded anew keeps its number', () => {
  expect(actions('2. Fixed the port of the server\n4. Wrote a page', before)).toBe(
    '2. Fixed the port of the server\n4. Wrote a page',
  )
})

test('a list without numbers, and what was left out, stay as they are', () => {
  expect(actions('- Read\n- Wrote', before)).toBe('- Read\n- Wrote')
  expect(actions('(3 earlier actions left out)\n4. Wrote', before)).toBe('(3 earlier actions left out)\n4. Wrote')
})

test('no number occurs twice, and none goes down', () => {
  const list = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('read a', 'wrote b', 'sent c', 'ran d')),
  )
  const text = list.map((all) => all.map(([number, action]) => `${number}. ${action}`).join('\n'))
  fc.assert(
    fc.property(text, text, (now, earlier) => {
      const numbers = itemsOf(actions(now, earlier) ?? '').map((item) => numberIn(item) ?? 0)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    }),
  )
})

import { expect, test } from 'vitest'
import { cluesOf, clueWeight } from './clues.ts'

const firstTerms = (query: string) => cluesOf(query).map(({ anyOf }) => anyOf[0]?.join('+'))

test('each word of a question is a clue, without what an apostrophe leaves', () => {
  expect(firstTerms("What is Caroline's job?")).toEqual(['what', 'is', 'caroline', 'job'])
})

test('an English word stands for its other forms too', () => {
  const [clue] = cluesOf('painting harbours')
  expect(clue?.anyOf.flat()).toEqual(expect.arrayContaining(['painting', 'painted', 'paints', 'paint']))
})

test.each(['harbour', 'ERR-42', '数据库迁移', '"two words" three', ''])('%j is taken as it is', (query) => {
  expect(cluesOf(query)).toEqual([])
})

test('a name of joined words is one clue', () => {
  expect(firstTerms('fix snake_case_name now')).toHaveLength(3)
})

test('a sentence of a script without spaces gives its pairs of characters', () => {
  expect(firstTerms('你知道我们住的酒店吗')).toContain('酒店')
})

test('a clue tells the more, the fewer have it, and nothing when none has', () => {
  expect(clueWeight(1, 100)).toBeGreaterThan(clueWeight(50, 100))
  expect(clueWeight(100, 100)).toBeGreaterThan(0)
  expect(clueWeight(0, 100)).toBe(0)
})

test('a function word is known as one, has no other forms, and other words have', () => {
  const [when, run] = cluesOf('when run')
  expect(when).toEqual({ anyOf: [['when']], isFunctionWord: true })
  expect(run?.anyOf.flat()).toEqual(expect.arrayContaining(['run', 'runs', 'running']))
})

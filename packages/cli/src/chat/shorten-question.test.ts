import { expect, test } from 'vitest'
import { shortenQuestion } from './shorten-question.ts'

test('a small question is put as it is', () => {
  const text = 'Change a.ts (1 edit)?\n- b = 2\n+ b = 3'
  expect(shortenQuestion(text)).toEqual({ lines: text.split('\n'), isCut: false })
})

test('a long line says how much is left out of it, and shows its end', () => {
  const { lines, isCut } = shortenQuestion(`Run this?\n${'x'.repeat(432)}${'y'.repeat(40)}`)
  expect(lines[1]).toBe(`${'x'.repeat(120)} … 312 more characters … ${'y'.repeat(40)}`)
  expect(isCut).toBe(true)
})

test('many lines say how many are left out, and the last ones are shown', () => {
  const body = Array.from({ length: 64 }, (_, n) => `line ${String(n).padStart(2, '0')}`)
  const { lines, isCut } = shortenQuestion(['Run this?', ...body].join('\n'))
  expect(lines).toEqual(['Run this?', ...body.slice(0, 18), '… 40 more lines (280 characters) …', ...body.slice(-6)])
  expect(isCut).toBe(true)
})

test('a line is never cut inside a character', () => {
  expect(shortenQuestion(`Run this?\n${'😀'.repeat(500)}`).lines[1]?.isWellFormed()).toBe(true)
})

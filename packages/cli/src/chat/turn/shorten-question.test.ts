import { expect, test } from 'vitest'
import { shortenQuestion } from './shorten-question.ts'

const shorten = (text: string) => shortenQuestion({ text, about: 'commands' })

test('a small question is put as it is', () => {
  const text = 'Change a.ts (1 edit)?\n- b = 2\n+ b = 3'
  expect(shorten(text)).toEqual({ lines: text.split('\n'), isCut: false })
})

test('a long line says how much is left out of it, and shows its end', () => {
  const { lines, isCut } = shorten(`Run this?\n${'x'.repeat(432)}${'y'.repeat(40)}`)
  expect(lines[1]).toBe(`${'x'.repeat(120)} … 312 more characters … ${'y'.repeat(40)}`)
  expect(isCut).toBe(true)
})

test('many lines say how many are left out, and the last ones are shown', () => {
  const body = Array.from({ length: 64 }, (_, n) => `line ${String(n).padStart(2, '0')}`)
  const { lines, isCut } = shorten(['Run this?', ...body].join('\n'))
  expect(lines).toEqual(['Run this?', ...body.slice(0, 18), '… 40 more lines (280 characters) …', ...body.slice(-6)])
  expect(isCut).toBe(true)
})

test('a line is never cut inside a character', () => {
  expect(shorten(`Run this?\n${'😀'.repeat(500)}`).lines[1]?.isWellFormed()).toBe(true)
})

test('what would be remembered is shown whole at once', () => {
  const text = `Remember this?\n+ ${'x'.repeat(8_000)}`
  expect(shortenQuestion({ text, about: 'memory' })).toEqual({ lines: text.split('\n'), isCut: false })
})

import { expect, test } from 'vitest'
import { leaveOutMiddle } from './leave-out-middle.ts'

const words = Array.from({ length: 1_000 }, (_, i) => `word${i}`).join(' ')
const cut = (text: string, mostTokens: number) =>
  leaveOutMiddle(text, { mostTokens, countText: ({ length }) => Math.ceil(length / 4), where: 'in full: #3' })

test('a text that fits stays as it is', () => {
  expect(cut(words, 10_000)).toBe(words)
})

test('of a longer one its beginning and its end are left, and it says what is missing and where', () => {
  const short = cut(words, 200)
  const [, head = '', gone = '', tail = ''] =
    /^(.*)\n\[… (\d+) characters left out; in full: #3 …\]\n(.*)$/.exec(short) ?? []
  expect(words.startsWith(head) && words.endsWith(tail)).toBe(true)
  expect(head.length + Number(gone) + tail.length).toBe(words.length)
  expect(head.length + tail.length).toBeGreaterThan(700)
  expect(head.length + tail.length).toBeLessThanOrEqual(800)
})

test('cutting what was cut changes nothing where it fits, and else tells what is missing of the whole', () => {
  const short = cut(words, 200)
  expect(cut(short, 200)).toBe(short)
  const shorter = cut(short, 100)
  const gone = [...shorter.matchAll(/(\d+) characters left out/g)]
  expect(gone).toHaveLength(1)
  const [head = '', tail = ''] = shorter.split(/\n\[.*\]\n/)
  expect(head.length + Number(gone[0]?.[1]) + tail.length).toBe(words.length)
})

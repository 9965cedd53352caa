import { expect, test } from 'vitest'
import { createKeyQueue } from './key-queue.ts'

/** What arrives of keys that follow on a "y" that was taken for "yes". */
function afterYes(text: string): string {
  const queue = createKeyQueue()
  let heard = ''
  queue.listen(({ text: key = '' }) => {
    heard += key
  })
  queue.takenFor('yes')
  for (const key of text) queue.pass({ text: key, name: key === '\r' ? 'return' : key })
  return heard
}

test('the rest of an answer of which one key was enough is no message', () => {
  expect(afterYes('es\r')).toBe('')
  expect(afterYes('es\rnext\r')).toBe('next\r')
})

test('what only begins like the rest of the answer arrives whole', () => {
  expect(afterYes('explain\r')).toBe('explain\r')
  expect(afterYes('\rnext')).toBe('\rnext')
  expect(afterYes('essay\r')).toBe('essay\r')
})

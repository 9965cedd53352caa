import { assistant, user } from '@palimpsest/core/testing'
import { withoutThinking } from '@palimpsest/core/thinking'
import { expect, test } from 'vitest'
import { dropOldThinking } from './drop-old-thinking.ts'

const thought = { type: 'thinking', text: 'hm', signature: 'seal' } as const
const first = assistant(thought, 'one')
const second = assistant(thought, 'two')

test('what was thought before the user last spoke is left out, and nothing else', () => {
  const shown = dropOldThinking([user('a'), first, user('b'), second])
  expect(shown).toEqual([user('a'), assistant('one'), user('b'), second])
  expect(shown[1]).toBe(withoutThinking(first))
  expect(shown[3]).toBe(second)
})

test('where nothing is left out, the list is the very same', () => {
  const talk = [user('a'), first, second]
  expect(dropOldThinking(talk)).toBe(talk)
})

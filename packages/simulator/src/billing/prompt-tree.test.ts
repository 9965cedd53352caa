import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startPrefix } from './prefix.ts'
import { createPromptBook } from './prompt-reader.ts'
import { createPromptTree } from './prompt-tree.ts'

const counter = createCounter()
const word = fc.constantFrom('ab', 'cd', 'type4=text,', '#0')
const message: fc.Arbitrary<Message> = fc.oneof(
  word.map((said) => user(said)),
  fc.tuple(word, word).map(([said, asked]) => assistant(said, call('ls', { asked }))),
  word.map((said) => result('ls', said)),
  word.map((said) => result('ls', said, { breakpoint: {} })),
)

test('prompts are told apart exactly where digests tell them apart, whichever way they grew', () => {
  fc.assert(
    fc.property(fc.array(fc.array(message, { maxLength: 5 }), { maxLength: 12 }), (requests) => {
      const books = [createPromptBook('claude', counter), createPromptBook('claude', counter, createPromptTree())]
      const [digests = [], names = []] = books.map(({ read, blocksAt }) =>
        requests.flatMap((messages) => {
          read({ messages })
          return messages.flatMap((_, item) => blocksAt(item).map(({ key }) => key))
        }),
      )
      const pairs = new Set(digests.map((key, i) => `${key} ${names[i]}`))
      expect(names).toHaveLength(digests.length)
      expect([new Set(digests).size, new Set(names).size]).toEqual([pairs.size, pairs.size])
    }),
  )
})

test('a block is not spelled before another one stands at its place', () => {
  const grow = createPromptTree()
  const start = startPrefix('claude')
  let spelled = 0
  const block = (key: string) => {
    const spell = () => {
      spelled++
      return key
    }
    return { key: spell, tokens: 1, kind: 'text' } as const
  }
  const first = grow(start, block('a'))
  expect(grow(first, block('b')).blocks).toBe(2)
  expect(spelled).toBe(0)
  expect(grow(start, block('a'))).toBe(first)
  expect(grow(start, block('b'))).not.toBe(first)
  expect(spelled).toBeGreaterThan(0)
})

import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPromptBook, createPromptReader } from './prompt-reader.ts'
import { createPromptTree } from './prompt-tree.ts'
import { shownReading as shown } from './talk.arbitrary.ts'

const counter = createCounter()
const fresh = (messages: readonly Message[]) => shown(createPromptReader('claude', counter)({ messages }))

const text = fc.constantFrom(
  'list the files',
  'go on',
  ' ',
  'a much longer thing to say than is kept as it is in a key',
)
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map(user),
  text.map((said) => assistant(said, call('ls', { said }))),
  text.map((said) => result('ls', said)),
  text.map((said) => result('ls', said, { breakpoint: {} })),
)

/** Copies say the same, but with breakpoints of their own. */
const copied = (original: Message): Message =>
  original.role === 'tool' ? { ...original, breakpoint: { ttl: '1h' } } : structuredClone(original)

const growths = fc.array(fc.record({ added: fc.array(message, { maxLength: 3 }), isCopy: fc.boolean() }))

test('a list that has grown since it was last read is read as if it were new, and so is a list of copies', () => {
  fc.assert(
    fc.property(growths, (steps) => {
      const read = createPromptReader('claude', counter)
      const messages: Message[] = []
      const copies: Message[] = []
      for (const { added, isCopy } of steps) {
        messages.push(...added)
        copies.push(...added.map(copied))
        const list = isCopy ? copies : messages
        expect(shown(read({ messages: list }))).toEqual(fresh(list))
      }
    }),
  )
})

test('a list that was cut is not taken for what it was', () => {
  const read = createPromptReader('claude', counter)
  const messages: Message[] = [user('one'), assistant('two'), user('three')]
  read({ messages })
  messages.pop()
  expect(shown(read({ messages }))).toEqual(fresh(messages))
})

test('what looks like the name of another text is not taken for it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('#0', '#1', '#2', '2=#0', '='), text)), (said) => {
      const { read } = createPromptBook('claude', counter, createPromptTree())
      const texts = said.flat()
      const keys = texts.map((each) => read({ messages: [result('c', each)] }).prompt.key)
      expect(new Set(keys).size).toBe(new Set(texts).size)
    }),
  )
})

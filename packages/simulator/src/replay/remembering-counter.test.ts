import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { createRememberingCounter } from './remembering-counter.ts'

const thought = { type: 'thinking', text: 'Hm.', signature: 'x'.repeat(400) } as const
const messages: readonly Message[] = [
  user('List the files, please.'),
  assistant(thought, 'I look.', call('ls', { path: 'src' })),
  result('ls', 'main.ts\nREADME.md'),
  result('ls', ''),
]
const tools = [{ kind: 'function', name: 'ls', description: 'Lists files.' }] as const

test('counts what the other counter counts', () => {
  const plain = createCounter()
  const counter = createRememberingCounter(plain)
  for (const message of messages) {
    expect(counter.message(message)).toBe(plain.message(message))
    for (const part of message.parts) expect(counter.part(part)).toBe(plain.part(part))
  }
  expect(counter.request(messages, tools)).toBe(plain.request(messages, tools))
  expect(counter.request([], tools)).toBe(plain.request([], tools))
})

test('a text is counted once, whoever asks and however often it was copied', () => {
  let counted = 0
  const countText = (text: string) => {
    if (text.startsWith('List')) counted++
    return text.length
  }
  const counter = createRememberingCounter(createCounter({ countText }))
  for (let i = 0; i < 3; i++) {
    const copies = structuredClone(messages)
    counter.request(copies)
    for (const message of copies) for (const part of message.parts) counter.part(part)
  }
  expect(counted).toBe(1)
})

test('a call is counted once however often it was copied, and anew when it says something else', () => {
  const counted: string[] = []
  const countText = (text: string) => {
    if (text.startsWith('{')) counted.push(text)
    return text.length
  }
  const counter = createRememberingCounter(createCounter({ countText }))
  const [whole, short] = [call('ls', { path: 'src/main' }, 'c'), call('ls', { path: 's' }, 'c')]
  expect(counter.part(structuredClone(whole))).toBe(counter.part(whole))
  expect(counter.part(short)).toBeLessThan(counter.part(structuredClone(whole)))
  expect(counted).toEqual([whole.arguments, short.arguments, whole.arguments])
})

test('a tool is counted once, whoever asks', () => {
  let counted = 0
  const countText = (text: string) => {
    if (text.includes('Lists files')) counted++
    return text.length
  }
  const counter = createRememberingCounter(createCounter({ countText }))
  const once = counter.tool(tools[0])
  expect([counter.request([], tools), counter.request([], tools), counter.tool(tools[0])]).toEqual([once, once, once])
  expect(counted).toBe(1)
})

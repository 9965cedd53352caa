import { expect, test } from 'vitest'
import { callId, type FilePart, type ImagePart, type Tool } from '../message/message.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { createCounter } from './count.ts'
import { inPieces } from './in-pieces.ts'

const counter = createCounter({ countText: (text) => text.length })
const image = (data: string): ImagePart => ({ type: 'image', source: { kind: 'data', data, mediaType: 'image/png' } })

test('a picture has one price, whatever its bytes', () => {
  expect(counter.part(image('A'.repeat(4_000_000)))).toBe(counter.part(image('A')))
})

test('a document is priced by its pages, not by its base64', () => {
  const file = (bytes: number): FilePart => ({
    type: 'file',
    source: { kind: 'data', data: 'A'.repeat((bytes * 4) / 3), mediaType: 'application/pdf' },
  })
  expect(counter.part(file(60_000))).toBe(2_000)
  expect(counter.part(file(600_000))).toBe(20_000)
})

test('a call counts with its envelope, not by its arguments alone', () => {
  const part = call('terminal', { command: 'ls' }, 'call_123')
  expect(counter.part(part)).toBeGreaterThan(part.arguments.length + part.name.length + part.callId.length)
})

test('an empty result still takes room', () => {
  expect(counter.message(result('call_1', ''))).toBeGreaterThan('call_1'.length)
})

test('thinking counts only where it is sent again', () => {
  const message = assistant({ type: 'thinking', text: 'a long thought' }, 'short')
  const silent = createCounter({ countText: (text) => text.length, sendsThinking: false })
  expect(counter.message(message) - silent.message(message)).toBe('a long thought'.length)
})

test('a seal that hides more than the text shows is counted by its size', () => {
  expect(counter.part({ type: 'thinking', text: 'ab', encrypted: 'x'.repeat(16_000) })).toBe(3_000)
  expect(counter.part({ type: 'thinking', text: 'x'.repeat(500), signature: 'short' })).toBe(500)
})

test('a request is its messages and the schemas of its tools', () => {
  const tools: readonly Tool[] = [
    { kind: 'function', name: 'ls', description: 'Lists files.', schema: { type: 'object', properties: {} } },
    { kind: 'opaque', format: 'anthropic', value: { type: 'web_search', name: 'web_search' } },
  ]
  const messages = [user('hi'), assistant('hello')]
  const [first, second] = tools.map(counter.tool)
  expect(counter.request(messages, tools)).toBe(
    counter.message(messages[0] ?? user('')) + counter.message(messages[1] ?? user('')) + (first ?? 0) + (second ?? 0),
  )
  expect(first).toBeGreaterThan(JSON.stringify({ type: 'object', properties: {} }).length)
})

test('unknown blocks are counted as what they weigh', () => {
  expect(
    counter.part({ type: 'opaque', format: 'anthropic', value: { type: 'x', body: 'y'.repeat(100) } }),
  ).toBeGreaterThan(100)
})

test('an exact tokenizer never sees a long run, nor half a character', () => {
  const seen: string[] = []
  const count = inPieces((text) => {
    seen.push(text)
    return text.length
  })
  const text = `${'😀'.repeat(5_001)} ${'word '.repeat(2_000)}`
  expect(count(text)).toBe(text.length)
  expect(seen.join('')).toBe(text)
  expect(Math.max(...seen.map((piece) => piece.length))).toBeLessThanOrEqual(2_000)
  expect(seen.every((piece) => piece.isWellFormed())).toBe(true)
})

test('ids that a result repeats are paid for', () => {
  const long = { ...result('x', 'a'), callId: callId('x'.repeat(40)) }
  expect(counter.message(long) - counter.message(result('x', 'a'))).toBe(39)
})

test('a very long message is counted in steps, and as any other', async () => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const giant = user('a line of a log, 12:30, and its end\n'.repeat(50_000))
  const slow = createCounter()
  expect(await slow.messageSlowly?.(giant, pause)).toBe(createCounter().message({ ...giant }))
  expect(pauses).toBeGreaterThan(3)
  expect(slow.message(giant)).toBe(await slow.messageSlowly?.(giant, () => Promise.reject(new Error('was counted'))))
})

test('of several very long texts each has its own count', () => {
  const [one, other] = ['to be or not '.repeat(60_000), 'x = [1, 2];\n'.repeat(60_000)]
  const texts = createCounter()
  const count = (text: string) => texts.part({ type: 'text', text })
  const fresh = (text: string) => createCounter().part({ type: 'text', text })
  expect([count(one), count(other), count(one)]).toEqual([fresh(one), fresh(other), fresh(one)])
})

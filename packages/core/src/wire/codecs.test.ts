import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { Format } from '../message/message.ts'
import { exchange } from '../testing/build.ts'
import { crossingFaults, ownFaults } from '../testing/check-codec.ts'
import { checkAiSdk, checkAnthropic, checkOpenAiChat, checkOpenAiResponses } from '../testing/index.ts'
import { codecs, formats } from './codecs.ts'
import { conversation } from './conversation.arbitrary.ts'
import { seeds, sprinkle } from './sprinkle.arbitrary.ts'

/** Enough conversations for ten thousand messages of each format; the first test counts them. */
const runs = { numRuns: 700 }

const oracles: Partial<Record<Format, (value: Json) => readonly unknown[]>> = {
  anthropic: checkAnthropic,
  'openai-chat': (value) => checkOpenAiChat(value, { dialect: 'openrouter' }),
  'openai-responses': checkOpenAiResponses,
  'ai-sdk': checkAiSdk,
}

test('random conversations hold at least ten thousand messages', () => {
  let messages = 0
  fc.assert(
    fc.property(conversation, (transcript) => {
      messages += transcript.messages.length
    }),
    runs,
  )
  expect(messages).toBeGreaterThanOrEqual(10_000)
})

describe.each(formats)('%s', (format) => {
  const codec = codecs[format]

  test('writes what it read, unknown fields and blocks included', () => {
    fc.assert(
      fc.property(conversation, seeds, (transcript, seed) => {
        const wire = sprinkle(codec.encode(transcript).value, seed)
        expect(ownFaults(codec, wire)).toEqual([])
      }),
      runs,
    )
  })

  test('gives every message back that it does not report as lost', () => {
    fc.assert(
      fc.property(conversation, (transcript) => {
        expect(crossingFaults(transcript, codec)).toEqual([])
      }),
      runs,
    )
  })

  test('says nothing of what was kept of a result, and calls that no loss', () => {
    const messages = exchange('terminal', 'ends')
    const kept = [{ file: `${'a'.repeat(32)}.txt`, chars: 4 }]
    const known = messages.map((message) => (message.role === 'tool' ? { ...message, kept } : message))
    expect(codec.encode({ messages: known })).toEqual(codec.encode({ messages }))
  })

  test.each(formats.filter((other) => other !== format))(
    'carries what it read to %s, loses only what it says, and pleases the provider',
    (other) => {
      fc.assert(
        fc.property(conversation, seeds, (original, seed) => {
          const transcript = codec.decode(sprinkle(codec.encode(original).value, seed))
          const target = codecs[other]
          expect(crossingFaults(transcript, target)).toEqual([])
          expect(oracles[other]?.(target.encode(transcript).value) ?? []).toEqual([])
        }),
        { ...runs, numRuns: 150 },
      )
    },
  )
})

import { anchorings, type CacheRequest, planners, startMemory } from '@palimpsest/core/cache'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeMarks } from './place-marks.ts'
import { createPromptBook, createPromptReader } from './prompt-reader.ts'
import { shownMark } from './talk.arbitrary.ts'

const text = fc.constantFrom('list the files', ' ', 'go on', '')
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map(user),
  fc.tuple(text, text).map(([one, other]) => assistant(one, call('ls', { one }), other)),
  text.map((said) => result('ls', said)),
  text.map((said) => result('ls', said, { breakpoint: {} })),
  text.map((said): Message => ({ role: 'user', parts: [{ type: 'text', text: said, breakpoint: { ttl: '1h' } }] })),
)
const tools: fc.Arbitrary<CacheRequest['tools']> = fc.constantFrom(
  undefined,
  [{ kind: 'function', name: 'ls' }],
  [{ kind: 'opaque', format: 'anthropic', value: { type: 'web_search' } }],
)
const requests: fc.Arbitrary<CacheRequest> = fc
  .tuple(fc.array(message, { maxLength: 12 }), fc.boolean(), tools, fc.option(fc.nat(12), { nil: undefined }))
  .map(([messages, hasSystem, offered, frontier]) => ({
    messages: hasSystem ? [system('Obey.'), ...messages] : messages,
    ...(offered && { tools: offered }),
    ...(frontier !== undefined && { frontier }),
  }))
const memories = fc
  .constantFrom(['5m', '5m'], ['1h', '1h'], ['5m', '1h'])
  .map(([ttl, baseTtl]) => ({ ...startMemory, ttl, baseTtl }) as typeof startMemory)

test.each(['anchored', 'system_and_3'] as const)(
  'what %s would mark is found where it would have marked it',
  (name) => {
    fc.assert(
      fc.property(fc.array(requests, { minLength: 1, maxLength: 4 }), memories, (talk, start) => {
        const read = createPromptReader('claude', createCounter())
        const book = createPromptBook('claude', createCounter())
        let memory = start
        for (const request of talk) {
          const marked = planners[name](request, memory)
          const planned = anchorings[name](request, memory)
          book.read(request)
          const placed = placeMarks(request, planned.anchors, book).map(shownMark)
          expect(placed).toEqual(read(marked.request).breakpoints?.map(shownMark))
          expect(planned.memory).toEqual(marked.memory)
          memory = planned.memory
        }
      }),
    )
  },
)

import fc from 'fast-check'
import type { Message } from '../message/message.ts'
import { assistant, call, result, system, user } from '../testing/build.ts'
import { conversation } from '../wire/conversation.arbitrary.ts'
import type { CacheRequest } from './cache-request.ts'

/** Requests of every shape that a conversation can take. */
export const request: fc.Arbitrary<CacheRequest> = fc
  .tuple(conversation, fc.constantFrom('anthropic', 'openai-chat'), fc.option(fc.nat(20), { nil: undefined }))
  .map(([{ messages, tools }, format, frontier]) => ({
    messages,
    format,
    ...(tools && { tools }),
    ...(frontier !== undefined && frontier < messages.length && { frontier }),
  }))

const word = fc.constantFrom('list the files', 'go on', '続けて', 'why?')

/** What comes between two calls: words of a person, or calls and their results, some empty. */
const addition: fc.Arbitrary<(turn: number) => readonly Message[]> = fc.oneof(
  fc.tuple(word, fc.integer({ min: 1, max: 3 })).map(([text, count]) => (turn: number) => [
    assistant(`answer ${turn}`),
    ...Array.from({ length: count }, (_, i) => user(`${text} ${turn}.${i}`)),
  ]),
  fc.integer({ min: 1, max: 30 }).map((count) => (turn: number) => {
    const ids = Array.from({ length: count }, (_, i) => `call_${turn}_${i}`)
    const calls = ids.map((id) => call('terminal', { turn }, id))
    return [assistant(...calls), ...ids.map((id, i) => result(id, i % 5 === 4 ? '' : `output of ${id} `.repeat(20)))]
  }),
)

/** A conversation call by call: each request is the one before and something more. */
export const growing: fc.Arbitrary<readonly CacheRequest[]> = fc
  .array(addition, { minLength: 1, maxLength: 12 })
  .map((additions) => {
    let messages: readonly Message[] = [system('You help. '.repeat(200)), user('Hello.')]
    const requests: CacheRequest[] = [{ messages }]
    additions.forEach((add, turn) => {
      messages = [...messages, ...add(turn)]
      requests.push({ messages })
    })
    return requests
  })

import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import fc from 'fast-check'

/** One turn of the user and what the assistant made of it. */
const exchange = fc.record({
  said: fc.array(
    fc.record({
      kind: fc.constantFrom('request', 'request', 'request', 'rule', 'note', 'picture', 'go-on'),
      chars: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 5, max: 600 }) }, fc.constantFrom(8_000, 60_000)),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  calls: fc.array(fc.record({ wide: fc.integer({ min: 1, max: 3 }), chars: fc.integer({ min: 0, max: 5_000 }) }), {
    maxLength: 7,
  }),
  /** After how many of the calls the assistant answers. */
  answerAt: fc.integer({ min: 0, max: 7 }),
  answerChars: fc.integer({ min: 1, max: 1_500 }),
})

type Exchange = typeof exchange extends fc.Arbitrary<infer One> ? One : never

/** Conversations in which the user and the assistant take turns, whatever is called between them; the last may be at work. */
export function turnLayouts(name: string, { isOpen = true } = {}): fc.Arbitrary<readonly Message[]> {
  return fc.tuple(fc.array(exchange, { minLength: 1, maxLength: 8 }), fc.boolean()).map(([exchanges, endsAtWork]) =>
    exchanges.flatMap((each, i) => {
      const isAtWork = isOpen && endsAtWork && i === exchanges.length - 1
      return messagesOf(each, `${name}${i}`, isAtWork)
    }),
  )
}

function messagesOf({ said, calls, answerAt, answerChars }: Exchange, name: string, isAtWork: boolean) {
  const steps = calls.map(({ wide, chars }, i) => step(`${name}_${i}`, wide, chars))
  const at = Math.min(answerAt, steps.length)
  const answer = isAtWork ? [] : [assistant(`Answer ${name}. ${prose(answerChars)}`)]
  return [
    ...said.map(({ kind, chars }, i) => spoken(kind, `${name}_${i}`, chars)),
    ...steps.slice(0, at).flat(),
    ...answer,
    ...steps.slice(at).flat(),
  ]
}

function spoken(kind: string, name: string, chars: number): Message {
  switch (kind) {
    case 'rule':
      return user(`Never touch the file config-${name}.yaml.`)
    case 'note':
      return user(`<system-reminder>\nNote ${name}. ${prose(Math.min(chars, 600))}\n</system-reminder>`)
    case 'picture':
      return { role: 'user', parts: [{ type: 'image', source: { kind: 'url', url: `https://x.io/${name}.png` } }] }
    case 'go-on':
      return user('go on')
  }
  return user(`Please do ${name}. ${prose(chars)}`)
}

function step(name: string, wide: number, chars: number): readonly Message[] {
  const ids = Array.from({ length: wide }, (_, i) => `c${name}_${i}`)
  return [
    assistant(`Step ${name}.`, ...ids.map((id) => call('terminal', { command: `make ${id}` }, id))),
    ...ids.map((id, i) =>
      result(id, `${id} ${prose(chars)}\n${i === 0 ? `Error: ${id} failed\n` : ''}exit code: ${i}`),
    ),
  ]
}

function prose(chars: number): string {
  return 'the parser reads lines and returns a token for each word that it finds '
    .repeat(Math.ceil(chars / 70))
    .slice(0, chars)
}

import type { Message, Part, ToolMessage } from '@palimpsest/core/message'
import { callId } from '@palimpsest/core/message'
import fc from 'fast-check'

/** One stretch of a made-up conversation. */
const stretch = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('said'), chars: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('asked'), chars: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('called'),
      chars: fc.integer({ min: 0, max: 6_000 }),
      wide: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('written'), chars: fc.integer({ min: 500, max: 5_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unanswered'), chars: fc.constant(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('orphan'), chars: fc.integer({ min: 1, max: 3_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('picture'), chars: fc.constant(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('thought'), chars: fc.integer({ min: 10, max: 2_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('giant'), chars: fc.integer({ min: 20_000, max: 90_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rule'), chars: fc.constant(0) }) },
)

export type Stretch = { readonly kind: string; readonly chars: number; readonly wide?: number }

/** Conversations of every build; `broken` ones hold calls without results and results without calls. */
export function layouts({ broken }: { readonly broken: boolean }): fc.Arbitrary<readonly Message[]> {
  return fc
    .tuple(fc.boolean(), fc.array(stretch, { minLength: 1, maxLength: 60 }))
    .map(([hasSystem, stretches]) => build(hasSystem, broken ? stretches : stretches.filter(isSound)))
    .filter(({ length }) => length > 0)
}

function isSound({ kind }: Stretch): boolean {
  return kind !== 'unanswered' && kind !== 'orphan'
}

export function build(hasSystem: boolean, stretches: readonly Stretch[]): readonly Message[] {
  const system: Message[] = hasSystem ? [{ role: 'system', parts: [{ type: 'text', text: 'You write code.' }] }] : []
  const opening: Message = { role: 'user', parts: [{ type: 'text', text: 'Please mend the parser of the importer.' }] }
  return [...system, opening, ...stretches.flatMap((each, i) => messagesOf(each, i))]
}

function messagesOf({ kind, chars, wide = 1 }: Stretch, n: number): readonly Message[] {
  switch (kind) {
    case 'asked':
      return [{ role: 'user', parts: [{ type: 'text', text: prose(chars, n) }] }]
    case 'rule':
      return [{ role: 'user', parts: [{ type: 'text', text: `Never touch the file config-${n}.yaml.` }] }]
    case 'giant':
      return [{ role: n % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text: prose(chars, n) }] }]
    case 'picture':
      return [{ role: 'user', parts: [{ type: 'text', text: 'Look.' }, picture] }]
    case 'thought':
      return [
        said([
          { type: 'thinking', text: prose(chars, n) },
          { type: 'text', text: `I see. ${n}` },
        ]),
      ]
    case 'called':
      return called(n, wide, chars)
    case 'written':
      return [
        said([call(`w${n}`, 'write_file', { path: `src/part-${n}.ts`, content: prose(chars, n) })]),
        result(`w${n}`, 'ok'),
      ]
    case 'unanswered':
      return [said([call(`u${n}`, 'bash', { command: 'sleep 1' })])]
    case 'orphan':
      return [result(`o${n}`, prose(chars, n))]
  }
  return [said([{ type: 'text', text: prose(chars, n) }])]
}

const picture = { type: 'image', source: { kind: 'data', data: 'iVBORw0KGgo=', mediaType: 'image/png' } } as const

function called(n: number, wide: number, chars: number): readonly Message[] {
  const ids = Array.from({ length: wide }, (_, i) => `c${n}-${i}`)
  return [
    said(ids.map((id, i) => call(id, 'bash', { command: `cat src/file-${n}-${i}.ts` }))),
    ...ids.map((id, i) => result(id, `${prose(chars, n + i)}\nexit code: ${i % 2}`)),
  ]
}

function said(parts: readonly Part[]): Message {
  return { role: 'assistant', parts }
}

function call(id: string, name: string, input: object): Part {
  return { type: 'tool-call', callId: callId(id), name, arguments: JSON.stringify(input) }
}

function result(id: string, text: string): ToolMessage {
  return { role: 'tool', callId: callId(id), parts: [{ type: 'text', text }] }
}

const words = 'the parser reads lines and returns a token for each word that it finds in src/lex.ts near line'.split(
  ' ',
)

function prose(chars: number, seed: number): string {
  const pieces: string[] = []
  for (let length = 0, i = seed; length < chars; i += 7) {
    const word = i % 11 === 0 ? `${i}\n` : (words[i % words.length] ?? '')
    pieces.push(word)
    length += word.length + 1
  }
  return pieces.join(' ').slice(0, Math.max(1, chars))
}

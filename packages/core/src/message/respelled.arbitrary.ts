import fc from 'fast-check'
import { isObject, type Json, parseJson } from '../json.ts'
import { callId, type Message, type Part, type Residue } from './message.ts'

const residue: fc.Arbitrary<Residue> = fc.record({
  format: fc.constantFrom('anthropic', 'openai-chat', 'openai-responses'),
  fields: fc.constantFrom({ extra: { id: 'msg_1' } }, { empty: 'list' }, { joined: true }, { extra: { cached: null } }),
})

/** How one piece may be spelled anew. */
const spelling = fc.record({
  residue: fc.option(residue, { nil: undefined }),
  breakpoint: fc.option(fc.constantFrom({}, { ttl: '1h' as const }), { nil: undefined }),
  isReversed: fc.boolean(),
  space: fc.constantFrom(undefined, 1, '\t'),
})

type Spelling = typeof spelling extends fc.Arbitrary<infer Spelled> ? Spelled : never

/** The same message in another spelling. */
export function respelled(message: Message): fc.Arbitrary<Message> {
  return fc
    .record({ own: spelling, list: fc.boolean(), parts: fc.array(spelling, { minLength: 4, maxLength: 4 }) })
    .map(({ own, list, parts }) => {
      const { listed: _, ...bare } = message
      const spelled = (message.parts as readonly Part[]).map((part, i) =>
        spellPart(part, parts[i % parts.length] ?? own),
      )
      const { breakpoint, ...outer } = own
      const marked = message.role === 'tool' ? own : outer
      return spell({ ...bare, parts: spelled, ...(list && { listed: true }) } as Message, marked)
    })
}

function spellPart(part: Part, by: Spelling): Part {
  if (part.type !== 'tool-call' || part.freeform) return spell(part, by)
  const value = parseJson(part.arguments)
  const text =
    value === undefined ? part.arguments : JSON.stringify(by.isReversed ? reversed(value) : value, null, by.space)
  return spell({ ...part, arguments: text }, by)
}

function spell<T extends object>(value: T, by: Partial<Spelling>): T {
  const { residue: _, breakpoint: __, ...bare } = value as T & { residue?: unknown; breakpoint?: unknown }
  const spelled = {
    ...bare,
    ...(by.residue && { residue: by.residue }),
    ...(by.breakpoint && { breakpoint: by.breakpoint }),
  }
  return (by.isReversed ? Object.fromEntries(Object.entries(spelled).reverse()) : spelled) as T
}

/** The same value with its keys in another order. */
export function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => reversed(each))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, reversed(each ?? null)] as const)
      .reverse(),
  )
}

const other = (text: string) => `${text.startsWith('x') ? 'y' : 'x'}${text.slice(1)}`

/** Messages that mean something else, each in one place. */
export function otherMeanings(message: Message): readonly Message[] {
  const parts = message.parts as readonly Part[]
  const changed = parts.flatMap((part, i) =>
    otherParts(part).map((instead) => ({ ...message, parts: parts.with(i, instead) }) as Message),
  )
  const more = { ...message, parts: [...parts, { type: 'text', text: 'more' }] } as Message
  const about: readonly Message[] =
    message.role === 'tool'
      ? [{ ...message, callId: callId(`${message.callId}x`) }, failed(message)]
      : [{ role: message.role === 'user' ? 'system' : 'user', parts: message.parts } as Message]
  return [...changed, more, ...about]
}

function failed({ isError, ...message }: Message & { readonly role: 'tool' }): Message {
  return isError ? message : { ...message, isError: true }
}

function otherParts(part: Part): readonly Part[] {
  switch (part.type) {
    case 'text':
      return [
        { ...part, text: other(part.text) },
        { ...part, text: `${part.text}.` },
      ]
    case 'image':
    case 'file':
      return [{ ...part, source: { kind: 'data', data: 'b3RoZXI=' } }]
    case 'tool-call':
      return [
        { ...part, callId: callId(`${part.callId}x`) },
        { ...part, name: other(part.name) },
        { ...part, arguments: JSON.stringify({ was: part.arguments }) },
      ]
    case 'thinking':
    case 'opaque':
      return []
  }
}

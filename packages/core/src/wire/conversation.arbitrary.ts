import fc from 'fast-check'
import {
  type AssistantMessage,
  type Breakpoint,
  type ContentPart,
  callId,
  type Message,
  type Part,
  type Source,
  type Tool,
  type ToolMessage,
  type Transcript,
} from '../message/message.ts'

const script = fc.constantFrom(
  'plain words',
  '必ずテストを実行',
  '不要修改 migrations',
  'Привет, мир',
  '👩‍💻 done ✅',
  'a\n\tb "quoted" \\ slash',
  '<b>&amp;</b>',
  '한국어 로그',
)
const text = fc.oneof(
  script,
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((said) => said.trim() !== ''),
)
const words = text.map((said) => ({ type: 'text', text: said }) as const)

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const data: fc.Arbitrary<Source> = fc
  .constantFrom('image/png', 'image/jpeg')
  .map((mediaType) => ({ kind: 'data', data: png, mediaType }))
const url: fc.Arbitrary<Source> = fc.webUrl({ withQueryParameters: true }).map((link) => ({ kind: 'url', url: link }))
const fileId: fc.Arbitrary<Source> = fc
  .stringMatching(/^file[-_][a-z0-9]{6,12}$/)
  .map((id) => ({ kind: 'file', fileId: id }))

const image: fc.Arbitrary<ContentPart> = fc
  .record({
    source: fc.oneof(data, data, url, fileId),
    detail: fc.option(fc.constantFrom('low', 'high', 'auto'), { nil: undefined }),
  })
  .map(({ source, detail }) => ({ type: 'image', source, ...(detail && { detail }) }))
const pdf: Source = { kind: 'data', data: 'JVBERi0xLjQKJcOkw7zDtsOf', mediaType: 'application/pdf' }
const file: fc.Arbitrary<ContentPart> = fc
  .record({
    source: fc.oneof(fc.constant(pdf), url, fileId),
    name: fc.option(fc.constant('report.pdf'), { nil: undefined }),
  })
  .map(({ source, name }) => ({ type: 'file', source, ...(name && { name }) }))

const content = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 1, arbitrary: image },
  { weight: 1, arbitrary: file },
)

/** A message of one text may have been written as a string or as a list. */
function listed<M extends Message>(message: M, isListed: boolean): M {
  const [only, ...others] = message.parts
  return isListed && only?.type === 'text' && others.length === 0 ? { ...message, listed: true } : message
}

const user = fc
  .tuple(fc.array(content, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([parts, list]): Message => listed({ role: 'user', parts }, list))
const system = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 2 }), fc.boolean(), fc.boolean())
  .map(
    ([parts, list, developer]): Message =>
      listed({ role: 'system', parts, ...(developer && { developer: true as const }) }, list),
  )

const sealed = fc.stringMatching(/^[A-Za-z0-9+/]{24,60}$/)
const thinking: fc.Arbitrary<Part> = fc.oneof(
  text.map((said): Part => ({ type: 'thinking', text: said })),
  fc.tuple(text, sealed).map(([said, signature]): Part => ({ type: 'thinking', text: said, signature })),
  sealed.map((redacted): Part => ({ type: 'thinking', text: '', redacted })),
  fc
    .tuple(fc.oneof(text, fc.constant('')), sealed)
    .map(([said, encrypted]): Part => ({ type: 'thinking', text: said, encrypted })),
)

const input = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,8}$/),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 })),
  { maxKeys: 4 },
)
const args = fc
  .tuple(input, fc.constantFrom(undefined, 1))
  .map(([value, space]) => JSON.stringify(value, undefined, space))
const callIds = fc.oneof(
  fc.stringMatching(/^call_[A-Za-z0-9]{8,16}$/),
  fc.stringMatching(/^functions\.[a-z]{3,8}:[0-9]{1,2}$/),
)

interface Called {
  readonly id: string
  readonly name: string
  readonly args: string
  readonly result: { readonly parts: readonly ContentPart[]; readonly isError: boolean; readonly list: boolean }
}

const called: fc.Arbitrary<Called> = fc.record({
  id: callIds,
  name: fc.constantFrom('terminal', 'read_file', 'write_file', 'search-files'),
  args,
  result: fc.record({
    parts: fc.oneof(
      words.map((part) => [part]),
      fc.array(fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: image }), { maxLength: 3 }),
    ),
    isError: fc.boolean(),
    list: fc.boolean(),
  }),
})

const turn = fc
  .record({
    thoughts: fc.array(thinking, { maxLength: 2 }),
    said: fc.array(words, { maxLength: 2 }),
    calls: fc.array(called, { maxLength: 3 }),
    list: fc.boolean(),
  })
  .map(({ thoughts, said, calls, list }): readonly Message[] => {
    const parts: Part[] = [
      ...thoughts,
      ...said,
      ...calls.map(
        (call): Part => ({ type: 'tool-call', callId: callId(call.id), name: call.name, arguments: call.args }),
      ),
    ]
    if (said.length === 0 && calls.length === 0) return []
    const assistant: AssistantMessage = listed({ role: 'assistant', parts }, list)
    const results = calls.map(
      ({ id, result }): ToolMessage =>
        listed(
          { role: 'tool', callId: callId(id), parts: result.parts, ...(result.isError && { isError: true }) },
          result.list,
        ),
    )
    return [assistant, ...results]
  })

const tool: fc.Arbitrary<Tool> = fc.constantFrom('terminal', 'read_file', 'write_file', 'search-files').map((name) => ({
  kind: 'function',
  name,
  description: `Runs ${name}.`,
  schema: { type: 'object', properties: { path: { type: 'string' } } },
}))

type Mark = { readonly at: number; readonly ttl: Breakpoint['ttl'] } | undefined

/** A conversation that every provider could have had, in canonical form. Call ids are unique. */
export const conversation: fc.Arbitrary<Transcript> = fc
  .record({
    head: fc.array(system, { maxLength: 2 }),
    turns: fc.array(
      fc.tuple(
        fc.array(user, { minLength: 1, maxLength: 2 }),
        fc.array(turn, { maxLength: 3 }),
        fc.option(system, { freq: 6, nil: undefined }),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    mark: fc.option(fc.record({ at: fc.nat(), ttl: fc.constantFrom('5m', '1h', undefined) }), { nil: undefined }),
    tools: fc.option(
      fc.uniqueArray(tool, { selector: (each) => (each.kind === 'function' ? each.name : ''), minLength: 1 }),
      { nil: undefined },
    ),
  })
  .map(({ head, turns, tools, mark }) => {
    const body = turns.flatMap(([asked, answered, note]) => [...asked, ...answered.flat(), ...(note ? [note] : [])])
    return { messages: marked(unique([...head, ...body]), mark), ...(tools && { tools }) }
  })

/** Marks one message as a place to cache: a result as a whole, anything else on its last part. */
function marked(messages: readonly Message[], mark: Mark): readonly Message[] {
  if (mark === undefined) return messages
  const breakpoint: Breakpoint = mark.ttl === undefined ? {} : { ttl: mark.ttl }
  return messages.map((message, i) => (i === mark.at % messages.length ? markMessage(message, breakpoint) : message))
}

function markMessage(message: Message, breakpoint: Breakpoint): Message {
  if (message.role === 'tool') return message.parts.length === 0 ? message : { ...message, breakpoint }
  const last = message.parts.at(-1)
  if (last?.type !== 'text') return message
  const { listed: _, ...bare } = message
  return { ...bare, parts: [...message.parts.slice(0, -1), { ...last, breakpoint }] } as Message
}

/** Ids are drawn at random; the place in the conversation makes them unique. */
function unique(messages: readonly Message[]): readonly Message[] {
  let group = 0
  let result = 0
  return messages.map((message) => {
    if (message.role === 'tool') return { ...message, callId: callId(`${message.callId}_${group}_${result++}`) }
    if (message.role !== 'assistant') return message
    group++
    result = 0
    let call = 0
    const parts = message.parts.map((part) =>
      part.type === 'tool-call' ? { ...part, callId: callId(`${part.callId}_${group}_${call++}`) } : part,
    )
    return { ...message, parts }
  })
}

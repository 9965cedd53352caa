import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { createCatalogue } from '@palimpsest/core/models'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter, type UsageApi } from '@palimpsest/core/tokens'
import { codecs } from '@palimpsest/core/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPromptReader } from '../billing/prompt-reader.ts'
import { cachedForm } from './cached-form.ts'

const models: Readonly<Record<UsageApi, string>> = {
  anthropic: 'claude-opus-5',
  'openai-chat': 'gpt-5.5',
  'openai-responses': 'gpt-5.5',
}
const catalogue = createCatalogue()
const counter = createCounter()

/** What a provider has cached once it has read this request: requests with one key are one prompt. */
function promptOf(api: UsageApi, value: Json): string {
  const model = catalogue.find(models[api])
  if (model === undefined || !isObject(value)) throw new Error('no request')
  const transcript = codecs[api].decode(value)
  return createPromptReader('m', counter)(cachedForm({ api, model, transcript, body: value })).prompt.key
}

const word = fc.constantFrom('Look.', 'Go on, "please".', '続けて', 'a\nb')
const step: fc.Arbitrary<(turn: number) => readonly Message[]> = fc.oneof(
  word.map((said) => () => [user(said)]),
  fc.tuple(word, word).map(([one, other]) => () => [picture(one), user(other)]),
  fc.tuple(word, word, fc.boolean()).map(([said, seen, isError]) => (turn: number) => {
    const id = `toolu_${turn}`
    const answer = result(id, seen, isError ? { isError: true } : {})
    return [assistant(said, call('look', { at: said, turn }, id)), answer, assistant(seen), user(said)]
  }),
)
const picture = (text: string): Message => ({
  role: 'user',
  parts: [
    { type: 'text', text },
    { type: 'image', source: { kind: 'data', data: 'iVBORw0KGgo=', mediaType: 'image/png' } },
  ],
})
const conversation = fc
  .array(step, { minLength: 1, maxLength: 6 })
  .map((steps) => ({ messages: [system('You help.'), user('Hello.'), ...steps.flatMap((add, turn) => add(turn))] }))

/** Random choices, one after the other. */
type Toss = () => boolean

const tosses = fc.array(fc.boolean(), { minLength: 7, maxLength: 31 }).map((drawn): (() => Toss) => () => {
  let i = 0
  return () => drawn[i++ % drawn.length] ?? false
})

const inAnyOrder = (value: JsonObject, toss: Toss): JsonObject =>
  toss() ? Object.fromEntries(Object.entries(value).reverse()) : value

/** One text may be a string or a list; others stay what they are. */
function respellContent(content: Json, type: string, toss: Toss): Json {
  if (typeof content === 'string' && content !== '')
    return toss() ? [inAnyOrder({ type, text: content }, toss)] : content
  const [only, ...others] = isList(content) ? content : []
  const isPlain = others.length === 0 && isObject(only) && only.type === type && Object.keys(only).length === 2
  return isPlain && toss() ? (only.text ?? null) : content
}

const marked = (block: JsonObject, toss: Toss): JsonObject => {
  const { cache_control: _, ...bare } = block
  return toss() ? { ...bare, cache_control: { type: 'ephemeral' } } : bare
}

function respellBlock(block: Json, toss: Toss): Json {
  if (!isObject(block)) return block
  const { type, content = null } = block
  if (type === 'thinking' || type === 'redacted_thinking') return inAnyOrder(block, toss)
  const said = marked(block, toss)
  if (type === 'text') return inAnyOrder(toss() ? { ...said, citations: null } : said, toss)
  if (type === 'tool_use') return inAnyOrder(toss() ? { ...said, caller: { type: 'direct' } } : said, toss)
  if (type !== 'tool_result') return inAnyOrder(said, toss)
  const flagged = said.is_error === undefined && toss() ? { ...said, is_error: false } : said
  return inAnyOrder({ ...flagged, content: respellContent(content, 'text', toss) }, toss)
}

const spellings: Readonly<Record<UsageApi, (message: JsonObject, toss: Toss) => JsonObject>> = {
  anthropic: (message, toss) => {
    const content = respellContent(message.content ?? '', 'text', toss)
    return { ...message, content: isList(content) ? content.map((block) => respellBlock(block, toss)) : content }
  },
  'openai-chat': (message, toss) => ({ ...message, content: respellContent(message.content ?? null, 'text', toss) }),
  'openai-responses': (item, toss) => {
    const noted = toss() ? { internal_chat_message_metadata_passthrough: { turn_id: 't' } } : {}
    if (item.type === 'function_call_output') {
      return { ...item, ...noted, output: respellContent(item.output ?? '', 'input_text', toss) }
    }
    const type = item.role === 'assistant' ? 'output_text' : 'input_text'
    return 'content' in item && item.type !== 'reasoning'
      ? { ...item, ...noted, content: respellContent(item.content ?? '', type, toss) }
      : item
  },
}

function listOf(body: JsonObject, field: string): readonly JsonObject[] {
  const list = body[field]
  return isList(list) ? list.filter(isObject) : []
}

describe.each(['anthropic', 'openai-chat', 'openai-responses'] as const)('%s', (api) => {
  const field = api === 'openai-responses' ? 'input' : 'messages'
  const requests = conversation.map((transcript) => {
    const { value } = codecs[api].encode(transcript, { model: models[api] })
    return isObject(value) ? value : { [field]: value }
  })

  test('a conversation that is spelled anew is the prompt that was cached', () => {
    fc.assert(
      fc.property(requests, tosses, (body, tossing) => {
        const toss = tossing()
        const again = { ...body, [field]: listOf(body, field).map((each) => spellings[api](each, toss)) }
        expect(promptOf(api, again)).toBe(promptOf(api, body))
      }),
      { numRuns: 300 },
    )
  })

  test('one that says something else is another prompt', () => {
    fc.assert(
      fc.property(requests, fc.nat(), (body, seed) => {
        const written = JSON.stringify(body[field])
        const texts = [...written.matchAll(/"text":"(?=[^"\\])/g)]
        const at = texts[seed % texts.length]
        if (at === undefined) return
        const end = at.index + at[0].length
        const changed = JSON.parse(`${written.slice(0, end)}§${written.slice(end)}`) as Json
        expect(promptOf(api, { ...body, [field]: changed })).not.toBe(promptOf(api, body))
      }),
    )
  })
})

import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { AssistantMessage, Format, Message, Part, Residue } from '../message/message.ts'
import { createCatalogue } from '../models/find-model.ts'
import { isSameModel } from '../models/is-same-model.ts'

/** A provider's format, and the model that will read the request. */
export interface Reader {
  readonly format: Format
  readonly model: string
}

/**
 * Removes what the reader's provider would refuse to receive again. Anything a person, a file or a tool brought along
 * does not belong there; of what a model said, the fields that its provider takes back stay.
 */
export function repeatable(messages: readonly Message[], reader: Reader): readonly Message[] {
  return messages.map((message) => {
    if (message.role !== 'assistant') return without(message, reader)
    const heard = takesThinking(reader) ? message.parts : message.parts.filter(({ type }) => type !== 'thinking')
    const parts = heard.map((part) => sieve(part, reader, partRules(part, message, reader)))
    return changed(sieve(message, reader, messageRules(message, reader)), parts)
  })
}

function without<M extends Exclude<Message, AssistantMessage>>(message: M, reader: Reader): M {
  const parts = message.parts.map((part) => sieve(part, reader, {}))
  return changed(sieve(message, reader, {}), parts)
}

/** The message itself where nothing had to go: what is counted once need not be counted again. */
function changed<M extends Message>(message: M, parts: readonly Part[]): M {
  const isSame = parts.length === message.parts.length && parts.every((part, i) => part === message.parts[i])
  return isSame ? message : ({ ...message, parts } as M)
}

type Test = (value: Json) => boolean
/** Fields that stay if they pass, by place in a residue. `true` represents a note on shape, which stays whole. */
type Rule = Readonly<Record<string, true | Readonly<Record<string, Test>>>>

function sieve<T extends { readonly residue?: Residue }>(piece: T, { format }: Reader, rule: Rule): T {
  const { residue, ...bare } = piece
  if (residue === undefined || residue.format !== format) return piece
  const fields = Object.fromEntries(
    Object.entries(residue.fields).flatMap(([place, value]) => stay(place, value, rule)),
  )
  if (Object.keys(fields).length === 0) return bare as T
  return { ...piece, residue: { format, fields } }
}

function stay(place: string, value: Json | undefined, rule: Rule): readonly (readonly [string, Json])[] {
  const tests = Object.hasOwn(rule, place) ? rule[place] : undefined
  if (value === undefined || tests === undefined) return []
  if (tests === true) return [[place, value]]
  const passing = Object.entries(isObject(value) ? value : {}).filter(
    ([name, field]) => field !== undefined && Object.hasOwn(tests, name) && tests[name]?.(field) === true,
  )
  return passing.length === 0 ? [] : [[place, Object.fromEntries(passing) as JsonObject]]
}

const isText: Test = (value) => typeof value === 'string'
const isStatus: Test = (value) => value === 'in_progress' || value === 'completed' || value === 'incomplete'
const begins =
  (...openings: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && openings.some((opening) => value.startsWith(opening))

/** The fields each API is known to take back in its own replies. Formats that are not APIs take nothing. */
const kept: Partial<Readonly<Record<Format, Partial<Readonly<Record<Part['type'], Rule>>>>>> = {
  anthropic: {
    text: { extra: { citations: isList } },
    'tool-call': { extra: { caller: isObject, toolset_name: isText } },
  },
  'openai-chat': {
    text: { place: true },
    thinking: { key: true },
    opaque: { place: true },
  },
  'openai-responses': {
    text: {
      untyped: true,
      opens: true,
      form: true,
      item: { id: begins('msg'), status: isStatus, phase: isText },
      extra: { annotations: isList, logprobs: isList },
    },
    thinking: {
      key: true,
      lengths: true,
      extra: { id: begins('rs'), status: isStatus, summary: isList, content: isList },
    },
    'tool-call': { extra: { id: begins('fc', 'ctc'), status: isStatus, namespace: isText } },
    opaque: { inside: true, opens: true },
  },
}

const models = createCatalogue()

/** Servers that follow OpenAI's Chat have fields of their own, which OpenAI itself refuses. */
function isOpenAi({ model }: Reader): boolean {
  return models.find(model)?.provider === 'openai'
}

function takesThinking(reader: Reader): boolean {
  return reader.format !== 'openai-chat' || !isOpenAi(reader)
}

/** Reasoning that Chat servers seal: only the model that wrote it can read it. */
function messageRules({ model }: AssistantMessage, reader: Reader): Rule {
  const isOwn = model !== undefined && isSameModel(model, reader.model)
  return reader.format === 'openai-chat' && isOwn ? { extra: { reasoning_details: isList } } : {}
}

/** An id names the reasoning an item followed, which other models do not see; without it the item stands alone. */
function withoutId(rule: Rule): Rule {
  return Object.fromEntries(
    Object.entries(rule).map(([place, tests]) => {
      if (tests === true || tests.id === undefined) return [place, tests]
      const { id: _, ...others } = tests
      return [place, others]
    }),
  )
}

/** Google's seals on calls must go back to it. */
function partRules(part: Part, { model }: AssistantMessage, reader: Reader): Rule {
  const rule = kept[reader.format]?.[part.type] ?? {}
  if (reader.format === 'openai-responses' && model !== undefined && !isSameModel(model, reader.model))
    return withoutId(rule)
  if (reader.format !== 'openai-chat' || part.type !== 'tool-call' || model === undefined) return rule
  const isTaken = isSameModel(model, reader.model) || !isOpenAi(reader)
  return isTaken ? { ...rule, extra: { extra_content: isObject } } : rule
}

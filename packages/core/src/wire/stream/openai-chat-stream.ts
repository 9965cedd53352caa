import { isList, isObject, type JsonObject, rest } from '../../json.ts'
import { type CallList, growCalls } from './chat-calls.ts'
import { growContent } from './chat-content.ts'
import { type FieldGrowth, grow, override } from './grow.ts'
import {
  emptyStream,
  finishStream,
  isIndex,
  laterUsage,
  noteError,
  objects,
  type StreamProtocol,
  type StreamState,
  slotFor,
} from './stream.ts'

/**
 * OpenAI Chat and the servers that speak it. Done when every choice has a `finish_reason`; usage that comes later
 * still counts. The `[DONE]` line is not JSON: the reader of the lines stops there.
 */
export const openaiChatStream: StreamProtocol = { start: emptyStream, step, finish: finishStream }

interface Choices {
  readonly choices: readonly JsonObject[]
  readonly slots: StreamState['slots']
}

/** Fields of a chunk that a whole reply has not, or has in another shape. */
const chunkOnly = ['object', 'choices', 'usage', 'obfuscation', 'error']
const choiceOnly = ['index', 'delta', 'message', 'logprobs', 'usage']

function step(state: StreamState, event: JsonObject): StreamState {
  const next = noteError(isList(event.choices) || isObject(event.usage) ? addChunk(state, event) : state, event)
  return objects(event.choices).reduce(noteChoiceError, next)
}

/** Gateways also report an error inside the choice that it ended, or only by how it ended. */
function noteChoiceError(state: StreamState, { error, finish_reason: reason }: JsonObject): StreamState {
  if (isObject(error)) return noteError(state, { error })
  if (reason !== 'error' && reason !== 'network_error') return state
  return noteError(state, { error: { type: 'server_error', message: `The answer ended early (${reason}).` } })
}

function addChunk(state: StreamState, chunk: JsonObject): StreamState {
  const before: Choices = { choices: objects(state.body?.choices), slots: state.slots }
  const { choices, slots } = objects(chunk.choices).reduce(addChoice, before)
  const usage = usageOf(chunk)
  const body = {
    ...override(state.body ?? {}, rest(chunk, chunkOnly) ?? {}),
    object: 'chat.completion',
    choices,
    ...(usage === undefined ? {} : { usage: laterUsage(state.body?.usage, usage) }),
  }
  return { ...state, body, slots, done: choices.length > 0 && choices.every(isFinished) }
}

/**
 * Counts are cumulative, so the last of each holds, and what is reported once, such as cache counts, stays; some
 * servers put them into the choice or their own field.
 */
function usageOf(chunk: JsonObject): JsonObject | undefined {
  const places = [chunk, ...objects(chunk.choices), ...objects([chunk.x_groq ?? null])]
  return places.map(({ usage }) => usage).find(isObject)
}

function isFinished({ finish_reason: reason }: JsonObject): boolean {
  return typeof reason === 'string' && reason !== ''
}

function addChoice(before: Choices, piece: JsonObject, position: number): Choices {
  if (!isObject(piece.delta) && !isObject(piece.message) && !isFinished(piece)) return before
  const index = isIndex(piece.index) ? piece.index : position
  const { choices, slots } = withChoice(before, index)
  const at = choices.findIndex((choice) => choice.index === index)
  const choice = choices[at] ?? {}
  const { message, calls } = takeMessage(choice, piece, slots[at] ?? [])
  const probed = grow(choice, 'logprobs' in piece ? { logprobs: piece.logprobs } : {}, growthOf)
  const grown = { ...override(probed, rest(piece, choiceOnly) ?? {}), message }
  return { choices: choices.with(at, grown), slots: slots.with(at, calls) }
}

function withChoice({ choices, slots }: Choices, index: number): Choices {
  if (choices.some((choice) => choice.index === index)) return { choices, slots }
  const at = slotFor(
    choices.map((choice) => Number(choice.index)),
    index,
  )
  const blank = { index, message: { role: 'assistant', content: null }, finish_reason: null }
  return { choices: choices.toSpliced(at, 0, blank), slots: slots.toSpliced(at, 0, []) }
}

interface Message {
  readonly message: JsonObject
  readonly calls: readonly number[]
}

/** A `message` beside the delta repeats what came before; alone it is a reply that was not streamed at all. */
function takeMessage(choice: JsonObject, { delta, message }: JsonObject, calls: readonly number[]): Message {
  const before = isObject(choice.message) ? choice.message : {}
  if (isObject(delta)) return growMessage(before, delta, calls)
  return { message: isObject(message) ? message : before, calls }
}

function growMessage(message: JsonObject, delta: JsonObject, slots: readonly number[]): Message {
  const before: CallList = { calls: objects(message.tool_calls), slots }
  const { calls, slots: indexes } = objects(delta.tool_calls).reduce(growCalls, before)
  const details = objects(delta.reasoning_details).reduce(growDetails, objects(message.reasoning_details))
  const grown = {
    ...grow(message, rest(delta, ['content', 'tool_calls', 'reasoning_details']) ?? {}, growthOf),
    content: growContent(message.content, delta.content),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
  }
  return { message: grown, calls: indexes }
}

/** Pieces of one detail share type and index; encrypted details come whole, several under one index. */
function growDetails(details: readonly JsonObject[], piece: JsonObject): readonly JsonObject[] {
  const isSame = ({ type, index }: JsonObject) => type === piece.type && index === piece.index
  const at = piece.type === 'reasoning.encrypted' ? -1 : details.findLastIndex(isSame)
  const detail = details[at]
  if (detail === undefined) return [...details, piece]
  const growth = (key: string) => (key === 'text' || key === 'summary' ? 'append' : 'replace')
  return details.with(at, grow(detail, piece, growth))
}

const growths: ReadonlyMap<string, FieldGrowth> = new Map<string, FieldGrowth>([
  ['role', 'replace'],
  ['id', 'replace'],
  ['name', 'replace'],
  ['logprobs', 'nest'],
  ['audio', 'nest'],
  ['function_call', 'nest'],
])

function growthOf(key: string): FieldGrowth {
  return growths.get(key) ?? 'append'
}

import { isObject, type JsonObject } from '../../json.ts'
import { append, override } from './grow.ts'
import {
  emptyStream,
  finishStream,
  isIndex,
  noteError,
  objects,
  type StreamProtocol,
  type StreamState,
  slotFor,
  typeOf,
} from './stream.ts'

/** OpenAI Responses. The last event carries the whole reply and wins; without it, the items so far are what remains. */
export const openaiResponsesStream: StreamProtocol = { start: emptyStream, step, finish: finishStream }

type Edit = (value: JsonObject) => JsonObject
type List = 'content' | 'summary' | 'annotations'

/** The text that a family of events (`<name>.delta`, `<name>.done`) builds: in an item of `type`, or in a part of it. */
interface Channel {
  readonly type: string
  readonly field: string
  readonly list?: List
  /** The initial value of a part that no event announced. */
  readonly blank?: JsonObject
}

const channels: ReadonlyMap<string, Channel> = new Map<string, Channel>([
  ['output_text', { type: 'message', field: 'text', list: 'content', blank: { type: 'output_text', annotations: [] } }],
  ['refusal', { type: 'message', field: 'refusal', list: 'content', blank: { type: 'refusal' } }],
  ['reasoning_text', { type: 'reasoning', field: 'text', list: 'content', blank: { type: 'reasoning_text' } }],
  ['reasoning_summary_text', { type: 'reasoning', field: 'text', list: 'summary', blank: { type: 'summary_text' } }],
  ['function_call_arguments', { type: 'function_call', field: 'arguments' }],
  ['custom_tool_call_input', { type: 'custom_tool_call', field: 'input' }],
  ['mcp_call_arguments', { type: 'mcp_call', field: 'arguments' }],
  ['code_interpreter_call_code', { type: 'code_interpreter_call', field: 'code' }],
])

const ends: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

function step(state: StreamState, event: JsonObject): StreamState {
  if (state.done) return state
  switch (typeOf(event)) {
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return takeResponse(state, event)
    case 'response.output_item.added':
      return takeItem(state, event, 'added')
    case 'response.output_item.done':
      return takeItem(state, event, 'done')
    case 'response.content_part.added':
    case 'response.content_part.done':
      return editItem(state, event, (item) => setIn(item, 'content', event.content_index, event.part))
    case 'response.reasoning_summary_part.added':
    case 'response.reasoning_summary_part.done':
      return editItem(state, event, (item) => setIn(item, 'summary', event.summary_index, event.part))
    case 'response.output_text.annotation.added':
      return editItem(state, event, (item) => annotate(item, event))
  }
  return takeText(noteError(state, event), event)
}

/** Some servers leave `output` empty in the last event although they streamed items: then the items stay. */
function takeResponse(state: StreamState, event: JsonObject): StreamState {
  const { response } = event
  if (!isObject(response)) return { ...state, done: state.body !== undefined && ends.has(event.type) }
  const output = objects(response.output)
  const items = output.length > 0 ? output : objects(state.body?.output)
  const slots = output.length > 0 ? [output.map((_, index) => index)] : state.slots
  const next = { ...state, body: { ...response, output: items }, slots, done: ends.has(event.type) }
  if (event.type !== 'response.failed') return next
  return noteError(next, event, isObject(response.error) ? response.error : {})
}

/** An item announced under an index that another item already has is a further one; a finished item replaces its draft. */
function takeItem(state: StreamState, event: JsonObject, moment: 'added' | 'done'): StreamState {
  const { output_index: index, item } = event
  const {
    body,
    slots: [slots = []],
  } = state
  if (body === undefined || !isIndex(index) || !isObject(item)) return state
  const output = objects(body.output)
  const known = findItem(state, index, item.id)
  if (known >= 0 && (moment === 'done' || output[known]?.id === item.id)) {
    return { ...state, body: { ...body, output: output.with(known, item) } }
  }
  const at = slotFor(slots, index)
  return { ...state, body: { ...body, output: output.toSpliced(at, 0, item) }, slots: [slots.toSpliced(at, 0, index)] }
}

/** The index decides and the id only chooses among equal ones, since there are servers that change ids as they go. */
function findItem({ body, slots: [slots = []] }: StreamState, index: number, id: unknown): number {
  const output = objects(body?.output)
  const exact = slots.findLastIndex((slot, at) => slot === index && output[at]?.id === id)
  return exact >= 0 ? exact : slots.lastIndexOf(index)
}

function editItem(state: StreamState, event: JsonObject, edit: Edit): StreamState {
  const { body } = state
  if (body === undefined || !isIndex(event.output_index)) return state
  const output = objects(body.output)
  const at = findItem(state, event.output_index, event.item_id)
  const item = output[at]
  return item === undefined ? state : { ...state, body: { ...body, output: output.with(at, edit(item)) } }
}

function takeText(state: StreamState, event: JsonObject): StreamState {
  const [, family = '', moment = ''] = typeOf(event).split('.')
  const channel = channels.get(family)
  if (channel === undefined || !['delta', 'done'].includes(moment)) return state
  const { field } = channel
  const [text, put] = moment === 'delta' ? [event.delta, append] : [event[field], override]
  if (typeof text !== 'string') return state
  return editItem(state, event, (item) => writeText(item, event, channel, (holder) => put(holder, { [field]: text })))
}

function writeText(item: JsonObject, event: JsonObject, channel: Channel, write: Edit): JsonObject {
  const { type, list, field, blank } = channel
  if (item.type !== type) return item
  if (list === undefined) return write(item)
  const index = list === 'summary' ? event.summary_index : event.content_index
  const part = isIndex(index) ? objects(item[list])[index] : undefined
  return setIn(item, list, index, write(part ?? { ...blank, [field]: '' }))
}

function annotate(item: JsonObject, event: JsonObject): JsonObject {
  const part = isIndex(event.content_index) ? objects(item.content)[event.content_index] : undefined
  if (part === undefined) return item
  return setIn(
    item,
    'content',
    event.content_index,
    setIn(part, 'annotations', event.annotation_index, event.annotation),
  )
}

/** Sets an entry of a list inside an object; an index beyond the end means one more. */
function setIn(holder: JsonObject, list: List, index: unknown, entry: unknown): JsonObject {
  const entries = objects(holder[list])
  if (!Number.isSafeInteger(index) || Number(index) < 0 || !isObject(entry)) return holder
  const at = Math.min(Number(index), entries.length)
  return { ...holder, [list]: entries.toSpliced(at, 1, entry) }
}

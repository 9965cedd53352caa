import { isObject, type JsonObject, parseJson, rest } from '../../json.ts'
import { append, override } from './grow.ts'
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
  typeOf,
} from './stream.ts'

/**
 * Anthropic Messages. The input of a call that is still arriving, or that never became JSON, is raw text in the
 * block's `partial_json` beside `input`; a finished call has no such field.
 */
export const anthropicStream: StreamProtocol = { start: emptyStream, step, finish: finishStream }

function step(state: StreamState, event: JsonObject): StreamState {
  if (state.done) return state
  switch (typeOf(event)) {
    case 'message_start':
      return startMessage(state, event)
    case 'content_block_start':
      return startBlock(state, event)
    case 'content_block_delta':
      return isObject(event.delta) ? editBlock(state, event, growBy(event.delta)) : state
    case 'content_block_stop':
      return editBlock(state, event, settleInput)
    case 'message_delta':
      return changeMessage(state, event)
    case 'message_stop':
      return stopMessage(state)
  }
  return noteError(state, event)
}

function startMessage(state: StreamState, { message }: JsonObject): StreamState {
  if (state.body !== undefined || !isObject(message)) return state
  const content = objects(message.content)
  return { ...state, body: { ...message, content }, slots: [content.map((_, index) => index)] }
}

function startBlock(state: StreamState, { index, content_block: block }: JsonObject): StreamState {
  const {
    body,
    slots: [slots = []],
  } = state
  if (body === undefined || !isIndex(index) || !isObject(block)) return state
  const at = slotFor(slots, index)
  const content = objects(body.content).toSpliced(at, 0, block)
  return { ...state, body: { ...body, content }, slots: [slots.toSpliced(at, 0, index)] }
}

function editBlock(state: StreamState, { index }: JsonObject, edit: (block: JsonObject) => JsonObject): StreamState {
  const {
    body,
    slots: [slots = []],
  } = state
  if (body === undefined || !isIndex(index)) return state
  const content = objects(body.content)
  const at = slots.lastIndexOf(index)
  const block = content[at]
  return block === undefined ? state : { ...state, body: { ...body, content: content.with(at, edit(block)) } }
}

/** Of a known delta only the field of the block counts; all fields of an unknown one are appended to the block. */
function growBy(delta: JsonObject): (block: JsonObject) => JsonObject {
  switch (typeOf(delta)) {
    case 'text_delta':
      return growText('text', delta)
    case 'thinking_delta':
      return growText('thinking', delta)
    case 'input_json_delta':
      return growText('partial_json', delta)
    case 'signature_delta':
      return (block) => override(block, { signature: delta.signature })
    case 'citations_delta':
      return (block) => (isObject(delta.citation) ? append(block, { citations: [delta.citation] }) : block)
  }
  return (block) => append(block, rest(delta, ['type']) ?? {})
}

function growText(field: string, { [field]: text }: JsonObject): (block: JsonObject) => JsonObject {
  return (block) => (typeof text === 'string' ? append(block, { [field]: text }) : block)
}

function settleInput(block: JsonObject): JsonObject {
  const { partial_json: text, ...settled } = block
  if (typeof text !== 'string') return block
  const input = text === '' ? (settled.input ?? {}) : parseJson(text)
  return input === undefined ? block : { ...settled, input }
}

/** Fields beside `delta` belong to the message too, `context_management` for one. */
function changeMessage(state: StreamState, event: JsonObject): StreamState {
  if (state.body === undefined) return state
  const { delta, usage } = event
  const beside = override(state.body, rest(event, ['type', 'delta', 'content', 'usage']) ?? {})
  const changed = isObject(delta) ? override(beside, rest(delta, ['type', 'content', 'usage']) ?? {}) : beside
  if (!isObject(usage)) return { ...state, body: changed }
  return { ...state, body: { ...changed, usage: laterUsage(changed.usage, usage) } }
}

/** Settles again what lacked its own stop. */
function stopMessage(state: StreamState): StreamState {
  if (state.body === undefined) return state
  return { ...state, done: true, body: { ...state.body, content: objects(state.body.content).map(settleInput) } }
}

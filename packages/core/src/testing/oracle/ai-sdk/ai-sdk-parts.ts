import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkShape, type Shape } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { aiSdkWording, refuseSdk } from './ai-sdk-rules.ts'

const call: Shape = { toolCallId: 'string', toolName: 'string' }

const partShapes: Readonly<Record<string, Shape>> = {
  text: { text: 'string' },
  image: { image: 'string', 'mediaType?': 'string' },
  file: { data: 'string', mediaType: 'string', 'filename?': 'string' },
  reasoning: { text: 'string' },
  'tool-call': { ...call, input: 'any', 'providerExecuted?': 'boolean' },
  'tool-result': { ...call, output: 'any' },
  'tool-approval-request': { approvalId: 'string', toolCallId: 'string', 'signature?': 'string' },
  'tool-approval-response': { approvalId: 'string', approved: 'boolean', 'reason?': 'string' },
}

/** The parts that each role may use in a list. */
export const partsOf: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'file'],
  assistant: ['text', 'file', 'reasoning', 'tool-call', 'tool-result', 'tool-approval-request'],
  tool: ['tool-result', 'tool-approval-response'],
}

/** Judges one part of a message's content. */
export function* checkPart(part: Json, path: string, role: string): Generator<Violation> {
  const type = isObject(part) ? show(part.type) : typeof part
  const allowed = partsOf[role] ?? []
  if (!isObject(part) || !allowed.includes(type)) {
    yield refuseSdk(path, 'part-type', `a ${role} message takes ${allowed.join(', ')}, not '${type}'.`)
    return
  }
  yield* checkFields(part, path, partShapes[type] ?? {})
  if (!type.startsWith('tool-approval')) yield* checkOptions(part.providerOptions, path)
  if (type === 'tool-result' && part.output !== undefined) yield* checkOutput(part.output, `${path}.output`)
}

/** The schema drops fields that it does not know, so they are no fault. */
export function* checkFields(value: JsonObject, path: string, shape: Shape): Generator<Violation> {
  for (const fault of checkShape(value, path, shape, aiSdkWording)) {
    if (fault.rule !== 'unknown-field') yield fault
  }
}

/** Options are kept by provider: an object of objects. */
export function* checkOptions(options: Json | undefined, path: string): Generator<Violation> {
  if (options === undefined || (isObject(options) && Object.values(options).every(isObject))) return
  yield refuseSdk(`${path}.providerOptions`, 'provider-options', 'expected an object of one object per provider.')
}

const outputShapes: Readonly<Record<string, Shape>> = {
  text: { value: 'string' },
  json: { value: 'any' },
  'execution-denied': { 'reason?': 'string' },
  'error-text': { value: 'string' },
  'error-json': { value: 'any' },
  content: { value: 'list' },
}

function* checkOutput(output: Json, path: string): Generator<Violation> {
  const type = isObject(output) ? show(output.type) : typeof output
  const shape = Object.hasOwn(outputShapes, type) ? outputShapes[type] : undefined
  if (!isObject(output) || shape === undefined) {
    yield refuseSdk(path, 'tool-output', `expected an output of type ${Object.keys(outputShapes).join(', ')}.`)
    return
  }
  yield* checkFields(output, path, shape)
  if (type !== 'content') yield* checkOptions(output.providerOptions, path)
  else if (isList(output.value)) {
    for (const [i, item] of output.value.entries()) yield* checkOutputItem(item, `${path}.value[${i}]`)
  }
}

const bytes: Shape = { data: 'string', mediaType: 'string' }
const itemShapes: Readonly<Record<string, Shape>> = {
  text: { text: 'string' },
  media: bytes,
  'file-data': { ...bytes, 'filename?': 'string' },
  'file-url': { url: 'string', 'mediaType?': 'string' },
  'file-id': { fileId: 'any' },
  'image-data': bytes,
  'image-url': { url: 'string' },
  'image-file-id': { fileId: 'any' },
  custom: {},
}

function* checkOutputItem(item: Json, path: string): Generator<Violation> {
  const type = isObject(item) ? show(item.type) : typeof item
  const shape = Object.hasOwn(itemShapes, type) ? itemShapes[type] : undefined
  if (!isObject(item) || shape === undefined) {
    yield refuseSdk(path, 'tool-output', `expected an item of type ${Object.keys(itemShapes).join(', ')}.`)
    return
  }
  yield* checkFields(item, path, shape)
  if (type !== 'media') yield* checkOptions(item.providerOptions, path)
  if (type.endsWith('file-id') || type === 'file-id') yield* checkFileId(item.fileId, `${path}.fileId`)
}

function* checkFileId(id: Json | undefined, path: string): Generator<Violation> {
  const named = isObject(id) && Object.values(id).every((value) => typeof value === 'string')
  if (id === undefined || typeof id === 'string' || named) return
  yield refuseSdk(path, 'tool-output', 'expected a string, or an object of one string per provider.')
}

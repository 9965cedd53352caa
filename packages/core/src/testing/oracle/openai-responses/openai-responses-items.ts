import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkCallId, checkFunction } from '../openai/openai-calls.ts'
import { openAiWording } from '../openai/openai-rules.ts'
import { checkShape } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { checkContent, checkOutput } from './openai-responses-content.ts'
import { refuseItem } from './openai-responses-rules.ts'
import { isHostedItem, itemShapes, itemType } from './openai-responses-shapes.ts'

/** Judges one input item by itself. */
export function* checkItem(value: Json, path: string): Generator<Violation> {
  const type = isObject(value) ? itemType(value) : typeof value
  const shape = isObject(value) && Object.hasOwn(itemShapes, type) ? itemShapes[type] : undefined
  if (!isObject(value) || (shape === undefined && !isHostedItem(type))) {
    yield refuseItem(path, 'item-type', `Invalid value: '${type}' in '${path}': no input item has this type.`)
    return
  }
  if (shape === undefined) return
  yield* checkShape(value, path, shape, openAiWording)
  yield* checkId(value, type, path)
  yield* checkStatus(value, type, path)
  yield* checkers[type]?.(value, path) ?? []
}

const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  custom_tool_call: 'ctc',
  reasoning: 'rs',
}

function* checkId({ id }: JsonObject, type: string, path: string): Generator<Violation> {
  const prefix = prefixes[type]
  if (id === undefined || id === null || prefix === undefined) return
  if (typeof id === 'string' && id.startsWith(prefix)) return
  const fault = `'${show(id)}'. Expected an ID that begins with '${prefix}'. Leave the field out if there is none.`
  yield refuseItem(`${path}.id`, 'item-id', `Invalid '${path}.id': ${fault}`)
}

function* checkStatus({ status }: JsonObject, type: string, path: string): Generator<Violation> {
  if (status === undefined || (status === null && type !== 'reasoning')) return
  if (['in_progress', 'completed', 'incomplete'].some((known) => known === status)) return
  yield refuseItem(`${path}.status`, 'item-status', `Invalid value: '${show(status)}' in '${path}.status'.`)
}

const checkers: Readonly<Record<string, (item: JsonObject, path: string) => Iterable<Violation>>> = {
  message: checkMessage,
  function_call: checkCall,
  custom_tool_call: checkCall,
  function_call_output: checkAnswer,
  custom_tool_call_output: checkAnswer,
  reasoning: checkReasoning,
}

const roles = ['user', 'assistant', 'system', 'developer']

function* checkMessage({ role, content }: JsonObject, path: string): Generator<Violation> {
  if (typeof role === 'string' && roles.includes(role)) yield* checkContent(content, `${path}.content`, role)
  else if (role !== undefined) {
    const fault = `Invalid value: '${show(role)}' in '${path}.role'. Supported values are: ${roles.join(', ')}.`
    yield refuseItem(`${path}.role`, 'role', fault)
  }
}

function* checkCall(call: JsonObject, path: string): Generator<Violation> {
  if (call.call_id !== undefined) yield* checkAnyCallId(call, path)
  yield* checkFunction(call, path, 128)
}

function* checkAnswer(answer: JsonObject, path: string): Generator<Violation> {
  if (answer.call_id !== undefined) yield* checkAnyCallId(answer, path)
  yield* checkOutput(answer.output, `${path}.output`)
}

const checkAnyCallId = ({ call_id: id }: JsonObject, path: string) =>
  checkCallId({ id, idPath: `${path}.call_id`, maxIdChars: 64 })

function* checkReasoning(item: JsonObject, path: string): Generator<Violation> {
  const { id, summary, encrypted_content: seal } = item
  if (summary !== undefined && !(isList(summary) && summary.every(isSummary))) {
    const fault = `Invalid '${path}.summary': expected a list of {"type": "summary_text", "text": string}.`
    yield refuseItem(`${path}.summary`, 'reasoning-summary', fault)
  }
  if (typeof id !== 'string' && !(typeof seal === 'string' && seal !== '')) {
    const fault = `Invalid '${path}': a reasoning item needs its 'encrypted_content' or the 'id' it is stored under.`
    yield refuseItem(path, 'reasoning-seal', fault)
  }
}

const isSummary = (part: Json) =>
  isObject(part) && part.type === 'summary_text' && typeof part.text === 'string' && Object.keys(part).length === 2

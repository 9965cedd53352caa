import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { openAiResponsesBody } from '../openai/openai-bodies.ts'
import { checkBreakpoints } from '../openai/openai-cache.ts'
import { invalidString, openAiWording } from '../openai/openai-rules.ts'
import { checkOpenAiTools } from '../openai/openai-tools.ts'
import { checkShape } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { brokenStrings } from '../well-formed.ts'
import { checkItem } from './openai-responses-items.ts'
import { checkPairs, type PlacedItem } from './openai-responses-pairing.ts'
import { checkReasoning } from './openai-responses-reasoning.ts'
import { type OpenAiResponsesOracleOptions, refuseItem } from './openai-responses-rules.ts'
import { isHostedTool, itemType } from './openai-responses-shapes.ts'

/** All reasons for which OpenAI's Responses API would refuse a request body, or a bare list of its input items. */
export function checkOpenAiResponses(body: Json, options: OpenAiResponsesOracleOptions = {}): readonly Violation[] {
  const request = isList(body) ? { input: body } : body
  if (isObject(request)) return [...checkRequest(request, options)]
  return [refuseItem('', 'body-type', 'Invalid body: expected an object or a list of input items.')]
}

function* checkRequest(body: JsonObject, options: OpenAiResponsesOracleOptions): Generator<Violation> {
  const { complete = false } = options
  const model = options.model ?? (typeof body.model === 'string' ? body.model : undefined)
  for (const path of brokenStrings(body, '', (list, i) => `${list}[${i}]`)) {
    yield refuseItem(path, 'lone-surrogate', `${invalidString} See '${path}'.`)
  }
  yield* checkShape(body, '', openAiResponsesBody, openAiWording)
  yield* checkEnvelope(body, complete)
  yield* checkOpenAiTools(body.tools, { nested: false, maxNameChars: 128, isHosted: isHostedTool })
  const input = isList(body.input) ? body.input : []
  for (const [i, item] of input.entries()) yield* checkItem(item, `input[${i}]`)
  const items = input.flatMap((item, index) => (isObject(item) ? [{ item, path: `input[${index}]`, index }] : []))
  yield* checkIds(items)
  yield* checkTriggers(items, input.length)
  yield* checkPairs(items, { complete, continued: isContinued(body) })
  yield* checkReasoning(items, body, { ...options, ...(model === undefined ? {} : { model }) })
  yield* checkBreakpoints(items.flatMap(partsOf))
}

const isContinued = (body: JsonObject) =>
  ['previous_response_id', 'conversation'].some((field) => (body[field] ?? undefined) !== undefined)

function* checkEnvelope(body: JsonObject, complete: boolean): Generator<Violation> {
  const { input, model } = body
  if (typeof input !== 'string' && !isList(input) && !(isContinued(body) && input === undefined)) {
    yield refuseItem('input', 'input-missing', "Missing required parameter: 'input', a string or a list of items.")
  } else if (input !== undefined && input.length === 0 && !isContinued(body)) {
    yield refuseItem('input', 'input-empty', "Invalid 'input': it is empty. Expected at least one item.")
  }
  if (complete && (typeof model !== 'string' || model === '')) {
    yield refuseItem('model', 'model-missing', openAiWording.missing('model'))
  }
}

function* checkIds(items: readonly PlacedItem[]): Generator<Violation> {
  const seen = new Set<string>()
  for (const { item, path } of items) {
    if (typeof item.id !== 'string') continue
    if (seen.has(item.id)) {
      const fault = `Duplicate item found with id ${item.id} in '${path}'. Remove it and try again.`
      yield refuseItem(path, 'item-id-unique', fault)
    }
    seen.add(item.id)
  }
}

/** A request for a compaction must come last. */
function* checkTriggers(items: readonly PlacedItem[], length: number): Generator<Violation> {
  for (const { item, path, index } of items) {
    if (itemType(item) !== 'compaction_trigger' || index === length - 1) continue
    const fault = `Invalid '${path}': 'compaction_trigger' must be the final input item.`
    yield refuseItem(path, 'compaction-trigger-last', fault)
  }
}

function partsOf({ item, path }: PlacedItem) {
  const [field, list] = isList(item.content) ? ['content', item.content] : ['output', item.output]
  if (!isList(list)) return []
  return list.flatMap((part, i) => (isObject(part) ? [{ part, path: `${path}.${show(field)}[${i}]` }] : []))
}

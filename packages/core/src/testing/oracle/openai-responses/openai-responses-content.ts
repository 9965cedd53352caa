import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkDetail, checkImageUrl } from '../openai/openai-media.ts'
import { openAiWording } from '../openai/openai-rules.ts'
import { checkShape, type Shape, typed } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { type OpenAiResponsesRule, refuseItem } from './openai-responses-rules.ts'

const mark: Shape = { ...typed, 'prompt_cache_breakpoint?': 'any' }
const shapes: Readonly<Record<string, Shape>> = {
  input_text: { ...mark, text: 'string' },
  input_image: { ...mark, 'image_url?': 'any', 'file_id?': 'text|null', 'detail?': 'any' },
  input_file: {
    ...mark,
    'file_id?': 'text|null',
    'file_data?': 'text',
    'file_url?': 'text',
    'filename?': 'string',
    'detail?': 'any',
  },
  input_audio: { ...typed, input_audio: 'object' },
  output_text: { ...typed, text: 'string', 'annotations?': 'list', 'logprobs?': 'list' },
  refusal: { ...typed, refusal: 'string' },
}

const inputParts = ['input_text', 'input_image', 'input_file']

/** Judges what a message of this role says. */
export function* checkContent(content: Json | undefined, path: string, role: string): Generator<Violation> {
  if (typeof content === 'string' || content === undefined) return
  const allowed = role === 'assistant' ? ['output_text', 'refusal'] : [...inputParts, 'input_audio']
  if (isList(content)) yield* checkParts(content, path, { allowed, rule: 'content-part-type' })
  else yield { path, rule: 'field-type', message: openAiWording.wrong(path, 'string or list') }
}

/** Judges what a tool answered. */
export function* checkOutput(output: Json | undefined, path: string): Generator<Violation> {
  if (typeof output === 'string' || output === undefined) return
  if (isList(output)) yield* checkParts(output, path, { allowed: inputParts, rule: 'output-content' })
  else yield refuseItem(path, 'output-content', openAiWording.wrong(path, 'string or list of content parts'))
}

interface Allowed {
  readonly allowed: readonly string[]
  readonly rule: OpenAiResponsesRule
}

function* checkParts(parts: readonly Json[], path: string, { allowed, rule }: Allowed): Generator<Violation> {
  if (parts.length === 0) {
    yield refuseItem(path, 'content-empty', `Invalid '${path}': empty array. Expected at least one content part.`)
  }
  for (const [i, part] of parts.entries()) {
    const at = `${path}[${i}]`
    const type = isObject(part) ? show(part.type) : typeof part
    if (isObject(part) && allowed.includes(type)) yield* checkPart(part, type, at)
    else yield refuseItem(at, rule, `Invalid value: '${type}' in '${at}'. Supported values are: ${allowed.join(', ')}.`)
  }
}

function* checkPart(part: JsonObject, type: string, path: string): Generator<Violation> {
  yield* checkShape(part, path, shapes[type] ?? {}, openAiWording)
  if (type === 'input_image') yield* checkImage(part, path)
  if (type !== 'input_file') return
  const sources = [part.file_id, part.file_data, part.file_url].filter((source) => (source ?? undefined) !== undefined)
  if (sources.length === 1) return
  yield refuseItem(path, 'file-source', `Invalid '${path}': expected one of 'file_id', 'file_data' and 'file_url'.`)
}

function* checkImage({ image_url: url, file_id: file, detail }: JsonObject, path: string): Generator<Violation> {
  if ((url ?? undefined) !== undefined || (file ?? undefined) === undefined) {
    yield* checkImageUrl(url, `${path}.image_url`)
  }
  yield* checkDetail(detail, `${path}.detail`)
}

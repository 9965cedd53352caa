import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkDetail, checkImageUrl } from '../openai/openai-media.ts'
import { openAiWording } from '../openai/openai-rules.ts'
import { checkShape, type Shape, typed } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { type ChatDialect, refuseChat } from './openai-chat-rules.ts'

const text = ['text']
const partsOf: Readonly<Record<string, readonly string[]>> = {
  system: text,
  developer: text,
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: text,
  function: [],
}

const shapes: Readonly<Record<string, Shape>> = {
  text: { text: 'string' },
  refusal: { refusal: 'string' },
  image_url: { image_url: 'object' },
  input_audio: { input_audio: 'object' },
  file: { file: 'object' },
}

/** The role of a message, and the variant of its format. */
export interface Speaker {
  readonly role: string
  readonly dialect: ChatDialect
}

/** Judges a list of content parts. */
export function* checkParts(parts: readonly Json[], path: string, speaker: Speaker): Generator<Violation> {
  if (parts.length === 0) {
    yield refuseChat(path, 'content-empty', `Invalid '${path}': empty array. Expected at least one content part.`)
  }
  for (const [i, part] of parts.entries()) yield* checkPart(part, `${path}[${i}]`, speaker)
}

function* checkPart(part: Json, path: string, { role, dialect }: Speaker): Generator<Violation> {
  const type = isObject(part) ? show(part.type) : typeof part
  const allowed = partsOf[role] ?? []
  if (type === 'image_url' && role !== 'user') {
    const fault = `Image URLs are only allowed for messages with role 'user', not '${role}'.`
    yield refuseChat(path, 'image-role', `Invalid '${path}'. ${fault}`)
    return
  }
  if (!isObject(part) || !allowed.includes(type)) {
    const fault = `Invalid value: '${type}' in '${path}.type'. Supported values are: ${allowed.join(', ')}.`
    yield refuseChat(path, 'content-part-type', fault)
    return
  }
  // Markers are judged over the whole request, wherever this dialect takes them.
  const mark: Shape = dialect === 'openai' ? { 'prompt_cache_breakpoint?': 'any' } : {}
  yield* checkShape(part, path, { ...shapes[type], ...typed, ...mark, 'cache_control?': 'any' }, openAiWording)
  yield* checkers[type]?.(part, path) ?? []
}

const checkers: Readonly<Record<string, (part: JsonObject, path: string) => Iterable<Violation>>> = {
  text: checkText,
  image_url: checkImage,
  input_audio: checkAudio,
  file: checkFile,
}

function* checkText(part: JsonObject, path: string): Generator<Violation> {
  if (part.text === '') yield refuseChat(path, 'text-empty', `Invalid '${path}.text': text content is empty.`)
}

function* checkImage({ image_url: image }: JsonObject, path: string): Generator<Violation> {
  if (!isObject(image)) return
  const at = `${path}.image_url`
  yield* checkShape(image, at, { url: 'any', 'detail?': 'any' }, openAiWording)
  if (image.url !== undefined) yield* checkImageUrl(image.url, `${at}.url`)
  yield* checkDetail(image.detail, `${at}.detail`)
}

function* checkAudio({ input_audio: audio }: JsonObject, path: string): Generator<Violation> {
  if (!isObject(audio)) return
  const at = `${path}.input_audio`
  yield* checkShape(audio, at, { data: 'text', format: 'any' }, openAiWording)
  if (audio.format !== undefined && audio.format !== 'wav' && audio.format !== 'mp3') {
    yield refuseChat(`${at}.format`, 'audio-format', `Supported values of '${at}.format' are: 'wav' and 'mp3'.`)
  }
}

function* checkFile({ file }: JsonObject, path: string): Generator<Violation> {
  if (!isObject(file)) return
  const at = `${path}.file`
  const shape: Shape = { 'file_id?': 'text', 'file_data?': 'text', 'filename?': 'string' }
  yield* checkShape(file, at, shape, openAiWording)
  if ((file.file_id === undefined) === (file.file_data === undefined)) {
    yield refuseChat(at, 'file-source', `Invalid '${at}': expected one of 'file_id' and 'file_data'.`)
  }
}

/** The parts of a message's content; none when it is plain text. */
export function partsIn(content: Json | undefined): readonly Json[] {
  return isList(content) ? content : []
}

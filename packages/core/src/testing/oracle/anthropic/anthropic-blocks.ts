import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkShape, typed } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { checkDocument, checkImage } from './anthropic-media.ts'
import { anthropicWording, violationOf } from './anthropic-rules.ts'
import { anthropicShapes, openBlocks } from './anthropic-shapes.ts'

/** Judges one content block by itself: its type, its fields and what they hold. */
export function* checkBlock(block: Json, path: string): Generator<Violation> {
  const type = isObject(block) ? block.type : undefined
  if (!isObject(block) || typeof type !== 'string' || !isKnown(type)) {
    yield violationOf(path, 'block-type', `Input tag '${show(type)}' does not match any of the expected block types.`)
    return
  }
  const shape = anthropicShapes[type]
  if (shape === undefined) return
  yield* checkShape(block, path, { ...shape, ...typed }, anthropicWording)
  yield* checkers[type]?.(block, path) ?? []
}

const isKnown = (type: string) => Object.hasOwn(anthropicShapes, type) || openBlocks.includes(type)

const checkers: Readonly<Record<string, (block: JsonObject, path: string) => Iterable<Violation>>> = {
  text: checkText,
  image: checkImage,
  document: checkDocument,
  search_result: checkSearchResult,
  thinking: checkThinking,
  redacted_thinking: checkRedacted,
  tool_use: checkToolUse,
  tool_result: checkToolResult,
}

/** A marker on empty text is another rule's business: the API names that fault instead. */
export function* checkText({ text, cache_control: marker }: JsonObject, path: string): Generator<Violation> {
  if (text === '' && (marker === undefined || marker === null)) {
    yield violationOf(path, 'text-empty', 'text content blocks must be non-empty. Drop the block.')
  } else if (typeof text === 'string' && text !== '' && text.trim() === '') {
    yield violationOf(path, 'text-blank', 'text content blocks must contain non-whitespace text. Drop the block.')
  }
}

function* checkSearchResult({ content }: JsonObject, path: string): Generator<Violation> {
  if (!isList(content)) return
  for (const [i, block] of content.entries()) {
    const at = `${path}.content.${i}`
    if (isObject(block) && block.type === 'text') yield* checkBlock(block, at)
    else yield violationOf(at, 'block-type', 'a search result holds text blocks only.')
  }
}

function* checkThinking({ signature }: JsonObject, path: string): Generator<Violation> {
  if (typeof signature !== 'string' || signature === '') {
    yield violationOf(`${path}.signature`, 'thinking-signature', 'Field required: replay the block as it was received.')
  }
}

function* checkRedacted({ data }: JsonObject, path: string): Generator<Violation> {
  if (typeof data !== 'string' || data === '') {
    yield violationOf(`${path}.data`, 'redacted-data', 'Field required: replay the block as it was received.')
  }
}

function* checkToolUse({ id, name, input }: JsonObject, path: string): Generator<Violation> {
  if (id !== undefined && !(typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id))) {
    yield violationOf(`${path}.id`, 'tool-use-id', "String should match pattern '^[a-zA-Z0-9_-]+$'.")
  }
  if (name !== undefined && !isToolName(name)) {
    yield violationOf(`${path}.name`, 'tool-use-name', "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'.")
  }
  if (input !== undefined && !isObject(input)) {
    yield violationOf(`${path}.input`, 'tool-use-input', 'Input should be a valid dictionary. Send {} for no input.')
  }
}

export function isToolName(name: unknown): boolean {
  return typeof name === 'string' && /^[a-zA-Z0-9_-]{1,128}$/.test(name)
}

const resultTypes = ['text', 'image', 'document', 'search_result', 'tool_reference']

function* checkToolResult({ content }: JsonObject, path: string): Generator<Violation> {
  if (content === undefined || typeof content === 'string') return
  const at = `${path}.content`
  if (!isList(content)) {
    yield violationOf(at, 'tool-result-content', 'Input should be a valid string or list of blocks.')
    return
  }
  for (const [i, block] of content.entries()) {
    const type = isObject(block) ? show(block.type) : typeof block
    if (resultTypes.includes(type)) yield* checkBlock(block, `${at}.${i}`)
    else yield violationOf(`${at}.${i}`, 'tool-result-content', `'${type}' does not match ${resultTypes.join(', ')}.`)
  }
}

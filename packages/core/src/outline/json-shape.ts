import { endOfString } from '../json.ts'
import { sliceWhole } from '../text/slice-whole.ts'

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'

/** What all values at one path of a JSON text have in common; filled while the text is scanned. */
export interface JsonShape {
  /** Offset of the first of them. */
  readonly at: number
  readonly types: Map<JsonType, number>
  readonly keys: Map<string, JsonShape>
  /** The values of all keys beyond those that are kept. */
  others?: JsonShape
  /** Most keys that one object has. */
  mostKeys: number
  item?: JsonShape
  fewestItems: number
  mostItems: number
  /** Where some elements of the first array begin: the index of each, and its offset. */
  readonly marks: Map<number, number>
  readonly examples: Set<string>
}

export function emptyShape(at: number): JsonShape {
  return {
    at,
    types: new Map(),
    keys: new Map(),
    mostKeys: 0,
    fewestItems: Number.POSITIVE_INFINITY,
    mostItems: 0,
    marks: new Map(),
    examples: new Set(),
  }
}

/** Where a scan ended: after a value, at the end of a text that was cut, or before what is not JSON. */
export interface JsonScan {
  readonly end: number
  readonly outcome: 'whole' | 'cut' | 'broken'
}

interface Frame {
  readonly shape: JsonShape | undefined
  readonly isObject: boolean
  next: 'key' | 'key-or-end' | 'value' | 'value-or-end' | 'comma-or-end'
  key: string
  size: number
}

/** Deeper values are passed over, and still checked. */
const mostShapeLevels = 16
/** An object with more keys is a dictionary: the values of those beyond are one shape. */
const mostShapeKeys = 40
/** The most lenient parsers give up at about this many levels. */
const mostFrames = 1_024
const mostNumberChars = 1_000
const mostExamples = 3
/** About as many elements of an array are marked at most. */
const mostMarks = 32

/**
 * Adds the value at `start` to a shape. It reads from left to right and keeps no values, so that a text of any length
 * costs one pass, and a text that was cut tells as much as it has.
 */
export function scanJson(text: string, start: number, limit: number, root: JsonShape): JsonScan {
  const frames: Frame[] = []
  let at = skipSpace(text, start, limit)
  while (at < limit) {
    const frame = frames.at(-1)
    if (frame !== undefined && isClosing(frame, text.charCodeAt(at))) {
      closeFrame(frame)
      frames.pop()
      at++
    } else if (frame?.next === 'comma-or-end') {
      if (text[at] !== ',') return { end: at, outcome: 'broken' }
      frame.next = frame.isObject ? 'key' : 'value'
      at++
    } else if (frame?.next === 'key' || frame?.next === 'key-or-end') {
      const colon = readKey(text, at, limit, frame)
      if (colon === undefined) return { end: at, outcome: 'broken' }
      at = colon
    } else {
      const end = readValue({ text, at, limit }, frames, frame === undefined ? root : childOf(frame, at, frames.length))
      if (end === undefined) return { end: at, outcome: 'broken' }
      if (frame !== undefined) frame.next = 'comma-or-end'
      at = end
    }
    if (frames.length === 0) return { end: at, outcome: at > limit ? 'cut' : 'whole' }
    at = skipSpace(text, at, limit)
  }
  for (const frame of frames) closeFrame(frame)
  return { end: limit, outcome: 'cut' }
}

function isClosing({ isObject, next }: Frame, unit: number): boolean {
  if (next === 'key' || next === 'value') return false
  return unit === (isObject ? 125 : 93)
}

function closeFrame({ shape, isObject, size }: Frame): void {
  if (shape === undefined) return
  if (isObject) shape.mostKeys = Math.max(shape.mostKeys, size)
  else {
    shape.fewestItems = Math.min(shape.fewestItems, size)
    shape.mostItems = Math.max(shape.mostItems, size)
  }
}

/** Reads a key and its colon; the offset after them, or `undefined` when there are none. A cut may fall anywhere. */
function readKey(text: string, at: number, limit: number, frame: Frame): number | undefined {
  if (text[at] !== '"') return undefined
  const end = endOfString(text, at)
  if (end >= limit) return limit
  const colon = skipSpace(text, end + 1, limit)
  if (colon >= limit) return limit
  if (text[colon] !== ':') return undefined
  frame.key = sliceWhole(text, at + 1, Math.min(end, at + 101))
  frame.size++
  frame.next = 'value'
  return colon + 1
}

/** The shape that takes the next value within a frame. */
function childOf(frame: Frame, at: number, level: number): JsonShape | undefined {
  const { shape, isObject, key } = frame
  if (!isObject) frame.size++
  if (shape === undefined || level > mostShapeLevels) return undefined
  if (!isObject) {
    mark(shape, frame.size - 1, at)
    shape.item ??= emptyShape(at)
    return shape.item
  }
  const known = shape.keys.get(key)
  if (known !== undefined) return known
  if (shape.keys.size >= mostShapeKeys) {
    shape.others ??= emptyShape(at)
    return shape.others
  }
  const added = emptyShape(at)
  shape.keys.set(key, added)
  return added
}

function mark({ marks, types }: JsonShape, index: number, at: number): void {
  if (types.get('array') !== 1) return
  const step = markStep(index)
  if (index % step !== 0) return
  marks.set(index, at)
  if (marks.size > mostMarks) for (const each of marks.keys()) if (each % step !== 0) marks.delete(each)
}

/** Elements are marked at a distance that grows with their number, so that few marks lie over the whole array. */
function markStep(index: number): number {
  let step = 1
  while (index >= step * mostMarks) step *= 2
  return step
}

interface ValuePlace {
  readonly text: string
  readonly at: number
  readonly limit: number
}

/** Reads a scalar, or opens an object or array; the offset to go on from, or `undefined` where there is no value. */
function readValue(place: ValuePlace, frames: Frame[], shape: JsonShape | undefined): number | undefined {
  const { text, at, limit } = place
  const first = text[at]
  if (first === '{' || first === '[') {
    if (frames.length >= mostFrames) return undefined
    const isObject = first === '{'
    addType(shape, isObject ? 'object' : 'array')
    frames.push({ shape, isObject, next: isObject ? 'key-or-end' : 'value-or-end', key: '', size: 0 })
    return at + 1
  }
  if (first === '"') {
    const end = endOfString(text, at)
    addScalar(shape, 'string', end - at > 41 ? `${sliceWhole(text, at, at + 40)}…"` : text.slice(at, end + 1))
    return end + 1 > limit ? limit + 1 : end + 1
  }
  return readPlain(place, shape)
}

function readPlain({ text, at, limit }: ValuePlace, shape: JsonShape | undefined): number | undefined {
  let end = at
  while (end < limit && end - at < mostNumberChars && isPlain(text.charCodeAt(end))) end++
  const word = text.slice(at, end)
  if (word === 'null' || word === 'true' || word === 'false') {
    addScalar(shape, word === 'null' ? 'null' : 'boolean', word)
    return end
  }
  const isCut = end >= limit && ['null', 'true', 'false', '-'].some((each) => each.startsWith(word))
  if (isCut && word !== '') return limit + 1
  if (!/^-?\d/.test(word) || Number.isNaN(Number(word))) return undefined
  addScalar(shape, Number.isInteger(Number(word)) ? 'integer' : 'number', word.slice(0, 30))
  return end
}

/** A character of a number, of `true`, `false` or `null`. */
function isPlain(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) ||
    (unit >= 97 && unit <= 122) ||
    unit === 43 ||
    unit === 45 ||
    unit === 46 ||
    unit === 69
  )
}

function addType(shape: JsonShape | undefined, type: JsonType): void {
  shape?.types.set(type, (shape.types.get(type) ?? 0) + 1)
}

function addScalar(shape: JsonShape | undefined, type: JsonType, example: string): void {
  if (shape === undefined) return
  addType(shape, type)
  if (shape.examples.size < mostExamples && type !== 'null' && example.length < 60) shape.examples.add(example)
}

/** Offset of the first character that is no white space. */
export function skipSpace(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9 || unit === 0xfeff
}

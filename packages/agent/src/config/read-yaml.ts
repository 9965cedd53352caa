import type { Json } from '@palimpsest/core/json'
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import type { ConfigProblem } from './config-problem.ts'
import { configRow, configSections } from './config-table.ts'
import { newKey } from './old-spellings.ts'
import { unknownKey } from './unknown-key.ts'
import type { WrittenSetting } from './written-setting.ts'

/** The settings of a file, key by key, and its unreadable parts. */
export interface ReadYaml {
  readonly document: Document
  readonly settings: readonly WrittenSetting[]
  readonly problems: readonly ConfigProblem[]
}

interface Reader {
  readonly document: Document
  readonly placeOf: (node: unknown) => string
  readonly settings: WrittenSetting[]
  readonly problems: ConfigProblem[]
}

/** Every setting there is takes a hundredth of this; a reader of YAML may take for ever over much more. */
const mostChars = 100_000

/** Reads the text of a file; `path` is how problems name it. */
export function readYaml(text: string, path: string): ReadYaml {
  if (text.length > mostChars) return { document: new Document(), settings: [], problems: [tooLong(path)] }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const faults = [...document.errors, ...document.warnings]
  if (faults.length > 0) {
    const problems = faults.map(({ message, pos }) => unreadable(placeAt(pos[0]), message))
    return { document, settings: [], problems }
  }
  const placeOf = (node: unknown) => placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0)
  const reader: Reader = { document, placeOf, settings: [], problems: [] }
  const { contents } = document
  if (isMap(contents)) readMap(reader, contents, [])
  else if (contents !== null && !isBlank(contents)) reader.problems.push(notKeys(placeOf(contents)))
  return reader
}

function readMap(reader: Reader, map: YAMLMap, path: readonly string[]): void {
  for (const pair of map.items) readPair(reader, pair, path)
}

function readPair(reader: Reader, { key: name, value: written }: Pair, path: readonly string[]): void {
  const place = reader.placeOf(name)
  const names = [...path, isScalar(name) ? String(name.value) : String(name)]
  const key = names.join('.')
  const value = isAlias(written) ? written.resolve(reader.document) : written
  if (configRow(key) !== undefined || newKey(key) !== undefined) {
    reader.settings.push({
      key,
      value: plainValue(value, reader.document),
      place: isBlank(value) ? place : reader.placeOf(written),
    })
  } else if (!configSections().includes(key)) {
    reader.problems.push(unknownKey(key, place))
  } else if (isMap(value)) {
    readMap(reader, value, names)
  } else if (!isBlank(value)) {
    reader.problems.push(notSection(key, reader.placeOf(written)))
  }
}

/** A section whose every line is commented out holds nothing, and is not a fault. */
function isBlank(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null)
}

/** No key holds more than a list of scalars, so what is deeper is only shown to be refused; it may be endless. */
function plainValue(node: unknown, document: Document): Json {
  if (isSeq(node)) return node.items.map((item) => flatValue(isAlias(item) ? item.resolve(document) : item))
  return flatValue(node)
}

function flatValue(node: unknown): Json {
  if (isScalar(node)) return node.value as Json
  return isMap(node) ? {} : isSeq(node) ? [] : null
}

function tooLong(path: string): ConfigProblem {
  return {
    place: path,
    message: `this is longer than ${mostChars.toLocaleString('en-US')} characters`,
    remedy: 'Settings never are; check what this file is, or remove it to use the defaults.',
  }
}

/** The reader's message when it runs out of stack. */
const exhausted = /call stack/

function unreadable(place: string, message: string): ConfigProblem {
  return {
    place,
    message: exhausted.test(message) ? 'this is nested too deep' : `this is not YAML: ${message}`,
    remedy: 'Correct the line, or delete it to use the default.',
  }
}

function notKeys(place: string): ConfigProblem {
  return { place, message: 'settings are keys with values', remedy: 'Write e.g. "model:" and below it "  name: …".' }
}

function notSection(key: string, place: string): ConfigProblem {
  return {
    place,
    key,
    message: `${key} holds other settings and no value`,
    remedy: `Write "${key}:" alone on its line.`,
  }
}

import { isList, type Json } from '@palimpsest/core/json'
import { type Document, isMap, isScalar, isSeq, parseDocument, type Scalar, stringify } from 'yaml'
import { oldKeys } from './old-spellings.ts'

/** The text of a file with one key set; `undefined` where the document's shape does not allow it. */
export function writeKey(text: string, key: string, value: Json): string | undefined {
  const document = parseDocument(text, { version: '1.2' })
  const names = key.split('.')
  const old = oldKeys(key).filter((written) => document.hasIn(written.split('.')))
  if (old.length === 0) {
    const spliced = splice(text, document.getIn(names, true), value)
    if (spliced !== undefined) return spliced
  }
  for (const written of old) document.deleteIn(written.split('.'))
  if (!openSections(document, names)) return undefined
  document.setIn(names, isList(value) ? listNode(document, document.getIn(names, true), value) : value)
  const rewritten = document.toString({ lineWidth: 0 })
  return text.includes('\r\n') ? rewritten.replaceAll(/\r?\n/g, '\r\n') : rewritten
}

/** Keeps the comments of items that stay in a list. */
function listNode(document: Document, before: unknown, value: readonly Json[]): unknown {
  const node = document.createNode(value)
  if (!isSeq(before) || !isSeq(node)) return node
  before.items = node.items.map((item) => before.items.find((old) => isSameScalar(old, item)) ?? item)
  if (before.items.length === 0) before.flow = true
  return before
}

function isSameScalar(a: unknown, b: unknown): boolean {
  return isScalar(a) && isScalar(b) && a.value === b.value
}

/** Replaces a plain value in place, so that not even the alignment of comments changes. */
function splice(text: string, node: unknown, value: Json): string | undefined {
  if (!isScalar(node) || !isOnOneLine(node) || !node.range) return undefined
  const [start, end] = node.range
  return `${text.slice(0, start)}${scalarText(value)}${text.slice(end)}`
}

function isOnOneLine({ type, source, anchor, tag }: Scalar): boolean {
  const isFlow = type === 'PLAIN' || type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE'
  return isFlow && anchor === undefined && tag === undefined && !!source && !source.includes('\n')
}

/** JSON's quotes hold anywhere in YAML, also between braces, where a bare comma would end the value. */
function scalarText(value: Json): string {
  if (typeof value === 'string' && /[,[\]{}\n]/.test(value)) return JSON.stringify(value)
  return stringify(value, { lineWidth: 0 }).trimEnd()
}

/** Makes a section of every blank on the way to a key; false where a value is in the way. */
function openSections(document: Document, names: readonly string[]): boolean {
  for (let depth = 0; depth < names.length; depth++) {
    const path = names.slice(0, depth)
    const node = depth === 0 ? document.contents : document.getIn(path, true)
    if (node === undefined || node === null) return true
    if (isMap(node)) continue
    if (!isScalar(node) || node.value !== null) return false
    const section = document.createNode({})
    section.commentBefore = node.comment ?? null
    if (depth === 0) document.contents = section
    else document.setIn(path, section)
  }
  return true
}

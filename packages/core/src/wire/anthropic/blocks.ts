import { expectObject, expectString } from '../../expect.ts'
import { type Json, type JsonObject, rest } from '../../json.ts'
import { callId, type OpaquePart, type Part, type Source } from '../../message/message.ts'
import { readMarker } from '../marker.ts'
import { residueFor } from '../residue.ts'

const format = 'anthropic'

export const anthropicResidue = residueFor(format)

/** Reads one block of a message; a block it does not know is carried as it is. */
export function readBlock(value: Json, path: string): Part {
  const block = expectObject(value, path, 'a content block')
  expectString(block.type, `${path}.type`)
  return readKnown(block, path) ?? opaqueAnthropicPart(block)
}

export function opaqueAnthropicPart(value: Json): OpaquePart {
  return { type: 'opaque', format, value }
}

function readKnown(block: JsonObject, path: string): Part | undefined {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: expectString(block.text, `${path}.text`), ...around(block, ['text']) }
    case 'thinking': {
      const text = expectString(block.thinking, `${path}.thinking`)
      const { signature } = block
      if (typeof signature !== 'string') return { type: 'thinking', text, ...around(block, ['thinking']) }
      return { type: 'thinking', text, signature, ...around(block, ['thinking', 'signature']) }
    }
    case 'redacted_thinking':
      return {
        type: 'thinking',
        text: '',
        redacted: expectString(block.data, `${path}.data`),
        ...around(block, ['data']),
      }
    case 'tool_use':
      return readToolUse(block, path)
    case 'image':
    case 'document':
      return readMedia(block, block.type, path)
    default:
      return undefined
  }
}

/** The breakpoint and the unknown fields of a block. */
export function around(block: JsonObject, known: readonly string[], fields: JsonObject = {}) {
  const breakpoint = readMarker(block.cache_control)
  const extra = rest(block, ['type', ...known, ...(breakpoint === undefined ? [] : ['cache_control'])])
  return { ...(breakpoint && { breakpoint }), ...anthropicResidue({ extra, ...fields }) }
}

function readToolUse(block: JsonObject, path: string): Part {
  const input = block.input
  if (input === undefined) expectObject(input, `${path}.input`)
  return {
    type: 'tool-call',
    callId: callId(expectString(block.id, `${path}.id`)),
    name: expectString(block.name, `${path}.name`),
    arguments: JSON.stringify(input),
    ...around(block, ['id', 'name', 'input']),
  }
}

function readMedia(block: JsonObject, kind: 'image' | 'document', path: string): Part | undefined {
  const raw = expectObject(block.source, `${path}.source`)
  const read = readSource(raw)
  if (read === undefined) return undefined
  const inner = rest(raw, ['type', ...read.known])
  if (kind === 'image') return { type: 'image', source: read.source, ...around(block, ['source'], { inner }) }
  const name = typeof block.title === 'string' ? block.title : undefined
  const more = around(block, name === undefined ? ['source'] : ['source', 'title'], { inner })
  return { type: 'file', source: read.source, ...(name !== undefined && { name }), ...more }
}

function readSource(raw: JsonObject): { readonly source: Source; readonly known: readonly string[] } | undefined {
  if (raw.type === 'base64' && typeof raw.data === 'string' && typeof raw.media_type === 'string') {
    return { source: { kind: 'data', data: raw.data, mediaType: raw.media_type }, known: ['data', 'media_type'] }
  }
  if (raw.type === 'url' && typeof raw.url === 'string')
    return { source: { kind: 'url', url: raw.url }, known: ['url'] }
  if (raw.type === 'file' && typeof raw.file_id === 'string') {
    return { source: { kind: 'file', fileId: raw.file_id }, known: ['file_id'] }
  }
  return undefined
}

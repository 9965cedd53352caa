import { malformed } from '../../expect.ts'
import { isList, type Json, type JsonObject } from '../../json.ts'
import type { ContentPart, Message } from '../../message/message.ts'
import { isPlain } from '../residue.ts'
import type { Writer } from '../writer.ts'
import { readOpenAiChatPart, writeOpenAiChatPart } from './parts.ts'

/** Content as read: its parts, and how it was written where that is not the usual way. */
export interface Content {
  readonly parts: readonly ContentPart[]
  readonly listed?: true
  readonly empty?: 'text' | 'null' | 'absent' | 'list'
}

export function readContent(content: Json | undefined, path: string): Content {
  if (content === undefined) return { parts: [], empty: 'absent' }
  if (content === null) return { parts: [], empty: 'null' }
  if (content === '') return { parts: [], empty: 'text' }
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }] }
  if (!isList(content)) throw malformed(path, 'a string or a list of parts')
  if (content.length === 0) return { parts: [], empty: 'list' }
  const parts = content.map((part, i) => readOpenAiChatPart(part, `${path}[${i}]`))
  return isPlain(parts) ? { parts, listed: true } : { parts }
}

/** `usual` is how this role writes that it says nothing. */
export function writeContent(
  message: Message,
  parts: readonly ContentPart[],
  writer: Writer,
  usual: { readonly empty: 'text' | 'null'; readonly fields: JsonObject },
): JsonObject {
  if (parts.length === 0) return writeEmpty(usual.fields.empty ?? usual.empty)
  const [only] = parts
  const foreign = only?.residue !== undefined && only.residue.format !== 'openai-chat'
  if (
    only?.type === 'text' &&
    !message.listed &&
    isPlain(foreign ? [{ ...only, residue: undefined }, ...parts.slice(1)] : parts)
  ) {
    writer.fields(only.residue)
    return { content: only.text }
  }
  const written = parts
    .map((part) => writeOpenAiChatPart(part, message.role, writer))
    .filter((part) => part !== undefined)
  return written.length === 0 ? writeEmpty(usual.empty) : { content: written }
}

function writeEmpty(empty: Json): JsonObject {
  if (empty === 'absent') return {}
  if (empty === 'list') return { content: [] }
  return { content: empty === 'null' ? null : '' }
}

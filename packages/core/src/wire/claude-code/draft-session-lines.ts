import { isList, isObject, type Json, type JsonObject, rest } from '../../json.ts'
import type { AssistantMessage, Message, Part, ToolMessage, UserMessage } from '../../message/message.ts'
import { writeMessages } from '../anthropic/write-messages.ts'
import { fitSlots } from '../record/fit-slots.ts'
import { relabel, withoutForeign } from '../record/relabel.ts'
import type { Writer } from '../writer.ts'
import { isSayable } from './report-unsaid.ts'
import { claudeCodeFormat, type SessionLineRecord, sessionLineRecords } from './session-line-record.ts'

/** A line of the conversation before it is wrapped. */
export interface SessionLineDraft {
  readonly kind: 'said'
  readonly type: 'user' | 'assistant'
  /** Its old place; a new line has none. */
  readonly at?: number
  /** The fields that surrounded its message; absent when the line is new. */
  readonly line?: JsonObject
  /** The fields of its message. */
  readonly said: JsonObject
  readonly model?: string
  /** Index of the message it comes from: lines of one reply share it. */
  readonly message: number
}

/** Writes what each message says, line by line and in the order of the messages. */
export function draftSessionLines(messages: readonly Message[], writer: Writer): readonly SessionLineDraft[] {
  return findSources(messages).flatMap((source) => {
    if (source.kind === 'shared') return writeShared(source, writer)
    return source.records.length === 0 ? newReply(source, writer) : oldReply(source, writer)
  })
}

/** A source that one or more lines are written from. */
type Source = Reply | Shared

interface Reply {
  readonly kind: 'reply'
  readonly message: AssistantMessage
  readonly index: number
  readonly records: readonly SessionLineRecord[]
}

/** A user line and the messages that share it. */
interface Shared {
  readonly kind: 'shared'
  readonly at?: number
  readonly pieces: Piece[]
}

interface Piece {
  readonly message: UserMessage | ToolMessage
  readonly index: number
  readonly record?: SessionLineRecord
}

function findSources(messages: readonly Message[]): readonly Source[] {
  const sources: Source[] = []
  const taken = new Set<string>()
  const shared = new Map<number, Shared>()
  messages.forEach((message, index) => {
    if (message.role === 'system' || !isSayable(message)) return
    const records = claim(message, taken)
    if (message.role === 'assistant') {
      sources.push({ kind: 'reply', message, index, records })
      return
    }
    const [record] = records
    const source = (record && shared.get(record.at)) ?? openShared(record)
    if (source.pieces.length === 0) sources.push(source)
    if (record) shared.set(record.at, source)
    source.pieces.push({ message, index, ...(record && { record }) })
  })
  return sources
}

function openShared(record: SessionLineRecord | undefined): Shared {
  return { kind: 'shared', ...(record && { at: record.at }), pieces: [] }
}

/** The records of a message, unless another message already has them: a copy gets lines of its own. */
function claim(message: Message, taken: Set<string>): readonly SessionLineRecord[] {
  const records = sessionLineRecords(message)
  const keys = records.map(({ at, piece }) => `${at}.${piece}`)
  if (keys.some((key) => taken.has(key))) return []
  for (const key of keys) taken.add(key)
  return records
}

function writeShared({ at, pieces }: Shared, writer: Writer): readonly SessionLineDraft[] {
  const inOrder = pieces.toSorted((a, b) => (a.record?.piece ?? 0) - (b.record?.piece ?? 0))
  const indexes = inOrder.map(({ index }) => index)
  const messages = inOrder.map(({ message, record }) => (record ? message : keepEmptyText(message)))
  const line = inOrder[0]?.record?.line
  return write(messages, indexes, writer).map((said, i) => ({
    kind: 'said',
    type: 'user',
    said,
    message: indexes[i] ?? 0,
    ...(i === 0 && at !== undefined && { at }),
    ...(i === 0 && line && { line }),
  }))
}

/** An empty string says that there is no part, an empty text in a list says that there is one. */
function keepEmptyText<M extends Message>(message: M): M {
  const [only, ...others] = message.parts
  return only?.type === 'text' && only.text === '' && others.length === 0 ? { ...message, listed: true } : message
}

/** Writes messages as Anthropic would; losses are reported under the messages' own indexes. */
function write(messages: readonly Message[], indexes: readonly number[], writer: Writer): readonly JsonObject[] {
  const at = (index: number | undefined) => writer.at(index === undefined ? undefined : indexes[index])
  const ready = messages.map((message, i) => {
    at(i)
    return asAnthropic(withoutForeign(message, claudeCodeFormat, writer))
  })
  const written = writeMessages(ready, { ...writer, at }).messages
  return isList(written) ? written.filter(isObject) : []
}

function asAnthropic<M extends Message>(message: M): M {
  const said = relabel(message, claudeCodeFormat, 'anthropic')
  if (said.residue?.format !== claudeCodeFormat) return said
  const fields = rest(said.residue.fields, ['lines'])
  return { ...said, residue: fields && { format: 'anthropic', fields } }
}

/** Fields that a reply's line has from elsewhere, so that a message of another format cannot bring its own. */
const reserved = ['id', 'type', 'model', 'stop_reason', 'stop_sequence']

/** Claude Code writes one block a line. */
function newReply({ message, index }: Reply, writer: Writer): readonly SessionLineDraft[] {
  const [said = {}] = write([{ ...message, listed: true }], [index], writer)
  const blocks = isList(said.content) ? said.content : []
  const refused = reserved.filter((key) => key in said)
  if (refused.length > 0) writer.lose('field', refused.join(', '))
  const extra = rest(said, ['content', ...reserved])
  const contents: readonly (readonly Json[])[] = blocks.length === 0 ? [[]] : blocks.map((block) => [block])
  return contents.map((content) => draftReply(message, index, { ...extra, content }))
}

function draftReply({ model }: AssistantMessage, index: number, said: JsonObject): SessionLineDraft {
  return { kind: 'said', type: 'assistant', said, message: index, ...(model !== undefined && { model }) }
}

/** Gives each part back to the line it came from; a line that lost all its parts is gone. */
function oldReply({ message, index, records }: Reply, writer: Writer): readonly SessionLineDraft[] {
  const shares = share(message.parts, records)
  const kept = records.flatMap((record, i) => {
    const parts = shares[i] ?? []
    return parts.length > 0 || record.holds.length === 0 ? [{ record, parts }] : []
  })
  const [first] = records
  const lines = kept.length === 0 && first ? [{ record: first, parts: [] }] : kept
  return lines.map(({ record, parts }) => {
    const { at, line, form } = record
    const [said = {}] = write([{ role: 'assistant', parts, ...shapeOf(form) }], [index], writer)
    return { ...draftReply(message, index, said), at, ...(line && { line }) }
  })
}

/** An empty list and a missing field look alike without their note; a string needs none. */
function shapeOf(form = 'list'): Pick<AssistantMessage, 'listed' | 'residue'> {
  return form === 'string' ? {} : { listed: true, residue: { format: 'anthropic', fields: { empty: form } } }
}

function share(parts: readonly Part[], records: readonly SessionLineRecord[]): readonly (readonly Part[])[] {
  const slots = records.flatMap(({ holds }, line) => holds.map((kind) => ({ line, kind })))
  const fits = fitSlots(
    parts.map(({ type }) => type),
    slots.map(({ kind }) => kind),
  )
  const shares: Part[][] = records.map(() => [])
  let line = 0
  parts.forEach((part, i) => {
    const slot = slots[fits[i] ?? -1]
    line = slot?.line ?? line
    shares[line]?.push(part)
  })
  return shares
}

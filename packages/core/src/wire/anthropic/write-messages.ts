import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { ContentPart, Message, SystemMessage, ToolMessage } from '../../message/message.ts'
import { createCatalogue } from '../../models/find-model.ts'
import { writeMarker } from '../marker.ts'
import { extraOf } from '../residue.ts'
import { isSilent, type Writer } from '../writer.ts'
import { writeBlock } from './write-block.ts'

/** A wire message that later results may still join. */
interface Turn {
  readonly role: 'user' | 'assistant' | 'system'
  /** Index of the canonical message that opened it. */
  readonly message: number
  readonly blocks: Json[]
  readonly extra: JsonObject
  readonly plain?: Json
}

/** Said first where a conversation opens with the assistant, because Anthropic wants a user there. */
const opening = '(conversation starts)'

const models = createCatalogue()

/** Writes `system`, if any, and `messages` of a request. Not all models accept a system message between turns. */
export function writeMessages(messages: readonly Message[], writer: Writer, model?: string): JsonObject {
  const leading = messages.findIndex(
    (message) => message.role !== 'system' || writer.fields(message.residue).inside === true,
  )
  const count = leading === -1 ? messages.length : leading
  const system = writeSystem(messages.slice(0, count) as readonly SystemMessage[], writer)
  const turns: Turn[] = []
  messages.slice(count).forEach((message, i) => {
    writer.at(count + i)
    addTurn(turns, message, count + i, writer)
  })
  if (turns[0]?.role === 'assistant' && !writer.own) {
    writer.at(count)
    writer.lose('opening', 'the conversation starts with the assistant')
    turns.unshift({ role: 'user', message: count, blocks: [], plain: opening, extra: {} })
  }
  return { ...(system !== undefined && { system }), messages: placeSystem(turns, writer, model).map(closeTurn) }
}

/** Between turns the system may speak only after the user and before the assistant; elsewhere the user says it. */
function placeSystem(turns: readonly Turn[], writer: Writer, model: string | undefined): readonly Turn[] {
  if (writer.own) return turns
  const hears = model === undefined || models.find(model)?.midConversationSystem === true
  const placed: Turn[] = []
  turns.forEach((turn, i) => {
    const next = turns.slice(i + 1).find(({ role }) => role !== 'system')?.role ?? 'assistant'
    const before = placed.at(-1)?.role
    if (turn.role !== 'system' || (hears && (before === 'user' || before === 'system') && next === 'assistant')) {
      placed.push(turn)
      return
    }
    writer.at(turn.message)
    writer.lose('flag', 'that the system said it, not the user')
    placed.push({ ...turn, role: 'user' })
  })
  return placed
}

function closeTurn({ role, blocks, plain, extra }: Turn): Json {
  if (plain === null) return { role, ...extra }
  return { role, content: plain ?? blocks, ...extra }
}

function writeSystem(messages: readonly SystemMessage[], writer: Writer): Json | undefined {
  const [first] = messages
  if (first === undefined) return undefined
  const blocks = messages.flatMap((message, i) => {
    writer.at(i)
    if (i > 0) writer.lose('boundary', 'between system messages')
    if (message.developer) writer.lose('flag', 'developer')
    writer.fields(message.residue)
    return message.parts.flatMap((part) => writeBlock(part, message, writer) ?? [])
  })
  if (blocks.length === 0) return undefined
  return first.listed || messages.length > 1 ? blocks : unwrap(blocks)
}

/** A single text block that says nothing but its text is written as a string. */
function unwrap(blocks: readonly Json[]): Json {
  const [only, ...others] = blocks
  if (!isObject(only) || others.length > 0 || only.type !== 'text' || only.text === '' || Object.keys(only).length > 2)
    return blocks
  return only.text as Json
}

function addTurn(turns: Turn[], message: Message, index: number, writer: Writer): void {
  const [first] = message.parts
  if (first?.type === 'opaque' && first.whole && first.format === 'anthropic' && isObject(first.value)) {
    const { role, content, ...extra } = first.value
    turns.push({ role: role as 'user', message: index, blocks: [], plain: content ?? null, extra })
    return
  }
  const fields = writer.fields(message.residue)
  const turn =
    message.role === 'tool'
      ? addResult(turns.at(-1), message, fields, writer)
      : addSaid(turns.at(-1), message, fields, writer)
  if (turn !== undefined) turns.push({ ...turn, message: index })
}

/** A turn to be opened, or nothing when the blocks joined the last one. */
type Opened = Omit<Turn, 'message'> | undefined

function addResult(before: Turn | undefined, message: ToolMessage, fields: JsonObject, writer: Writer): Opened {
  const block = writeResult(message, fields, writer)
  if (before?.role === 'user' && before.plain === undefined && !fields.apart && endsInResult(before, fields)) {
    before.blocks.push(block)
    return undefined
  }
  return { role: 'user', blocks: [block], extra: isObject(fields.message) ? fields.message : {} }
}

function endsInResult(turn: Turn, fields: JsonObject): boolean {
  const last = turn.blocks.at(-1)
  return fields.joined === true || (isObject(last) && last.type === 'tool_result')
}

function writeResult(message: ToolMessage, fields: JsonObject, writer: Writer): Json {
  const blocks = message.parts.flatMap((part) => writeBlock(unmarked(part, writer), message, writer) ?? [])
  const content =
    blocks.length === 0 ? emptyResult(fields.empty) : { content: message.listed ? blocks : unwrap(blocks) }
  return {
    type: 'tool_result',
    tool_use_id: writer.callId(message.callId),
    ...content,
    ...(message.isError && { is_error: true }),
    ...(message.breakpoint && { cache_control: writeMarker(message.breakpoint) }),
    ...extraOf(fields),
  }
}

/** Blocks inside a result cannot be cached by themselves. */
function unmarked(part: ContentPart, writer: Writer): ContentPart {
  if (part.breakpoint === undefined || writer.own) return part
  writer.lose('breakpoint', 'inside a result')
  const { breakpoint: _, ...bare } = part
  return bare
}

/** A result without content is the usual way to say that a tool printed nothing. */
function emptyResult(empty: Json | undefined): JsonObject {
  if (empty === 'text') return { content: '' }
  if (empty === 'list') return { content: [] }
  return empty === 'null' ? { content: null } : {}
}

type Said = Exclude<Message, ToolMessage>

function addSaid(before: Turn | undefined, message: Said, fields: JsonObject, writer: Writer): Opened {
  if (message.role === 'system' && message.developer) writer.lose('flag', 'developer')
  if (!writer.own && isSilent(message)) {
    writer.lose('blank', `a ${message.role} message without text`)
    return undefined
  }
  const blocks = message.parts.flatMap((part) => writeBlock(part, message, writer) ?? [])
  if (blocks.length === 0 && !writer.own) {
    writer.lose('blank', `a ${message.role} message of which nothing is left`)
    return undefined
  }
  const extra = { ...extraOf(fields), ...(isObject(fields.message) ? fields.message : {}) }
  if (fields.joined && before?.role === message.role && before.plain === undefined) {
    before.blocks.push(...blocks)
    return undefined
  }
  const plain = blocks.length === 0 ? emptySaid(fields.empty) : message.listed ? undefined : plainText(blocks)
  return { role: message.role, blocks, extra, ...(plain !== undefined && { plain }) }
}

/** `null` represents a message without any content field. */
function emptySaid(empty: Json | undefined): Json | undefined {
  if (empty === 'list') return undefined
  return empty === 'absent' ? null : ''
}

function plainText(blocks: readonly Json[]): Json | undefined {
  const text = unwrap(blocks)
  return typeof text === 'string' ? text : undefined
}

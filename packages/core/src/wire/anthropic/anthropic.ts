import { expectObject, expectString, malformed } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject, rest } from '../../json.ts'
import {
  type ContentPart,
  callId,
  type Message,
  type Part,
  type SystemMessage,
  type ToolMessage,
} from '../../message/message.ts'
import type { Codec } from '../codec.ts'
import { closeEnvelope, envelopeResidue, openEnvelope, readModel, readTools } from '../envelope.ts'
import { isPlain } from '../residue.ts'
import { createWriter } from '../writer.ts'
import { anthropicResidue, around, opaqueAnthropicPart, readBlock } from './blocks.ts'
import { readAnthropicTool, writeAnthropicTool } from './tools.ts'
import { writeMessages } from './write-messages.ts'

/** Anthropic states no limit for ids; names may have 128 characters. */
const alphabet = { idChars: 256, nameChars: 128 }

/** Anthropic Messages. */
export const anthropic: Codec = {
  format: 'anthropic',
  decode: (value) => {
    const { list, body, path } = openEnvelope(value, 'messages')
    const { tools, known: toolKeys } = readTools(body, readAnthropicTool)
    const { model, known: modelKeys } = readModel(body)
    const system = readSystem(body?.system)
    return {
      messages: [...system, ...readAnthropicMessages(list, path)],
      ...(tools && { tools }),
      ...(model !== undefined && { model }),
      residue: envelopeResidue('anthropic', body, [
        'messages',
        ...(system.length > 0 ? ['system'] : []),
        ...toolKeys,
        ...modelKeys,
      ]),
    }
  },
  encode: (transcript, options) => {
    const writer = createWriter('anthropic', transcript, alphabet, options)
    const model = options?.model ?? transcript.model
    const inner = writeMessages(transcript.messages, writer, model)
    writer.at(undefined)
    const tools = transcript.tools?.map((tool) => writeAnthropicTool(tool, writer)).filter((tool) => tool !== undefined)
    return {
      value: closeEnvelope(transcript, 'messages', writer, tools === undefined ? inner : { ...inner, tools }),
      losses: writer.losses,
    }
  },
}

function readSystem(system: Json | undefined): readonly SystemMessage[] {
  if (system === undefined || system === null || system === '' || (isList(system) && system.length === 0)) return []
  const { parts, listed } = readContent(system, 'system')
  return [{ role: 'system', parts: parts as readonly ContentPart[], ...(listed && { listed }) }]
}

interface Content {
  readonly parts: readonly Part[]
  readonly listed?: true
  readonly empty?: 'absent' | 'list'
}

/** An empty string is the usual way to say nothing here; a missing or empty list is noted. */
function readContent(content: Json | undefined, path: string): Content {
  if (content === undefined) return { parts: [], empty: 'absent' }
  if (content === '') return { parts: [] }
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }] }
  if (!isList(content)) throw malformed(path, 'a string or a list of blocks')
  if (content.length === 0) return { parts: [], empty: 'list' }
  const parts = content.map((block, i) => readBlock(block, `${path}[${i}]`))
  return isPlain(parts) ? { parts, listed: true } : { parts }
}

/** Results and what a person says share one message here; each becomes a message of its own. */
export function readAnthropicMessages(list: readonly Json[], path: string): readonly Message[] {
  const messages: Message[] = []
  list.forEach((value, i) => {
    const before = messages.at(-1)
    const read = readAnthropicMessage(value, `${path}[${i}]`)
    const [first, ...others] = read
    const apart = before?.role === 'tool' && first?.role === 'tool'
    for (const message of apart && first ? [note(first, { apart: true }), ...others] : read) messages.push(message)
  })
  return messages
}

/** Adds a field to the residue of a message. */
function note<M extends Message>(message: M, fields: JsonObject): M {
  return { ...message, ...anthropicResidue({ ...message.residue?.fields, ...fields }) }
}

/** The messages that one wire message holds. */
export function readAnthropicMessage(value: Json, path: string): readonly Message[] {
  const message = expectObject(value, path, 'a message')
  const role = expectString(message.role, `${path}.role`, '"user" or "assistant"')
  if (role === 'user' && isList(message.content)) return readUserBlocks(message, message.content, path)
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    return [{ role: 'user', parts: [{ ...opaqueAnthropicPart(value), whole: true }] }]
  }
  const { parts, listed, empty } = readContent(message.content, `${path}.content`)
  const inside = role === 'system' ? true : undefined
  const common = {
    ...(listed && { listed }),
    ...anthropicResidue({ empty, inside, extra: rest(message, ['role', 'content']) }),
  }
  if (role === 'assistant') return [{ role, parts, ...common }]
  return [{ role, parts: parts as readonly ContentPart[], ...common }]
}

function readUserBlocks(message: JsonObject, content: readonly Json[], path: string): readonly Message[] {
  const found: Message[] = []
  let said: ContentPart[] = []
  const flush = () => {
    if (said.length === 0) return
    found.push({ role: 'user', parts: said, ...(found.length === 0 && isPlain(said) && { listed: true }) })
    said = []
  }
  content.forEach((block, i) => {
    const at = `${path}.content[${i}]`
    if (isObject(block) && block.type === 'tool_result') {
      flush()
      found.push(readResult(block, at))
    } else said.push(readBlock(block, at) as ContentPart)
  })
  flush()
  const extra = rest(message, ['role', 'content'])
  if (found.length === 0) return [{ role: 'user', parts: [], ...anthropicResidue({ empty: 'list', extra }) }]
  return found.map((piece, i) => {
    if (i === 0) return extra === undefined ? piece : note(piece, { message: extra })
    return piece.role === 'tool' && found[i - 1]?.role === 'tool' ? piece : note(piece, { joined: true })
  })
}

function readResult(block: JsonObject, path: string): ToolMessage {
  const { parts, listed, empty } = readContent(block.content ?? undefined, `${path}.content`)
  const isError = block.is_error === true
  const nothing =
    block.content === '' ? 'text' : block.content === null ? 'null' : empty === 'list' ? 'list' : undefined
  const known = ['tool_use_id', 'content', ...(isError ? ['is_error'] : [])]
  return {
    role: 'tool',
    callId: callId(expectString(block.tool_use_id, `${path}.tool_use_id`)),
    parts: parts as readonly ContentPart[],
    ...(isError && { isError }),
    ...(listed && { listed }),
    ...around(block, known, { empty: nothing }),
  }
}

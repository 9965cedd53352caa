import { expectObject, expectString, malformed } from '../../expect.ts'
import { isObject, type Json, type JsonObject, rest } from '../../json.ts'
import { type ContentPart, callId, type Message, type ToolMessage } from '../../message/message.ts'
import type { Codec } from '../codec.ts'
import { closeEnvelope, envelopeResidue, openEnvelope, readModel, readTools } from '../envelope.ts'
import { createWriter, type Writer } from '../writer.ts'
import { readAssistant, writeAssistant } from './assistant.ts'
import { readContent, writeContent } from './content.ts'
import { opaqueOpenAiChatPart, openAiChatResidue } from './parts.ts'
import { readOpenAiChatTool, writeOpenAiChatTool } from './tools.ts'

/** OpenAI's limits on the spelling of ids and names. */
const alphabet = { idChars: 40, nameChars: 64 }

/** OpenAI Chat Completions, and the many services that speak it. */
export const openAiChat: Codec = {
  format: 'openai-chat',
  decode: (value) => {
    const { list, body, path } = openEnvelope(value, 'messages')
    const { tools, known: toolKeys } = readTools(body, readOpenAiChatTool)
    const { model, known: modelKeys } = readModel(body)
    return {
      messages: list.map((message, i) => readChatMessage(message, `${path}[${i}]`)),
      ...(tools && { tools }),
      ...(model !== undefined && { model }),
      residue: envelopeResidue('openai-chat', body, ['messages', ...toolKeys, ...modelKeys]),
    }
  },
  encode: (transcript, options) => {
    const writer = createWriter('openai-chat', transcript, alphabet, options)
    const messages = transcript.messages.flatMap((message, i) => {
      writer.at(i)
      return writeChatMessage(message, writer) ?? []
    })
    writer.at(undefined)
    const tools = transcript.tools
      ?.map((tool) => writeOpenAiChatTool(tool, writer))
      .filter((tool) => tool !== undefined)
    const inner = tools === undefined ? { messages } : { messages, tools }
    return { value: closeEnvelope(transcript, 'messages', writer, inner), losses: writer.losses }
  },
}

const roles = '"system", "developer", "user", "assistant" or "tool"'

export function readChatMessage(value: Json, path: string): Message {
  const message = expectObject(value, path, 'a message')
  const role = expectString(message.role, `${path}.role`, roles)
  switch (role) {
    case 'system':
    case 'developer': {
      const { parts, listed, fields } = readPlain(message, path, [])
      return {
        role: 'system',
        parts,
        ...listed,
        ...openAiChatResidue(fields),
        ...(role === 'developer' && { developer: true }),
      }
    }
    case 'user': {
      const { parts, listed, fields } = readPlain(message, path, [])
      return { role, parts, ...listed, ...openAiChatResidue(fields) }
    }
    case 'tool': {
      const id = callId(expectString(message.tool_call_id, `${path}.tool_call_id`))
      const { parts, listed, fields } = readPlain(message, path, ['tool_call_id'])
      return { role, callId: id, ...unmarkLast(parts), ...listed, ...openAiChatResidue(fields) }
    }
    case 'assistant':
      return readAssistant(message, path)
    // Of old; what it answers to has no id.
    case 'function':
      return { role: 'user', parts: [{ ...opaqueOpenAiChatPart(value), whole: true }] }
    default:
      throw malformed(`${path}.role`, roles)
  }
}

function readPlain(message: JsonObject, path: string, known: readonly string[]) {
  const { parts, listed, empty } = readContent(message.content, `${path}.content`)
  const fields = { empty: empty === 'text' ? undefined : empty, extra: rest(message, ['role', 'content', ...known]) }
  return { parts, listed: listed && { listed }, fields }
}

export function writeChatMessage(message: Message, writer: Writer): Json | undefined {
  const [first] = message.parts
  if (first?.type === 'opaque' && first.whole && first.format === 'openai-chat') return first.value
  const fields = writer.fields(message.residue)
  const extra = isObject(fields.extra) ? fields.extra : {}
  switch (message.role) {
    case 'system':
      return {
        role: message.developer ? 'developer' : 'system',
        ...writeContent(message, message.parts, writer, { empty: 'text', fields }),
        ...extra,
      }
    case 'user':
      return { role: 'user', ...writeContent(message, message.parts, writer, { empty: 'text', fields }), ...extra }
    case 'tool': {
      if (message.isError) writer.lose('flag', 'the result is an error')
      const marked = markLast(message.parts, message.breakpoint, writer)
      const content = writeContent(message, marked, writer, { empty: 'text', fields })
      return { role: 'tool', tool_call_id: writer.callId(message.callId), ...content, ...extra }
    }
    case 'assistant':
      return writeAssistant(message, writer, fields)
  }
}

/** A breakpoint at the end of a result is the result's own. */
function unmarkLast(parts: readonly ContentPart[]): Pick<ToolMessage, 'parts' | 'breakpoint'> {
  const last = parts.at(-1)
  if (last?.breakpoint === undefined) return { parts }
  const { breakpoint, ...bare } = last
  return { parts: [...parts.slice(0, -1), bare], breakpoint }
}

/** A result has no place for a breakpoint of its own, so its last part carries it. */
function markLast(
  parts: readonly ContentPart[],
  breakpoint: ContentPart['breakpoint'],
  writer: Writer,
): readonly ContentPart[] {
  if (breakpoint === undefined) return parts
  const last = parts.at(-1)
  if (last === undefined || last.type === 'opaque') {
    writer.lose('breakpoint', 'on an empty result')
    return parts
  }
  return [...parts.slice(0, -1), { ...last, breakpoint }]
}

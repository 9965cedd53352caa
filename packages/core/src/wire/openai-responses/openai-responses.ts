import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Message, Residue, SystemMessage } from '../../message/message.ts'
import type { Codec } from '../codec.ts'
import { closeEnvelope, envelopeResidue, openEnvelope, readModel, readTools } from '../envelope.ts'
import { createWriter } from '../writer.ts'
import { readItem } from './items.ts'
import { openAiResponsesResidue } from './parts.ts'
import { readOpenAiResponsesTool, writeOpenAiResponsesTool } from './tools.ts'
import { readTurns } from './turn.ts'
import { writeItems } from './write-items.ts'

/** OpenAI's limits on the spelling of call ids and names. */
const alphabet = { idChars: 64, nameChars: 64 }

/** OpenAI Responses: the input items of a request. */
export const openAiResponses: Codec = {
  format: 'openai-responses',
  decode: (value) => {
    const asText = isObject(value) && typeof value.input === 'string'
    const { list, body, path } = openEnvelope(
      asText ? { ...value, input: [{ role: 'user', content: value.input ?? '' }] } : value,
      'input',
    )
    const { tools, known: toolKeys } = readTools(body, readOpenAiResponsesTool)
    const { model, known: modelKeys } = readModel(body)
    const instructions = readInstructions(body?.instructions)
    const known = ['input', ...(instructions.length > 0 ? ['instructions'] : []), ...toolKeys, ...modelKeys]
    return {
      messages: [...instructions, ...readResponsesItems(list, path)],
      ...(tools && { tools }),
      ...(model !== undefined && { model }),
      residue: withText(envelopeResidue('openai-responses', body, known), asText),
    }
  },
  encode: (transcript, options) => {
    const writer = createWriter('openai-responses', transcript, alphabet, options)
    const { instructions, messages } = splitInstructions(transcript.messages, writer.own)
    const items = writeItems(messages, writer, transcript.messages.length - messages.length)
    writer.at(undefined)
    const tools = transcript.tools
      ?.map((tool) => writeOpenAiResponsesTool(tool, writer))
      .filter((tool) => tool !== undefined)
    const inner = { ...instructions, input: joinText(items, transcript.residue, writer.own), ...(tools && { tools }) }
    return { value: closeEnvelope(transcript, 'input', writer, inner), losses: writer.losses }
  },
}

export function readResponsesItems(list: readonly Json[], path: string): readonly Message[] {
  return readTurns(list.map((item, i) => readItem(item, `${path}[${i}]`)))
}

function readInstructions(instructions: Json | undefined): readonly SystemMessage[] {
  if (typeof instructions !== 'string' || instructions === '') return []
  return [
    {
      role: 'system',
      parts: [{ type: 'text', text: instructions }],
      ...openAiResponsesResidue({ place: 'instructions' }),
    },
  ]
}

/** Instructions go back to their own field as long as they are plain text. */
function splitInstructions(
  messages: readonly Message[],
  own: boolean,
): { readonly instructions: JsonObject; readonly messages: readonly Message[] } {
  const [first, ...others] = messages
  const text = first?.role === 'system' && first.residue?.fields.place === 'instructions' ? first.parts[0] : undefined
  if (!own || text?.type !== 'text') return { instructions: {}, messages }
  return { instructions: { instructions: text.text }, messages: others }
}

function withText(residue: Residue, asText: boolean): Residue {
  return asText ? { ...residue, fields: { ...residue.fields, text: true } } : residue
}

/** An input of one sentence may be a string instead of items. */
function joinText(items: readonly Json[], residue: Residue | undefined, own: boolean): Json {
  const [only, ...others] = items
  const text = own && residue?.fields.text && others.length === 0 && isObject(only) ? only.content : undefined
  return typeof text === 'string' && !isList(text) ? text : items
}

import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { Message } from '../message/message.ts'

/** Finds the first message whose thinking a refusal names; `undefined` where it is unclear which is meant. */
export function findRefused(place: string, body: Json, messages: readonly Message[]): number | undefined {
  const seal = sealAt(place, body)
  const at = messages.findIndex((message) => sealsOf(message).some((each) => isNamed(each, seal ?? place)))
  return at < 0 ? undefined : at
}

/** Returns the seal at a path of the request that was sent, as far as the path is one. */
function sealAt(place: string, body: Json): string | undefined {
  const [message = -1, block = -1] = (place.match(/\d+/g) ?? []).map(Number)
  if (!isObject(body) || !/^(?:messages|input)\b/.test(place)) return undefined
  const list = isList(body.messages) ? body.messages : body.input
  const item = isList(list) ? list[message] : undefined
  const { content, reasoning_details: details } = isObject(item) ? item : {}
  const blocks = place.includes('reasoning_details') ? details : content
  const named = isList(blocks) && place.startsWith('messages') ? blocks[block] : item
  if (!isObject(named)) return undefined
  return sealIn(named)
}

function sealIn({ signature, data, encrypted_content }: JsonObject): string | undefined {
  return [signature, data, encrypted_content].find((each) => typeof each === 'string')
}

function sealsOf(message: Message): readonly string[] {
  if (message.role !== 'assistant') return []
  const beside = message.residue?.format === 'openai-chat' ? message.residue.fields.extra : undefined
  const details = isObject(beside) && isList(beside.reasoning_details) ? beside.reasoning_details : []
  const sealed = details.flatMap((detail) => (isObject(detail) ? (sealIn(detail) ?? []) : []))
  const thought = message.parts.flatMap((part) => {
    if (part.type !== 'thinking') return []
    const extra = part.residue?.fields.extra
    const id = isObject(extra) && typeof extra.id === 'string' ? [extra.id] : []
    return [part.signature, part.redacted, part.encrypted, ...id].filter((seal) => seal !== undefined)
  })
  return [...sealed, ...thought]
}

/** A long seal is named by its beginning and its end. */
function isNamed(seal: string, name: string): boolean {
  const [start = '', end] = name.split('...')
  return end === undefined ? seal === name : seal.startsWith(start) && seal.endsWith(end)
}

import { isList, isObject, type Json } from '../json.ts'
import type { Message } from '../message/message.ts'

/** The first message whose thinking a refusal names, or `undefined` where it cannot be told which one is meant. */
export function findRefused(place: string, body: Json, messages: readonly Message[]): number | undefined {
  const seal = sealAt(place, body)
  const at = messages.findIndex((message) => sealsOf(message).some((each) => isNamed(each, seal ?? place)))
  return at < 0 ? undefined : at
}

/** What stands at a path of the request that was sent, as far as the path is one. */
function sealAt(place: string, body: Json): string | undefined {
  const [message = -1, block = -1] = (place.match(/\d+/g) ?? []).map(Number)
  if (!isObject(body) || !/^(?:messages|input)\b/.test(place)) return undefined
  const list = isList(body.messages) ? body.messages : body.input
  const item = isList(list) ? list[message] : undefined
  const content = isObject(item) ? item.content : undefined
  const named = isList(content) && place.startsWith('messages') ? content[block] : item
  if (!isObject(named)) return undefined
  return [named.signature, named.data, named.encrypted_content].find((each) => typeof each === 'string')
}

function sealsOf(message: Message): readonly string[] {
  if (message.role !== 'assistant') return []
  return message.parts.flatMap((part) => {
    if (part.type !== 'thinking') return []
    const extra = part.residue?.fields.extra
    const id = isObject(extra) && typeof extra.id === 'string' ? [extra.id] : []
    return [part.signature, part.redacted, part.encrypted, ...id].filter((seal) => seal !== undefined)
  })
}

/** A long seal is named by its beginning and its end. */
function isNamed(seal: string, name: string): boolean {
  const [start = '', end] = name.split('...')
  return end === undefined ? seal === name : seal.startsWith(start) && seal.endsWith(end)
}

import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Answer } from './answer.ts'
import type { Api } from './api.ts'
import type { Accepted } from './judge-request.ts'
import type { ServerRefusal } from './server-refusal.ts'

/** The Responses API's memory of its replies, so that a request can continue from one by its id. */
export interface ResponseMemory {
  /** The body with all that it only refers to. */
  recall(api: Api, key: string, body: Json): { readonly body: Json } | { readonly refusal: ServerRefusal }
  keep(accepted: Accepted, answer: Answer): void
}

/** Each reply holds the whole conversation before it, so only the latest are kept. */
const keptResponses = 100

export function createResponseMemory(): ResponseMemory {
  const items = new Map<string, readonly Json[]>()
  const itemOf = (key: string, id: Json | undefined): Json | undefined => {
    const lists = [...items].filter(([name]) => name.startsWith(`${key}\n`)).map(([, list]) => list)
    return lists.flat().find((item) => isObject(item) && item.id === id)
  }
  /** The body with the items that it only names. */
  const resolve = (key: string, body: JsonObject): ReturnType<ResponseMemory['recall']> => {
    if (body.store === false || !isList(body.input) || !body.input.some(isReference)) return { body }
    const input = body.input.map((item) => (isReference(item) ? itemOf(key, item.id) : item))
    const missing = input.indexOf(undefined)
    const named = body.input[missing]
    if (isObject(named)) return { refusal: { kind: 'stored-unknown', what: 'Item', id: String(named.id) } }
    return { body: { ...body, input: input.filter((item) => item !== undefined) } }
  }
  return {
    recall: (api, key, body) => {
      if (api.name !== 'openai-responses' || !isObject(body)) return { body }
      const { previous_response_id: id, conversation, ...own } = body
      const talk = isObject(conversation) ? conversation.id : conversation
      if (typeof id !== 'string' && typeof talk === 'string') {
        return { refusal: { kind: 'stored-unknown', what: 'Conversation', id: talk } }
      }
      if (typeof id !== 'string' || typeof talk === 'string') return resolve(key, body)
      const before = items.get(`${key}\n${id}`)
      if (before === undefined) return { refusal: { kind: 'response-unknown', id } }
      return resolve(key, { ...own, input: [...before, ...inputOf(own)] })
    },
    keep: ({ api, key, body }, answer) => {
      if (api.name !== 'openai-responses' || body.store === false) return
      const { id, output } = api.reply(answer)
      if (typeof id !== 'string' || !isList(output)) return
      items.set(`${key}\n${id}`, [...inputOf(body), ...output])
      const [oldest] = items.keys()
      if (items.size > keptResponses && oldest !== undefined) items.delete(oldest)
    },
  }
}

/** With `store: false` a reference is wrong in itself, and judged as such. */
function isReference(item: Json): item is JsonObject {
  return isObject(item) && item.type === 'item_reference'
}

function inputOf({ input }: JsonObject): readonly Json[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return isList(input) ? input : []
}

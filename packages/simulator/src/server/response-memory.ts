import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core'
import type { Answer } from './answer.ts'
import type { Api } from './api.ts'
import type { Accepted } from './judge.ts'
import type { Refusal } from './refusal.ts'

/** What the Responses API remembers of its replies, so that a request can go on from one by its id. */
export interface ResponseMemory {
  /** The body with all that it only refers to. */
  recall(api: Api, key: string, body: Json): { readonly body: Json } | { readonly refusal: Refusal }
  keep(accepted: Accepted, answer: Answer): void
}

/** Each reply holds the whole conversation before it, so only the latest are kept. */
const keptResponses = 100

export function createResponseMemory(): ResponseMemory {
  const items = new Map<string, readonly Json[]>()
  return {
    recall: (api, key, body) => {
      if (api.name !== 'openai-responses' || !isObject(body)) return { body }
      const { previous_response_id: id, ...own } = body
      if (typeof id !== 'string') return { body }
      const before = items.get(`${key}\n${id}`)
      if (before === undefined) return { refusal: { kind: 'response-unknown', id } }
      return { body: { ...own, input: [...before, ...inputOf(own)] } }
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

function inputOf({ input }: JsonObject): readonly Json[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return isList(input) ? input : []
}

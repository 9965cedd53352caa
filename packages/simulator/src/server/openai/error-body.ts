import type { JsonObject } from '@palimpsest/core/json'
import type { Worded } from '../server-refusal.ts'

/** An error as both of OpenAI's APIs shape it. */
export function errorBody({ message, type, param, code }: Worded): JsonObject {
  return { error: { message, type, param: param ?? null, code: code ?? null } }
}

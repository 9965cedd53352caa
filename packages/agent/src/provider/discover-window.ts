import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'

/** Asks a server for a JSON value; any failure counts as no answer. */
export interface Inquiry {
  get(url: string): Promise<unknown>
  post(url: string, body: JsonObject): Promise<unknown>
}

/**
 * The window of a model as a compatible server reports it. Servers that load a model with less than it could take
 * say so in their own API; that number takes precedence, as it is the one that cuts.
 */
export async function discoverWindow(baseUrl: string, model: string, server: Inquiry): Promise<number | undefined> {
  const { origin } = new URL(baseUrl)
  const [listed, loaded, shown, running] = await Promise.all([
    asJson(server.get(`${baseUrl.replace(/\/$/, '')}/models`)),
    asJson(server.get(`${origin}/api/v0/models`)),
    asJson(server.post(`${origin}/api/show`, { model })),
    asJson(server.get(`${origin}/api/ps`)),
  ])
  return lmStudio(loaded, model) ?? ollama(shown, running, model) ?? listedWindow(listed, model)
}

async function asJson(asking: Promise<unknown>): Promise<JsonObject> {
  const answer = (await asking.catch(() => undefined)) as Json | undefined
  return isObject(answer) ? answer : {}
}

/** `/models` as OpenRouter, vLLM, llama.cpp, Groq and others fill it. */
export function listedWindow(list: JsonObject, model: string): number | undefined {
  const entry = entryOf(list.data, model, 'id')
  const top = isObject(entry.top_provider) ? entry.top_provider : {}
  const meta = isObject(entry.meta) ? entry.meta : {}
  return firstCount([
    top.context_length,
    entry.context_length,
    entry.max_model_len,
    entry.context_window,
    entry.max_context_length,
    entry.max_input_tokens,
    meta.n_ctx,
    meta.n_ctx_train,
  ])
}

function lmStudio(list: JsonObject, model: string): number | undefined {
  const entry = entryOf(list.data, model, 'id')
  return firstCount([entry.loaded_context_length, entry.max_context_length])
}

/** Takes the running window, else that of the model file, else the most the model could take. */
function ollama(shown: JsonObject, running: JsonObject, model: string): number | undefined {
  const now = entryOf(running.models, model, 'name')
  const set = typeof shown.parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(shown.parameters)?.[1] : undefined
  const info = isObject(shown.model_info) ? Object.entries(shown.model_info) : []
  const most = info.find(([name]) => name.endsWith('.context_length'))?.[1]
  return firstCount([now.context_length, set === undefined ? undefined : Number(set), most])
}

function entryOf(list: Json | undefined, model: string, field: string): JsonObject {
  const entries = isList(list) ? list.filter((item) => isObject(item)) : []
  const named = (name: string) => entries.find((entry) => entry[field] === name)
  return named(model) ?? named(`${model}:latest`) ?? {}
}

/** Less is a misreading, or of no use to an agent. */
const leastTokens = 1_000

function firstCount(values: readonly (Json | undefined)[]): number | undefined {
  return values.find((value): value is number => typeof value === 'number' && value >= leastTokens)
}

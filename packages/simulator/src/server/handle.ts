import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { isFailure } from '@palimpsest/core/errors'
import { refuseForeign } from '@palimpsest/core/http'
import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Catalogue } from '@palimpsest/core/models'
import { anthropicApi, asCountable } from './anthropic/anthropic-api.ts'
import { refuseHeaders } from './anthropic/refuse-headers.ts'
import type { Api } from './api.ts'
import { type Clock, readDuration } from './clock.ts'
import { type Fault, readFaultHeader } from './fault.ts'
import { type Accepted, type Bench, judgeRequest } from './judge-request.ts'
import { keyOf, refuseKey } from './key-of.ts'
import { anthropicModel, anthropicModelsList, openAiModel, openAiModels } from './models-list.ts'
import { chatApi } from './openai/chat-api.ts'
import { responsesApi } from './openai/responses-api.ts'
import type { CallOutcome, IncomingCall } from './provider.ts'
import { readBody } from './read-body.ts'
import { sendAnswer, sendJson, sendRefusal } from './send.ts'
import type { ServerRefusal } from './server-refusal.ts'

/** The backend of the paths. */
export interface Handler extends Bench {
  readonly call: (call: IncomingCall) => CallOutcome
  readonly keys: readonly string[] | undefined
  readonly maxBodyBytes: number
  /** Time for which an answer is held back. */
  readonly holdMs: number
  readonly clock: Clock
}

const calls: ReadonlyMap<string, Api> = new Map([
  ['/v1/messages', anthropicApi],
  ['/v1/chat/completions', chatApi],
  ['/v1/responses', responsesApi],
])

/** Answers one HTTP request. */
export async function handle(request: IncomingMessage, response: ServerResponse, handler: Handler): Promise<void> {
  const { pathname, searchParams } = targetOf(request)
  const path = pathname.replace(/(?<=.)\/$/, '')
  const api = request.method === 'POST' ? calls.get(path) : undefined
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const foreign = refuseForeign({ ...request.headers, host: hostsOf(request) })
  if (foreign !== undefined) refuse(response, dialect(request, path), { kind: 'foreign', message: foreign })
  else if (isWebSocket(request)) refuse(response, dialect(request, path), { kind: 'upgrade-refused' })
  else if (isGreeting(request, path)) sendJson(response, 200, { message: 'hello' })
  else if (api !== undefined) await handleCall(request, response, { api, handler })
  else if (request.method === 'POST' && path === '/v1/messages/count_tokens')
    await countTokens(request, response, handler)
  else if (request.method === 'POST' && path === '/simulate/advance')
    advanceClock(response, searchParams.get('by') ?? '', handler)
  else if (isRead && /^\/v1\/models(\/.+)?$/.test(path)) listModels(request, response, { path, handler })
  else refuse(response, dialect(request, path), { kind: 'path-unknown', method: request.method ?? 'GET', path })
}

const root = 'http://localhost'

/** Returns a request's URL; an unreadable one leads nowhere. Two leading slashes would be taken for a host. */
function targetOf({ url = '' }: IncomingMessage): URL {
  const target = url.replace(/^\/+/, '/')
  return new URL(URL.canParse(target, root) ? target : '', root)
}

/** All that a request names as its host, in its headers and before the path of a whole address; a sound one names one. */
function hostsOf({ url = '', headersDistinct }: IncomingMessage): string {
  const inTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.slice(1) ?? []
  return [...new Set([...(headersDistinct.host ?? []), ...inTarget])].join(', ')
}

/** Clients see whether there is anybody before they say anything. */
function isGreeting({ method }: IncomingMessage, path: string): boolean {
  return method === 'HEAD' ? path === '/' || path === '/api/hello' : method === 'GET' && path === '/api/hello'
}

/** Clients that would rather talk over a WebSocket fall back to POST where they are refused one. */
function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

interface Place {
  readonly api: Api
  readonly handler: Handler
}

async function handleCall(request: IncomingMessage, response: ServerResponse, { api, handler }: Place): Promise<void> {
  const key = keyOf(request.headers)
  const read = await readBody(request, handler.maxBodyBytes)
  const fault = faultOf(request)
  const refusal =
    refuseKey(key, handler.keys) ??
    ('refusal' in read ? read.refusal : undefined) ??
    (api === anthropicApi ? refuseHeaders(request.headers, 'body' in read ? read.body : null) : undefined) ??
    (fault && 'refusal' in fault ? fault.refusal : undefined)
  const outcome = handler.call({
    api,
    key,
    body: 'body' in read ? read.body : undefined,
    ...(refusal && { refusal }),
    ...(fault && 'fault' in fault && { fault: fault.fault }),
  })
  switch (outcome.kind) {
    case 'refused':
      sendRefusal(response, api, outcome.worded, outcome.n)
      break
    case 'silent':
      if (outcome.fault.kind === 'disconnect') request.socket.destroy()
      break
    case 'answered':
      if (handler.holdMs > 0) await pass(handler.holdMs, undefined, { ref: false })
      sendAnswer(response, api, outcome.answer, outcome.fault)
  }
}

function faultOf({ headers }: IncomingMessage): { fault: Fault } | { refusal: ServerRefusal } | undefined {
  const header = headers['x-simulate']
  if (typeof header !== 'string') return undefined
  try {
    return { fault: readFaultHeader(header) }
  } catch (error) {
    if (!isFailure(error, 'wire/malformed')) throw error
    return { refusal: { kind: 'invalid', message: `x-simulate: ${error.message}` } }
  }
}

async function countTokens(request: IncomingMessage, response: ServerResponse, handler: Handler): Promise<void> {
  const key = keyOf(request.headers)
  const read = await readBody(request, handler.maxBodyBytes)
  const counted = refuseKey(key, handler.keys) ?? ('refusal' in read ? read.refusal : count(read.body))
  if ('kind' in counted) refuse(response, anthropicApi, counted)
  else sendJson(response, 200, { ...counted })

  function count(body: Json): ServerRefusal | TokenCount {
    const refusal = refuseHeaders(request.headers, body)
    const countable = refusal ? { refusal } : asCountable(body)
    if ('refusal' in countable) return countable.refusal
    const verdict = judgeRequest({ api: anthropicApi, key, body: countable.body }, handler)
    if (!('kind' in verdict)) return countOf(verdict, countable.body)
    // A prompt may be counted that is too long to be sent.
    return 'promptTokens' in verdict ? { input_tokens: verdict.promptTokens } : verdict
  }
}

interface TokenCount {
  readonly input_tokens: number
  readonly context_management?: { readonly original_input_tokens: number }
}

/** Reports the tokens of a conversation both with and without the parts that are left out, if any are. */
function countOf({ weighed, applied }: Accepted, body: Json): TokenCount {
  const count = { input_tokens: weighed.tokens }
  if (!isObject(body) || !isObject(body.context_management)) return count
  const cleared = applied.reduce((sum, { cleared_input_tokens: tokens }) => sum + Number(tokens), 0)
  return { ...count, context_management: { original_input_tokens: weighed.tokens + cleared } }
}

/** No calendar goes further. */
const lastMs = 8_640_000_000_000_000

/** Not a provider's path: it is how a test lets a cache expire without waiting, and takes no key. */
function advanceClock(response: ServerResponse, by: string, { clock }: Handler): void {
  const ms = readDuration(by)
  if (ms === undefined || clock.now() + ms > lastMs) {
    const message = `by: expected a duration such as 90s, 6m or 1h30m, not '${by.slice(0, 100)}'`
    sendJson(response, 400, { error: { type: 'simulator_error', message } })
    return
  }
  clock.advance(ms)
  sendJson(response, 200, { advanced_ms: ms, now: new Date(clock.now()).toISOString() })
}

function listModels(request: IncomingMessage, response: ServerResponse, { path, handler }: Listing): void {
  const api = dialect(request, path)
  const name = decoded(path.slice('/v1/models/'.length))
  const found = describeModels(api, name, handler.catalogue)
  const refusal = refuseKey(keyOf(request.headers), handler.keys)
  if (refusal !== undefined) refuse(response, api, refusal)
  else if (found === undefined) refuse(response, api, { kind: 'model-unknown', model: name })
  else sendJson(response, 200, found)
}

/** Returns the text as is if it is not properly encoded: no model has such a name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Listing {
  readonly path: string
  readonly handler: Handler
}

function describeModels(api: Api, name: string, catalogue: Catalogue): JsonObject | undefined {
  if (name === '') return api === anthropicApi ? anthropicModelsList(catalogue) : openAiModels(catalogue)
  const model = catalogue.find(name)
  if (model === undefined || !api.serves(model, name)) return undefined
  return api === anthropicApi ? anthropicModel(model) : openAiModel(model)
}

/** On paths that both have, a request to Anthropic is known by its header. */
function dialect({ headers }: IncomingMessage, path: string): Api {
  const isAnthropic = headers['anthropic-version'] !== undefined || /^\/v1\/messages(\/|$)/.test(path)
  return isAnthropic ? anthropicApi : chatApi
}

function refuse(response: ServerResponse, api: Api, refusal: ServerRefusal): void {
  sendRefusal(response, api, api.word(refusal), 0)
}

import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '@palimpsest/core/json'
import { type EntryId, entryId } from '@palimpsest/core/log'
import type { ConversationId, GatewayStore, NewArrival } from '@palimpsest/core/store'
import { uuidv7 } from 'uuidv7'
import { saidInText } from '../events/find-answer.ts'
import { type ArrivalBody, readArrivalBody, writeArrivalBody } from '../inbound/arrival-body.ts'
import { ApiError } from './api-error.ts'
import { tooMany } from './guard-requests.ts'
import type { HttpContext, HttpDeps } from './http-env.ts'

/** An arrival over HTTP that is durable. */
export interface PutEntry {
  readonly entry: EntryId
  readonly isNew: boolean
  /** The name of what was put, by which the inbox knows it. */
  readonly source: string
  /** The id of an event before those that tell how it is dealt with. */
  readonly after: number
}

/** What is put, and whether somebody waits for how it ends. */
export interface PutRequest {
  readonly conversation: ConversationId
  readonly body: ArrivalBody
  readonly isAwaited: boolean
}

/** Makes an arrival durable, once for each idempotency key. */
export async function putArrival(context: HttpContext, deps: HttpDeps, request: PutRequest): Promise<PutEntry> {
  const { store, now, metrics } = deps
  const { conversation, body, isAwaited } = request
  const key = keyOf(context) ?? uuidv7()
  const wait = deps.limiter.take(`conversation ${conversation}`, deps.limits.messagesPerMinute)
  if (wait > 0) throw tooMany('There are too many messages for this conversation.', wait)
  if (await deps.pressure.isHigh()) throw backlogged()
  const minted = entryId(uuidv7())
  // Only the log knows its last id: an event of our own marks the place after which to look.
  const mark = isAwaited ? await store.events.append(conversation, [{ kind: 'arriving', entry: minted }], now()) : 0
  const source = `web:${conversation}:${encodeURIComponent(key)}`
  const arrival = { entry: minted, conversation, source, body: writeArrivalBody(body), at: now() }
  const [put = { entry: minted, isNew: true }] = await store.inbox.put([arrival])
  metrics.puts.inc({ channel: body.channel, outcome: put.isNew ? 'new' : 'repeat' })
  if (!put.isNew && !(await mayBeRepeat(store, put.entry, arrival))) throw reused(put.entry)
  return { ...put, source, after: put.isNew ? mark : 0 }
}

/**
 * False when a key came before with other words. Those of what waits are in the inbox, and those of a message that was dealt
 * with are in the log; what a command said is not kept.
 */
async function mayBeRepeat({ inbox, message }: GatewayStore, entry: EntryId, again: NewArrival): Promise<boolean> {
  const waiting = await inbox.waiting(again.source)
  if (waiting !== undefined) return isDeepStrictEqual(wordsIn(waiting.body), wordsIn(again.body))
  const said = await message(entry)
  const words = readArrivalBody(again.body)
  if (said === undefined) return true
  if (words === undefined || words.kind === 'command') return false
  return saidInText(said.message) === saidInText(words.message)
}

/** All but who said it. */
function wordsIn({ kind, message, text }: JsonObject): Json {
  return JSON.parse(JSON.stringify([kind, message ?? text]))
}

function reused(entry: EntryId): ApiError {
  const message = 'This Idempotency-Key came before with something else. Nothing was taken.'
  return new ApiError(409, { code: 'key-reused', message, fields: { entry } })
}

const keyRule = /^[!-~]{1,200}$/

function keyOf(context: HttpContext): string | undefined {
  const key = context.req.header('idempotency-key')
  if (key === undefined || keyRule.test(key)) return key
  const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters.'
  throw new ApiError(400, { code: 'bad-key', message })
}

function backlogged(): ApiError {
  const message = 'Too many messages wait already. Nothing was taken.'
  return new ApiError(503, { code: 'backlogged', message, retryInMs: 5_000 })
}

import { type EntryId, entryId } from '@palimpsest/core/log'
import type { ConversationId } from '@palimpsest/core/store'
import { uuidv7 } from 'uuidv7'
import { type ArrivalBody, writeArrivalBody } from '../inbound/arrival-body.ts'
import { ApiError } from './api-error.ts'
import { tooMany } from './guard-requests.ts'
import type { HttpContext, HttpDeps } from './http-env.ts'

/** An arrival over HTTP that is durable. */
export interface PutEntry {
  readonly entry: EntryId
  readonly isNew: boolean
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
  return { ...put, after: put.isNew ? mark : 0 }
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

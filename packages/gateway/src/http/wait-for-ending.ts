import type { ConversationId } from '@palimpsest/core/store'
import type { ArrivalEnding } from '../events/arrival-ending.ts'
import { awaitEnding } from '../events/await-ending.ts'
import { ApiError } from './api-error.ts'
import { stopping } from './guard-requests.ts'
import type { HttpContext, HttpDeps } from './http-env.ts'
import { endingGone, knownEnding, searchEnding } from './known-ending.ts'
import type { PutEntry } from './put-arrival.ts'

/** Waits until an arrival is dealt with, for as long as the client stays. */
export async function waitForEnding(
  { env }: HttpContext,
  deps: HttpDeps,
  conversation: ConversationId,
  put: PutEntry,
): Promise<ArrivalEnding> {
  const { store, limits, streams } = deps
  const known = put.isNew ? 'waiting' : await knownEnding(store, conversation, put)
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, limits.waitMs)
  const forget = streams.onBye(abort)
  env.outgoing.once('close', abort)
  if (streams.isOver()) abort()
  const ending = known === 'waiting' ? await nextEnding(deps, conversation, put, controller.signal) : known
  clearTimeout(timer)
  forget()
  abort()
  env.outgoing.off('close', abort)
  if (ending === 'gone') throw endingGone(put)
  if (ending !== undefined) return ending
  const { entry } = put
  if (streams.isOver()) throw stopping({ entry })
  const message = 'It is kept and will be answered, but not yet. Ask again with the same Idempotency-Key.'
  throw new ApiError(504, { code: 'not-yet', message, fields: { entry } })
}

function nextEnding(
  { hub, store, lookMs }: HttpDeps,
  conversation: ConversationId,
  put: PutEntry,
  signal: AbortSignal,
): Promise<ArrivalEnding | 'gone' | undefined> {
  const { entry, after } = put
  return Promise.race([
    awaitEnding(hub, { conversation, entry, after }, signal),
    searchEnding(store, { conversation, put, everyMs: lookMs }, signal),
  ])
}

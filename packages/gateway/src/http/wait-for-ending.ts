import type { ConversationId } from '@palimpsest/core/store'
import type { ArrivalEnding } from '../events/arrival-ending.ts'
import { awaitEnding } from '../events/await-ending.ts'
import { ApiError } from './api-error.ts'
import { stopping } from './guard-requests.ts'
import type { HttpContext, HttpDeps } from './http-env.ts'
import { knownEnding } from './known-ending.ts'
import type { PutEntry } from './put-arrival.ts'

/** Waits until an arrival is dealt with, for as long as the client stays. */
export async function waitForEnding(
  { env }: HttpContext,
  { hub, store, limits, streams }: HttpDeps,
  conversation: ConversationId,
  { entry, isNew, after }: PutEntry,
): Promise<ArrivalEnding> {
  const known = isNew ? undefined : await knownEnding(store, conversation, entry)
  if (known !== undefined) return known
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, limits.waitMs)
  const forget = streams.onBye(abort)
  env.outgoing.once('close', abort)
  const ending = await awaitEnding(hub, { conversation, entry, after }, controller.signal)
  clearTimeout(timer)
  forget()
  env.outgoing.off('close', abort)
  if (ending !== undefined) return ending
  if (streams.isOver()) throw stopping()
  const message = 'It is kept and will be answered, but not yet. Ask again with the same Idempotency-Key.'
  throw new ApiError(504, { code: 'not-yet', message, fields: { entry } })
}

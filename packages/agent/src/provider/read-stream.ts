import { Failure, isFailure } from '@palimpsest/core/errors'
import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import { type BilledUsage, promptTokens, readUsage, type UsageApi } from '@palimpsest/core/tokens'
import { errorWords, type Reply, readReply, type StreamProtocol } from '@palimpsest/core/wire'
import type { Wire } from './with-idle-timeout.ts'

export interface StreamOptions {
  readonly api: UsageApi
  readonly protocol: StreamProtocol
  /** Looks at an event as it comes. */
  onEvent(event: JsonObject): void
  readonly wire: Wire
}

/** SDKs neither try again nor print by themselves: both are decided by those who know the conversation. */
export const quietly = { maxRetries: 0, logLevel: 'off' } as const

/** A question about a model is answered at once, or another way is taken. */
export const inquiryMs = 3_000

/** Sends a request whose answer is a stream. */
export async function openStream(send: () => Promise<unknown>, wire: Wire): Promise<AsyncIterable<unknown>> {
  try {
    return (await send()) as AsyncIterable<unknown>
  } catch (error) {
    wire.signal.throwIfAborted()
    throw wire.refuse(error)
  }
}

/** Folds a stream of events into a reply. One that breaks off is refused: nothing of it may be taken for an answer. */
export async function readStream(events: AsyncIterable<unknown>, options: StreamOptions): Promise<Reply> {
  const { api, protocol, onEvent } = options
  let state = protocol.start
  const paid = (refusal: Failure<'provider/refused'>) => withUsage(refusal, readUsage(api, state.body?.usage))
  const wire: Wire = { ...options.wire, refuse: (error) => paid(options.wire.refuse(error)) }
  const checkSignal = () => {
    if (!wire.signal.aborted) return
    const { reason } = wire.signal
    throw isFailure(reason, 'provider/refused') ? paid(reason) : reason
  }
  let stray: Json | undefined
  try {
    for await (const event of events)
      for (const piece of isList(event) ? event : [event as Json]) {
        if (isStray(piece)) stray = piece
        if (!isObject(piece)) continue
        onEvent(piece)
        state = protocol.step(state, piece)
      }
  } catch (error) {
    checkSignal()
    throw isReport(error) ? wire.refuse(error) : broken(error, wire)
  }
  checkSignal()
  if (state.error !== undefined) throw wire.refuse({ error: state.error.event })
  const { body, complete } = protocol.finish(state)
  if (!complete) throw wire.refuse(stray === undefined ? endedEarly(wire) : { error: stray })
  return readReply(api, body)
}

/** The prompt of an answer that broke off was read, and is billed. */
function withUsage(refusal: Failure<'provider/refused'>, usage: BilledUsage): Failure<'provider/refused'> {
  const { message, detail, cause } = refusal
  return promptTokens(usage) === undefined
    ? refusal
    : new Failure('provider/refused', message, { ...detail, usage }, cause)
}

/** No protocol knows it, so it may be why the answer never came: SDKs drop the name of an event, be it `error`. */
function isStray(event: Json): boolean {
  if (!isObject(event)) return typeof event === 'string'
  return event.type === undefined && event.choices === undefined && errorWords(event).message !== ''
}

/** An SDK throws what a provider reported inside of a stream, and keeps it. */
function isReport(error: unknown): boolean {
  const { error: reported } = (typeof error === 'object' && error !== null ? error : {}) as { readonly error?: unknown }
  return reported !== undefined && reported !== null
}

/** A response that never was a stream says why. */
function endedEarly(wire: Wire): object {
  if (wire.body.whole() !== undefined) return {}
  return new Error('The stream ended early: connection closed before the answer was complete.')
}

/** Treats anything that breaks a started answer, even bad bytes, as a connection fault, unless it is words. */
function broken(error: unknown, wire: Wire): Failure<'provider/refused'> {
  const words = error instanceof SyntaxError ? wire.body.lastWords() : undefined
  if (words !== undefined) return wire.refuse({ error: words })
  const message = error instanceof Error ? error.message : String(error)
  return wire.refuse({ message: `The answer broke off (connection closed): ${message}`, code: 'ECONNRESET' })
}

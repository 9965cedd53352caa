import {
  type Failure,
  isObject,
  type JsonObject,
  type Reply,
  readReply,
  type StreamProtocol,
  type UsageApi,
} from '@palimpsest/core'
import { refused } from './refused.ts'

export interface StreamOptions {
  readonly api: UsageApi
  readonly protocol: StreamProtocol
  /** Looks at an event as it comes. */
  onEvent(event: JsonObject): void
  readonly signal: AbortSignal
}

/** SDKs neither try again nor print by themselves: both are decided by those who know the conversation. */
export const quietly = { maxRetries: 0, logLevel: 'off' } as const

/** A question about a model is answered at once, or another way is taken. */
export const inquiryMs = 3_000

/** Sends a request whose answer is a stream. */
export async function openStream(
  send: () => Promise<unknown>,
  api: UsageApi,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  try {
    return (await send()) as AsyncIterable<unknown>
  } catch (error) {
    signal.throwIfAborted()
    throw refused(error, api)
  }
}

/** Folds a stream of events into a reply. One that breaks off is refused: nothing of it may be taken for an answer. */
export async function readStream(events: AsyncIterable<unknown>, options: StreamOptions): Promise<Reply> {
  const { api, protocol, onEvent, signal } = options
  let state = protocol.start
  try {
    for await (const event of events) {
      if (!isObject(event)) continue
      onEvent(event)
      state = protocol.step(state, event)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw broken(error, api)
  }
  signal.throwIfAborted()
  if (state.error !== undefined) throw refused({ error: state.error }, api)
  const { body, complete } = protocol.finish(state)
  if (!complete)
    throw refused(new Error('The stream ended early: connection closed before the answer was complete.'), api)
  return readReply(api, body)
}

/** Whatever breaks an answer that had begun, bytes that make no sense included, is a matter of the line. */
function broken(error: unknown, api: UsageApi): Failure<'provider/refused'> {
  const message = error instanceof Error ? error.message : String(error)
  return refused({ message: `The answer broke off (connection closed): ${message}`, code: 'ECONNRESET' }, api)
}

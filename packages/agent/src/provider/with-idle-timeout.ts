import type { Failure } from '@palimpsest/core/errors'
import type { UsageApi } from '@palimpsest/core/tokens'
import { type BodyKeeper, createBodyKeeper, type KeptBody } from './keep-body.ts'
import { type Patience, patienceDefaults } from './patience.ts'
import { providerRefused } from './provider-refused.ts'

/** Marks a refusal that nobody uttered. */
export const silenceCode = 'SILENCE_TIMEOUT'

/** The connection of a call. */
export interface Wire {
  readonly signal: AbortSignal
  /** Notes each sign of life. SDKs keep pings and comments to themselves, so it is listened below them. */
  readonly fetch: typeof fetch
  /** The body received last, for callers that got no answer out of it. */
  readonly body: KeptBody
  /** Makes a refusal of what an SDK threw, in the provider's own words. */
  refuse(error: unknown): Failure<'provider/refused'>
}

/** On whose behalf a call is made. */
export interface IdleCaller {
  readonly api: UsageApi
  readonly patience?: Patience | undefined
  /** The key; it never appears in the text of an error. */
  readonly secret?: string
}

/**
 * Works on a wire that ends when the caller aborts, with the caller's reason, and when nothing is received for too
 * long, as a time-out. An SDK leaves listeners on the signal of each call, so a long-lived signal is never handed
 * to it.
 */
export async function withIdleTimeout<T>(
  { api, patience = {}, secret }: IdleCaller,
  signal: AbortSignal,
  work: (wire: Wire) => Promise<T>,
): Promise<T> {
  const { firstMs, nextMs } = { ...patienceDefaults, ...patience }
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const fallSilent = (ms: number) => setTimeout(() => own.abort(silent(ms, api)), ms)
  let timer = fallSilent(firstMs)
  const hear = () => {
    clearTimeout(timer)
    timer = fallSilent(nextMs)
  }
  let body = createBodyKeeper(true)
  const listen = (isOk: boolean) => {
    body = createBodyKeeper(isOk)
    return body
  }
  const refuse = (error: unknown) => providerRefused(error, { api, body: body.whole(), secret })
  const kept: KeptBody = { whole: () => body.whole(), lastWords: () => body.lastWords() }
  try {
    return await work({ signal: own.signal, fetch: listening(hear, listen, own.signal), body: kept, refuse })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function silent(ms: number, api: UsageApi) {
  const message = `The answer timed out: nothing was heard for ${Math.ceil(ms / 1_000)} s.`
  return providerRefused({ message, code: silenceCode }, { api })
}

function listening(hear: () => void, listen: (isOk: boolean) => BodyKeeper, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const body = listen(response.ok)
    if (response.body === null) return response
    const ears = new TransformStream<Uint8Array, Uint8Array>({
      // A body whose last bytes have come may neither end nor fail once its request is aborted.
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
      transform: (bytes, controller) => {
        hear()
        const isWanted = body.take(bytes)
        controller.enqueue(bytes)
        if (!response.ok && !isWanted) controller.terminate()
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(ears), { status, statusText, headers })
  }
}

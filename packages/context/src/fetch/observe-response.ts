import type { Prepared } from '../prepare/prepared.ts'
import type { WireFormat } from '../wire/wire-body.ts'
import { readEvents } from './read-events.ts'

/** How the answer to a request is read. */
export interface ResponseKind {
  readonly format: WireFormat
  readonly signal: AbortSignal | undefined
}

/**
 * Reads a copy of a response while its caller reads the response itself. Settles when the answer is noted, and never
 * rejects.
 */
export function observeResponse(response: Response, prepared: Prepared<object>, kind: ResponseKind): Promise<void> {
  return note(response.clone(), prepared, kind).catch(() => undefined)
}

async function note(copy: Response, prepared: Prepared<object>, { format, signal }: ResponseKind): Promise<void> {
  const type = copy.headers.get('content-type') ?? ''
  if (copy.body === null || format === 'ai-sdk') return
  if (isStream(copy)) {
    const { body, complete } = await readEvents(copy.body, format, signal)
    if (body === undefined) return
    // What broke off may or may not become part of the history; what was counted for it counts.
    if (complete) await prepared.observe(body)
    else if (body.usage !== undefined) await prepared.observe({ usage: body.usage })
    return
  }
  if (!type.includes('json')) {
    await copy.body.cancel()
    return
  }
  const body: unknown = await copy.json()
  if (typeof body === 'object' && body !== null) await prepared.observe(body)
}

/** The answer comes in pieces, and its caller does not wait for the end. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true
}

/** A host that drops a stream and asks anew does not wait for it. */
const patienceMs = 1_000

/** Waits for the last answer to be noted, but not for long. */
export async function afterAnswer(noted: Promise<void> | undefined): Promise<void> {
  if (noted === undefined) return
  let timer: NodeJS.Timeout | undefined
  const later = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([noted, later])
  clearTimeout(timer)
}

/** A time limit for foreign work. */
export interface TimeLimit {
  readonly limitMs: number
  /** Lets the caller stop waiting. */
  readonly signal?: AbortSignal
  /** Time since the work last showed activity. With it, the limit is one on silence. */
  idleMs?(): number
}

/**
 * Waits for foreign work, but no longer than the limit, and not beyond an abort. The work is then signalled to
 * stop; anything it still does or throws is ignored. Rejects with what the work threw, with the reason of the
 * abort, or with an `Error` that says how long it waited.
 */
export async function withinLimit<T>(work: (signal: AbortSignal) => Promise<T> | T, limit: TimeLimit): Promise<T> {
  const { signal } = limit
  signal?.throwIfAborted()
  const stop = new AbortController()
  const came = outside(limit)
  try {
    return await Promise.race([called(work, stop.signal), came.first])
  } finally {
    came.forget()
    stop.abort(signal?.aborted ? signal.reason : new Error('nobody waits any more'))
  }
}

/** A throw before the first wait is a rejection like any other. */
async function called<T>(work: (signal: AbortSignal) => Promise<T> | T, signal: AbortSignal): Promise<T> {
  return work(signal)
}

/** Rejects when time is up or the signal aborts, whichever comes first. */
function outside({ limitMs, signal, idleMs }: TimeLimit): { readonly first: Promise<never>; forget(): void } {
  let timer: NodeJS.Timeout | undefined
  let onAbort = () => {}
  const first = new Promise<never>((_, reject) => {
    const look = () => {
      const leftMs = limitMs - (idleMs?.() ?? limitMs)
      if (leftMs > 0) timer = setTimeout(look, leftMs)
      else reject(new Error(`it did not answer within ${inWords(limitMs)}`))
    }
    timer = setTimeout(look, limitMs)
    onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
  const forget = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  return { first, forget }
}

function inWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`
}

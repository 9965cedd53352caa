/** Waits for the work, but no longer than until the abort. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stop = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    // The question itself may have led to the abort, before anyone listened.
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: stop.signal })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stop.abort()
  }
}

/** Aborts when one of two does, until it is forgotten: the caller's signal may live for long. */
export function eitherSignal(
  one: AbortSignal,
  other: AbortSignal,
): { readonly signal: AbortSignal; readonly forget: () => void } {
  const joined = new AbortController()
  const listeners = [one, other].map((signal) => ({ signal, listener: () => joined.abort(signal.reason) }))
  for (const { signal, listener } of listeners) {
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  }
  const forget = () => {
    for (const { signal, listener } of listeners) signal.removeEventListener('abort', listener)
  }
  return { signal: joined.signal, forget }
}

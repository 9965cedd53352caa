import type { LeaseStore } from '@palimpsest/core/store'

export interface LeaseOptions {
  /** The name of what is leased, e.g. the compaction of one conversation. */
  readonly name: string
  /** The holder of the lease: unique to this process and task. */
  readonly holder: string
  /** Time it lasts without a heartbeat; a dead holder blocks others for at most that long. @default 30_000 */
  readonly ttlMs?: number
  /** @default Date.now */
  readonly now?: () => number
}

/** The work was done under the lease, or somebody else holds it. */
export type Leased<T> = { readonly kind: 'held'; readonly value: T } | { readonly kind: 'taken' }

/**
 * Does work that only one process at a time may do. A heartbeat renews the lease while the work runs, however long a
 * model takes; when it cannot be renewed, the signal aborts and the work must not commit.
 */
export async function withLease<T>(
  leases: LeaseStore,
  options: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Leased<T>> {
  const { name, holder, ttlMs = 30_000, now = Date.now } = options
  const take = () => leases.take(name, holder, now() + ttlMs, now())
  if (!(await take())) return { kind: 'taken' }
  const lost = new AbortController()
  const heart = setInterval(() => {
    take().then(
      (held) => held || lost.abort(new Error(`The lease ${name} went to another holder.`)),
      () => undefined, // A missed beat is no loss; the next one tells.
    )
  }, ttlMs / 3)
  try {
    return { kind: 'held', value: await work(lost.signal) }
  } finally {
    clearInterval(heart)
    await leases.release(name, holder).catch(() => undefined)
  }
}

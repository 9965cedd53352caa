import type { Breakpoint } from '../message/message.ts'

/** The time for which a provider keeps what it was asked to cache. */
export type Ttl = '5m' | '1h'

export const ttlMs: Readonly<Record<Ttl, number>> = { '5m': 5 * 60_000, '1h': 60 * 60_000 }

/** The cost of a write, relative to plain input. */
export const writeRate: Readonly<Record<Ttl, number>> = { '5m': 1.25, '1h': 2 }

/** Five minutes are the provider's default and go unsaid. */
export function breakpointOf(ttl: Ttl): Breakpoint {
  return ttl === '5m' ? {} : { ttl }
}

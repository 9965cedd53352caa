import { isObject, type Json, type JsonObject } from '../json.ts'

/** Tokens of one provider call in disjoint counts. What a provider did not say is absent, which is not zero. */
export interface Usage {
  /** Prompt tokens that were neither read from a cache nor written to one. */
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  /** Part of `output`. */
  readonly reasoning?: number
}

/** Usage with cache writes split by lifetime, which decides their price. A session keeps no sum of that. */
export interface BilledUsage extends Usage {
  /** The part of `cacheWrite` that was written to live an hour; absent where there is none. */
  readonly cacheWrite1h?: number
}

/** Counts of which the prompt is all of it, cached tokens included. */
export interface InclusiveUsage extends Omit<BilledUsage, 'input'> {
  readonly prompt?: number
}

/** A server that claims more cached tokens than it was sent is believed about the prompt, so that the sum still holds. */
export function disjoint({ prompt, cacheRead, cacheWrite, cacheWrite1h, ...others }: InclusiveUsage): BilledUsage {
  if (prompt === undefined) return known({ cacheRead, cacheWrite, cacheWrite1h, ...others })
  const read = cacheRead === undefined ? undefined : Math.min(cacheRead, prompt)
  const written = cacheWrite === undefined ? undefined : Math.min(cacheWrite, prompt - (read ?? 0))
  const hour = cacheWrite1h === undefined ? undefined : Math.min(cacheWrite1h, written ?? 0) || undefined
  const input = prompt - (read ?? 0) - (written ?? 0)
  return known({ input, cacheRead: read, cacheWrite: written, cacheWrite1h: hour, ...others })
}

/** The usage without unreported counts. */
export function known<T extends object>(usage: T): T {
  const told: Partial<T> = {}
  for (const name in usage) if (usage[name] !== undefined) told[name] = usage[name]
  return told as T
}

/** A foreign value that can be a count of tokens. */
export function tokenCount(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

export function objectInside(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

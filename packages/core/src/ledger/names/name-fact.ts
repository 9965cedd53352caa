/** A path or an identifier that was said anywhere, in whatever was read or written: what an agent may come back to. */
export interface NameFact {
  readonly text: string
  readonly kind: 'path' | 'identifier'
  readonly times: number
  /** Numbers of the first and the last message that it was in. */
  readonly first: number
  readonly last: number
  /** It was in the arguments of a call. */
  readonly asked: boolean
}

/** Messages after which a name counts half. */
const halfLife = 20
const askedWeight = 2
/** A name that came in one message alone is seldom needed again. */
const onceWeight = 0.6

/** How likely a name is needed again: what came often, lately, and in calls comes back. */
export function nameWorth({ times, first, last, asked }: Omit<NameFact, 'text' | 'kind'>, now: number): number {
  const age = Math.max(0, now - last)
  const often = 1 + Math.log2(times)
  return (often / (1 + age / halfLife)) * (asked ? askedWeight : 1) * (first === last ? onceWeight : 1)
}

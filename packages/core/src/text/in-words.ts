/** Milliseconds since the epoch; the store's `Instant`. */
type Instant = number

/** A number of tokens for people: `101,000 tokens`. */
export function tokensInWords(tokens: number): string {
  return `${Math.round(tokens).toLocaleString('en-US')} tokens`
}

/** Returns the time until then, for people: `in 8 minutes`. */
export function untilInWords(until: Instant, at: Instant): string {
  const seconds = Math.max(1, Math.ceil((until - at) / 1_000))
  if (seconds < 90) return `in ${counted(seconds, 'second')}`
  return `in ${counted(Math.ceil(seconds / 60), 'minute')}`
}

/** A number and its noun: `1 message`, `2 messages`. */
export function counted(value: number, noun: string): string {
  return `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`
}

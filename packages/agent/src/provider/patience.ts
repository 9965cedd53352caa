/** The longest a provider may be silent. Any arrival is a sign of life: text, thinking, arguments, a ping. */
export interface Patience {
  /** Until the first byte of an answer: a long prompt is read before it. @default 120_000 */
  readonly firstMs?: number
  /** Between one piece of an answer and the next. @default 120_000 */
  readonly nextMs?: number
}

export const patienceDefaults = { firstMs: 120_000, nextMs: 120_000 } as const satisfies Required<Patience>

/** A server of one's own may read a long prompt for minutes before its first word. */
export const slowFirstMs = 600_000

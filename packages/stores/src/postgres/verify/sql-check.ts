/** A query that returns `id` and `detail` of everything that is wrong. */
export interface SqlCheck {
  readonly code: string
  readonly derived?: true
  readonly sql: string
}

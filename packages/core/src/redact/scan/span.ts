/** One credential in a text, by the id of the rule that found it. */
export interface Span {
  readonly id: string
  readonly start: number
  readonly end: number
}

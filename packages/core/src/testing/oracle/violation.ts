/** One reason for which the provider would refuse the request with HTTP 400. */
export interface Violation {
  /** Leads to the offending value in the provider's own notation. */
  readonly path: string
  /** The broken rule, in kebab-case; each format exports the list of its own. */
  readonly rule: string
  /** The provider's answer: the place, the fault and the remedy. */
  readonly message: string
}

/** Knowledge beyond the request itself, for every oracle. */
export interface OracleOptions {
  /** The model that will read the request. @default the body's own `model` */
  readonly model?: string
  /** The author of each message or item, by its index on the wire, if known: a model refuses the seals of another. */
  readonly authors?: readonly (string | undefined)[]
  /** Demands all that the API demands; without it the value may be a transcript that ends in the middle of a turn. @default false */
  readonly complete?: boolean
}

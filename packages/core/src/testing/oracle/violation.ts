/** One reason for which the provider would refuse the request with HTTP 400. */
export interface Violation {
  /** Leads to the offending value in the provider's own notation. */
  readonly path: string
  /** The broken rule, in kebab-case; each format exports the list of its own. */
  readonly rule: string
  /** What the provider would answer: the place, the fault and the remedy. */
  readonly message: string
}

/** What every oracle may know beyond the request itself. */
export interface OracleOptions {
  /** The model that will read the request. @default the body's own `model` */
  readonly model?: string
  /** Who wrote each message or item, by its index on the wire, where known: seals of one model are refused by another. */
  readonly authors?: readonly (string | undefined)[]
  /** Demands all that the API demands; without it the value may be a transcript that ends in the middle of a turn. @default false */
  readonly complete?: boolean
}

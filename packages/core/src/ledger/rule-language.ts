/** How one language forbids, orders and releases. Patterns are sources of regular expressions, matched in any case. */
export interface RuleLanguage {
  readonly name: string
  /** Words stand between spaces, so that a pattern must not match inside a longer word. */
  readonly spaced: boolean
  /** Its words have only ASCII letters: such patterns run much faster. */
  readonly ascii?: true
  /** States a prohibition, whatever the sentence around it. */
  readonly forbids: string
  /** States an order, whatever the sentence around it. */
  readonly orders: string
  /** A rule unless the sentence tells a story. */
  readonly softForbids?: string
  readonly softOrders?: string
  /** How sentences begin that tell of things instead of ordering: "it", "the test", "I". */
  readonly subject?: string
  /** Turns of phrase that hold a word of a rule but tell a story, or mean nothing. */
  readonly story?: string
  /** Takes a rule back. */
  readonly releases: string
}

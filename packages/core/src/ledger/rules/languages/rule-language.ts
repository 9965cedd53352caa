/** The ways in which one language forbids, orders and releases. Patterns are regex sources, matched in any case. */
export interface RuleLanguage {
  readonly name: string
  /** True when spaces separate words, so that a pattern must not match inside a longer word. */
  readonly spaced: boolean
  /** Its words have only ASCII letters: such patterns run much faster. */
  readonly ascii?: true
  /** Letters of its own, if any: a sentence without them says nothing in it. */
  readonly letters?: RegExp
  /** Letters of languages that share its own: a sentence with one of them is not in it. */
  readonly strangers?: RegExp
  /** States a prohibition, regardless of the sentence around it. */
  readonly forbids: string
  /** States an order, regardless of the sentence around it. */
  readonly orders: string
  /** A rule unless the sentence tells a story. */
  readonly softForbids?: string
  readonly softOrders?: string
  /** Beginnings of sentences that describe instead of ordering: "it", "the test", "I". */
  readonly subject?: string
  /** Turns of phrase that hold a word of a rule but tell a story, or mean nothing. */
  readonly story?: string
  /** One of these is in all that the next four match: a look for them is cheap, and the four are seldom needed. */
  readonly endWords: string
  /** Takes back a rule of either kind: "forget the rule about". */
  readonly releases: string
  /** Permits again what was forbidden: "you may now". */
  readonly permits: string
  /** Drops a duty: "you no longer need to". */
  readonly waives: string
  /** Gives a limit another number: "raise the budget to 800". */
  readonly resets: string
  /** A release beside one of these is one of a moment, of a case or of somebody else, and takes nothing back. */
  readonly doubts: string
}

/** Some words of one clause, as few as will do. */
export const someWords = '(?:[^\\s,;?]+\\s+){0,5}?'
/** The number that a limit is set to, with what may precede it, such as a currency. */
export const newNumber = '(?:[^\\s\\d]{1,4}\\s?)?\\d'

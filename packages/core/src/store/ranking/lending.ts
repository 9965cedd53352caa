/** Up to so many different words a message counts in full; in a longer one each word says less of what it is about. */
const fullWords = 64
/** Up to so many different words a message lends all that it has: a short one is about what its neighbours are about. */
const lendingWords = 32

/** The factor by which a word counts in a message of so many different words. */
export function ownShare(words: number): number {
  return words <= fullWords ? 1 : (fullWords / words) ** 0.25
}

/** What a message of so many different words lends of its own score. */
export function lentShare(words: number): number {
  return words <= lendingWords ? 1 : lendingWords / words
}

/** A neighbour by how many places after the lender it stands, and the share of what is lent that it gets. */
export interface Borrower {
  readonly after: number
  readonly share: number
}

/** An answer comes after what it answers, so more goes to the messages after; what was said just before helps a little. */
export const borrowers: readonly Borrower[] = [
  { after: 1, share: 0.6 },
  { after: 2, share: 0.5 },
  { after: 3, share: 0.3 },
  { after: -1, share: 0.2 },
  { after: -2, share: 0.1 },
]

/** The message after a question is most likely its answer, and says little of what the question named. */
export const answerShare = 1

/** A question has the words of the query as another question would, and seldom the answer. */
export const questionFactor = 0.9
/** Who is named in a query is often who said it. */
export const speakerFactor = 1.1

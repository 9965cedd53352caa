import { heaviest, type ScoredPlace } from './heaviest.ts'
import { borrowers, lentShare, ownShare } from './lending.ts'
import { createSparseSums, type SparseSums } from './sparse-sums.ts'
import type { WeighedClue } from './weigh-clues.ts'

/** A ranking by what an index knows; the best of it are worth a look at their texts. */
export interface DraftRanking {
  readonly clues: readonly WeighedClue[]
  /** Best first. */
  readonly best: readonly ScoredPlace[]
  /** Those of the best that are ranked exactly, with the neighbours that they borrow from. */
  readonly nearby: readonly number[]
  /** Those among them whose texts have signs that count: the best themselves, and the one before each. */
  readonly signed: ReadonlySet<number>
}

/** Messages that have most of the clues themselves; only these lend. */
const maxLenders = 1000
/** No more are ranked. */
const maxRanked = 400
/** So many are ranked exactly: reading their texts is what takes time. */
export const rankedExactly = 160

/** The messages of a search. */
export interface MessageLine {
  /** All places are below this number. */
  readonly range: number
  /** Finds how many different words messages have. */
  sizesOf(places: readonly number[]): ReadonlyMap<number, number>
}

/** Ranks by what messages have of the clues and borrow from their neighbours; signs of the texts are not known yet. */
export function draftRanking(clues: readonly WeighedClue[], { range, sizesOf }: MessageLine): DraftRanking {
  const lenders = heaviest(ownWeights(clues, range).each, maxLenders).map(({ place }) => place)
  const scores = lendAll(clues, sizesOf(lenders), range)
  const best = heaviest((visit) => {
    for (const [place, score] of scores) visit(place, score)
  }, maxRanked)
  const exact = best.slice(0, rankedExactly).map(({ place }) => place)
  return {
    clues,
    best,
    nearby: [...new Set(exact.flatMap((place) => [place, ...borrowers.map(({ after }) => place - after)]))],
    signed: new Set(exact.flatMap((place) => [place, place - 1])),
  }
}

function ownWeights(clues: readonly WeighedClue[], range: number): SparseSums {
  const weights = createSparseSums(range)
  for (const { exact, formed, exactWeight, formedWeight } of clues) {
    for (const place of exact) weights.add(place, exactWeight)
    for (const place of formed) weights.add(place, formedWeight)
  }
  return weights
}

/** Of each clue a message has the most that it has itself or borrows; the sum over all clues is its score. */
function lendAll(clues: readonly WeighedClue[], sizes: ReadonlyMap<number, number>, range: number) {
  const scores = new Map<number, number>()
  for (const { exact, formed, exactWeight, formedWeight } of clues) {
    const most = new Map<number, number>()
    const raise = (place: number, value: number) => {
      if (place >= 0 && place < range && value > (most.get(place) ?? 0)) most.set(place, value)
    }
    const lend = (places: readonly number[], weight: number) => {
      for (const place of places) {
        const words = sizes.get(place)
        if (words === undefined) continue
        const own = weight * ownShare(words)
        raise(place, own)
        for (const { after, share } of borrowers) raise(place + after, own * lentShare(words) * share)
      }
    }
    lend(exact, exactWeight)
    lend(formed, formedWeight)
    for (const [place, value] of most) scores.set(place, (scores.get(place) ?? 0) + value)
  }
  return scores
}

import { type DraftRanking, rankedExactly } from './draft-ranking.ts'
import { byScore, type ScoredPlace } from './heaviest.ts'
import { answerShare, borrowers, lentShare, ownShare, questionFactor, speakerFactor } from './lending.ts'
import type { WeighedClue } from './weigh-clues.ts'

/** A message as its text shows it. */
export interface NearbyMessage {
  /** Number of different words. */
  readonly words: number
  readonly isQuestion?: boolean
  /** The words of who said it. */
  readonly speaker?: readonly string[]
  /** Where neighbours may belong to another conversation: only within one they lend. */
  readonly conversation?: string
  /** All of its terms, for clues of which an index is not sure. */
  readonly terms?: ReadonlySet<string>
}

/** A message that has some of what was asked for, itself or by its neighbours; the score is below 1. */
export interface LooseMatch extends ScoredPlace {
  /** It has a telling word itself. */
  readonly isNamed: boolean
}

/** A message has at least this share of what all clues are worth; below it, words agree by chance. */
const leastShare = 0.1
/** Brings the highest share below 1. */
const scale = 0.9

/**
 * The final order: the best of the draft by all that their texts say, then the others. Messages that `nearby` lacks are
 * not there: places next to a conversation's ends.
 */
export function rankExactly(
  { clues, best }: DraftRanking,
  nearby: ReadonlyMap<number, NearbyMessage>,
  queryTerms: ReadonlySet<string>,
): readonly LooseMatch[] {
  const worth = clues.reduce((sum, clue) => sum + clue.worth, 0)
  const had = hadClues(clues, nearby, best)
  const exact: readonly ScoredPlace[] = best
    .slice(0, rankedExactly)
    .flatMap(({ place }) => {
      const message = nearby.get(place)
      if (message === undefined) return []
      const sum = clues.reduce((total, _, i) => total + clueScore(place, i, { had, nearby }), 0)
      return [{ place, score: sum * factorOf(message, queryTerms) }]
    })
    .toSorted(byScore)
  const last = exact.at(-1)?.score ?? 0
  const rest = best.slice(rankedExactly).map(({ place, score }) => ({ place, score: Math.min(score, last) }))
  const isTelling = (weight: number, i: number) => weight > 0 && clues[i]?.clue.isFunctionWord !== true
  return [...exact, ...rest]
    .filter(({ score }) => worth > 0 && score >= worth * leastShare)
    .map(({ place, score }) => ({
      place,
      score: (score / worth) * scale,
      isNamed: had.get(place)?.some(isTelling) === true,
    }))
}

/** What messages have of each clue. */
type HadClues = ReadonlyMap<number, readonly number[]>

function hadClues(
  clues: readonly WeighedClue[],
  nearby: ReadonlyMap<number, NearbyMessage>,
  best: readonly ScoredPlace[],
): HadClues {
  const had = new Map<number, number[]>()
  for (const place of [...nearby.keys(), ...best.map(({ place }) => place)])
    had.set(
      place,
      clues.map(() => 0),
    )
  for (const [i, { exact, formed, exactWeight, formedWeight }] of clues.entries()) {
    for (const place of formed) setAt(had.get(place), i, formedWeight)
    for (const place of exact) setAt(had.get(place), i, exactWeight)
  }
  for (const [i, clue] of clues.entries()) {
    for (const [place, { terms }] of nearby)
      if (terms !== undefined && place < (clue.surelyFrom ?? 0)) setAt(had.get(place), i, weightIn(terms, clue))
  }
  return had
}

function setAt(weights: number[] | undefined, i: number, weight: number): void {
  if (weights !== undefined) weights[i] = weight
}

function weightIn(terms: ReadonlySet<string>, { clue, exactWeight, formedWeight }: WeighedClue): number {
  const found = clue.anyOf.findIndex((all) => all.every((term) => terms.has(term)))
  return found < 0 ? 0 : found === 0 ? exactWeight || formedWeight : formedWeight
}

interface Scoring {
  readonly had: HadClues
  readonly nearby: ReadonlyMap<number, NearbyMessage>
}

/** The most of one clue that a message has itself or borrows. */
function clueScore(place: number, clue: number, { had, nearby }: Scoring): number {
  let most = ownScore(place, clue, { had, nearby })
  for (const { after, share } of borrowers) {
    const lender = nearby.get(place - after)
    if (lender === undefined || lender.conversation !== nearby.get(place)?.conversation) continue
    const lent = after === 1 && lender.isQuestion === true ? answerShare : share
    most = Math.max(most, ownScore(place - after, clue, { had, nearby }) * lentShare(lender.words) * lent)
  }
  return most
}

function ownScore(place: number, clue: number, { had, nearby }: Scoring): number {
  return (had.get(place)?.[clue] ?? 0) * ownShare(nearby.get(place)?.words ?? 0)
}

function factorOf({ isQuestion, speaker }: NearbyMessage, queryTerms: ReadonlySet<string>): number {
  return (
    (isQuestion === true ? questionFactor : 1) *
    (speaker?.some((word) => queryTerms.has(word)) === true ? speakerFactor : 1)
  )
}

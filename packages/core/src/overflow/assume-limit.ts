import { defined } from '../json.ts'
import { entryFor, type LearnedAt, type LearnedLimit, type LearnedLimits, learnLimit } from './learn-limit.ts'

/** Between what sizes a window that nobody stated must lie. */
export interface Bounds {
  /** A prompt that was refused for its length, by our count. */
  readonly refusedTokens: number
  /** The largest call that got an answer, by the provider's. @default none */
  readonly answeredTokens?: number
}

/** The two counts never agree: a refusal of a little less than what was answered may still be one of a little more. */
const surely = 0.9

/** Assumes a window no larger than what was refused without a number. Where as much was answered before, length was not the reason. */
export function assumeLimit(known: LearnedLimits, at: LearnedAt, bounds: Bounds): LearnedLimits {
  const { refusedTokens, answeredTokens = 0 } = bounds
  if (refusedTokens < answeredTokens * surely) return known
  const limitTokens = Math.floor(Math.max(refusedTokens, answeredTokens))
  return learnLimit(known, at, { kind: 'input-too-long', limitTokens, isGuess: true })
}

/** Raises an assumed window when more than it fit; a limit that a provider stated stays. */
export function raiseLimit(known: LearnedLimits, at: LearnedAt, answeredTokens: number): LearnedLimits {
  const entry = entryFor(known, at)
  if (entry?.guessedTokens === undefined || answeredTokens <= entry.guessedTokens) return known
  const believed = Math.min(
    at.contextTokens ?? Number.POSITIVE_INFINITY,
    entry.statedTokens ?? Number.POSITIVE_INFINITY,
  )
  const guessedTokens = answeredTokens < believed ? answeredTokens : undefined
  return { ...known, [at.route]: defined<LearnedLimit>({ ...entry, guessedTokens }) }
}

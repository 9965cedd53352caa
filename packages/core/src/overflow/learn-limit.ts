import { defined, isObject, type Json, type JsonObject } from '../json.ts'
import type { Refusal } from './refusal.ts'

/** The facts learned from one route about the window of the model behind it. */
export interface LearnedLimit {
  readonly model: string
  /** The window that was believed in when this was learned: where another one is believed, it holds no longer. */
  readonly believedTokens?: number
  /** In the provider's own words. */
  readonly statedTokens?: number
  /** Our inference; never stored. */
  readonly guessedTokens?: number
}

/** Learned limits by route: provider and address. */
export type LearnedLimits = Readonly<Record<string, LearnedLimit>>

/** The source of a refusal, and the window that was believed in. */
export interface LearnedAt {
  readonly route: string
  readonly model: string
  readonly contextTokens?: number
}

/** A window under this is a misreading or of no use to an agent. */
const leastTokens = 1_000

/** Remembers a limit that is lower than what was believed. Another model on the same route starts with nothing learned. */
export function learnLimit(known: LearnedLimits, at: LearnedAt, refusal: Refusal): LearnedLimits {
  if (refusal.kind !== 'input-too-long' || refusal.limitTokens === undefined) return known
  const { limitTokens, isGuess } = refusal
  const believed = Math.min(
    at.contextTokens ?? Number.POSITIVE_INFINITY,
    limitFor(known, at) ?? Number.POSITIVE_INFINITY,
  )
  const isConfirmed = !isGuess && limitTokens <= believed && entryFor(known, at)?.guessedTokens === limitTokens
  if (limitTokens < leastTokens || (limitTokens >= believed && !isConfirmed)) return known
  const learned = isGuess ? { guessedTokens: limitTokens } : { statedTokens: limitTokens, guessedTokens: undefined }
  const believedTokens = at.contextTokens
  const entry = defined<LearnedLimit>({ ...entryFor(known, at), model: at.model, believedTokens, ...learned })
  return Object.fromEntries([...Object.entries(known).filter(([route]) => route !== at.route), [at.route, entry]])
}

/** The lowest limit learned for this model on this route, as long as the same window is believed in as then. */
export function limitFor(known: LearnedLimits, at: LearnedAt): number | undefined {
  const { statedTokens, guessedTokens } = entryFor(known, at) ?? {}
  const lowest = Math.min(statedTokens ?? Number.POSITIVE_INFINITY, guessedTokens ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(lowest) ? lowest : undefined
}

/** Returns what may be stored: the stated limits only. */
export function storedLimits(known: LearnedLimits): JsonObject {
  const stated = Object.entries(known).flatMap(([route, { model, believedTokens, statedTokens }]) =>
    statedTokens === undefined ? [] : [[route, defined<JsonObject>({ model, believedTokens, statedTokens })] as const],
  )
  return Object.fromEntries(stated)
}

/**
 * Reads what `storedLimits` wrote; entries that make no sense are left out, since a limit is relearned in one call.
 * Limits learned here under another belief are forgotten; an older note that states none is taken to be of this one.
 */
export function readLimits(stored: Json | undefined, at?: LearnedAt): LearnedLimits {
  if (!isObject(stored)) return {}
  const entries = Object.entries(stored).flatMap(([route, entry]) => {
    const limit = readLimit(entry)
    if (limit === undefined) return []
    if (route !== at?.route || limit.model !== at.model) return [[route, limit] as const]
    if (!holdsFor(limit, at)) return []
    return [[route, defined<LearnedLimit>({ believedTokens: at.contextTokens, ...limit })] as const]
  })
  return Object.fromEntries(entries)
}

function readLimit(entry: Json | undefined): LearnedLimit | undefined {
  const { model, statedTokens, believedTokens } = isObject(entry) ? entry : {}
  if (typeof model !== 'string' || typeof statedTokens !== 'number') return undefined
  if (statedTokens < leastTokens || !Number.isFinite(statedTokens)) return undefined
  return { model, statedTokens, ...(typeof believedTokens === 'number' && { believedTokens }) }
}

/** The limit learned for this model on this route. */
export function entryFor(known: LearnedLimits, at: LearnedAt): LearnedLimit | undefined {
  const entry = Object.hasOwn(known, at.route) ? known[at.route] : undefined
  return entry?.model === at.model && holdsFor(entry, at) ? entry : undefined
}

function holdsFor({ believedTokens }: LearnedLimit, { contextTokens }: LearnedAt): boolean {
  return believedTokens === undefined || contextTokens === undefined || believedTokens === contextTokens
}

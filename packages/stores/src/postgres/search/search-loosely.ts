import { setImmediate as breathe } from 'node:timers/promises'
import { type Clue, clueScore, clueWeight, indexTerms, leastClueShare } from '@palimpsest/core/store'
import { type CluedMessages, readClued } from './read-clued.ts'
import type { Searched } from './searched.ts'
import { textPieces } from './term-keys.ts'

/** The rarest clues decide. */
const maxUsed = 12
/** By what they have of the clues, the best; among them the length of their texts decides. */
const maxRanked = 400

/** A message that has some of the clues; the score is below 1. */
export interface PostgresLooseMatch {
  readonly no: number
  readonly score: number
}

/** Messages that have the most telling of the clues, best first; keys may collide, so `isMatch` has the last word. */
export interface LooseMatches {
  readonly found: readonly PostgresLooseMatch[]
  readonly isMatch: (text: string) => Promise<boolean>
}

interface Weighed {
  readonly clue: Clue
  /** Its place among the clues. */
  readonly at: number
  readonly weight: number
}

export async function searchLooselyInPostgres(searched: Searched, clues: readonly Clue[]): Promise<LooseMatches> {
  const clued = await readClued(searched, clues)
  const used = clues
    .map((clue, at) => ({ clue, at, weight: clueWeight(clued.counts[at] ?? 0, searched.messages) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxUsed)
  return { found: rank(clued, used), isMatch: (text) => hasEnough(text, used) }
}

/** Long texts are read in pieces, between which others get their turn. */
async function hasEnough(text: string, used: readonly Weighed[]): Promise<boolean> {
  const wanted = new Set(used.flatMap(({ clue }) => clue.anyOf.flat()))
  const terms = new Set<string>()
  for (const piece of textPieces(text)) {
    if (piece.length < text.length) await breathe()
    for (const term of indexTerms(piece)) if (wanted.has(term)) terms.add(term)
  }
  const had = used.filter(({ clue }) => clue.anyOf.some((all) => all.every((term) => terms.has(term))))
  return worthOf(had) >= worthOf(used) * leastClueShare
}

function worthOf(clues: readonly Weighed[]): number {
  return clues.reduce((sum, { weight }) => sum + weight, 0)
}

/** As BM25 does with its usual constants, short texts come first; then newer ones. */
function rank({ groups }: CluedMessages, used: readonly Weighed[]): readonly PostgresLooseMatch[] {
  const worth = worthOf(used)
  const best = groups
    .flatMap((group) => weighGroup(group, used, worth * leastClueShare))
    .toSorted((a, b) => b.weight - a.weight || b.no - a.no)
    .slice(0, maxRanked)
  const average = best.reduce((sum, { words }) => sum + words, 0) / best.length
  return best
    .map(({ no, words, weight }) => ({ no, score: clueScore(weight / worth, words, average) }))
    .toSorted((a, b) => b.score - a.score || b.no - a.no)
}

/** The messages of a group that have at least so much of the clues' worth. */
function weighGroup({ members, having }: CluedMessages['groups'][number], used: readonly Weighed[], least: number) {
  const weights = new Map<number, number>()
  for (const { at, weight } of used) {
    for (const ordinal of having[at] ?? []) weights.set(ordinal, (weights.get(ordinal) ?? 0) + weight)
  }
  const enough = [...weights].filter(([, weight]) => weight >= least)
  if (enough.length === 0) return []
  const { numbers, sizes } = members()
  return enough.map(([ordinal, weight]) => ({ no: numbers[ordinal] ?? 0, words: sizes[ordinal] ?? 0, weight }))
}

import type { EachNumber } from './sparse-sums.ts'

/** A message and its score. */
export interface ScoredPlace {
  readonly place: number
  readonly score: number
}

/** Narrow enough that few of the many numbers share the one in which the limit falls. */
const buckets = 1024

/** So many places with the highest numbers, best first, and of equal ones the newer: only those near the limit are sorted out. */
export function heaviest(each: EachNumber, most: number): readonly ScoredPlace[] {
  let top = 0
  each((_, value) => {
    top = Math.max(top, value)
  })
  const bucketOf = (value: number) => Math.min(buckets - 1, Math.floor((value / top) * buckets))
  const counts = new Uint32Array(buckets)
  each((_, value) => {
    const bucket = bucketOf(value)
    counts[bucket] = (counts[bucket] ?? 0) + 1
  })
  let least = buckets
  for (let count = 0; least > 0 && count < most; ) count += counts[--least] ?? 0
  const found: ScoredPlace[] = []
  each((place, score) => {
    if (bucketOf(score) >= least) found.push({ place, score })
  })
  return found.sort(byScore).slice(0, most)
}

/** The higher score first, then the newer. */
export function byScore(a: ScoredPlace, b: ScoredPlace): number {
  return b.score - a.score || b.place - a.place
}

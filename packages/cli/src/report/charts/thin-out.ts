/**
 * Indexes of the values to draw, in order: the lowest and the highest of each bucket, so that no peak and no dip is
 * lost, the two ends, and all that must be kept.
 */
export function thinOut(values: readonly number[], buckets: number, keep: readonly number[] = []): readonly number[] {
  if (values.length <= buckets * 2) return values.map((_, i) => i)
  const chosen = new Set([0, values.length - 1, ...keep.filter((i) => i >= 0 && i < values.length)])
  for (let bucket = 0; bucket < buckets; bucket++) {
    const { from, to } = bucketRange(values.length, buckets, bucket)
    let low = from
    let high = from
    for (let i = from; i < to; i++) {
      const value = values[i] ?? 0
      if (value < (values[low] ?? 0)) low = i
      if (value > (values[high] ?? 0)) high = i
    }
    chosen.add(low).add(high)
  }
  return [...chosen].sort((a, b) => a - b)
}

export interface BucketRange {
  readonly from: number
  /** The first that is not in it. */
  readonly to: number
}

/** Buckets that cover all values, none of them empty. */
export function bucketsOf(length: number, most: number): readonly BucketRange[] {
  const buckets = Math.min(length, most)
  return Array.from({ length: buckets }, (_, bucket) => bucketRange(length, buckets, bucket))
}

function bucketRange(length: number, buckets: number, bucket: number): BucketRange {
  return { from: Math.floor((bucket * length) / buckets), to: Math.floor(((bucket + 1) * length) / buckets) }
}

import { maxSegmentMessages } from './index-segment.ts'

/** Some messages of a segment, one bit for each. */
export type Mask = Uint32Array

const words = maxSegmentMessages / 32

export function emptyMask(): Mask {
  return new Uint32Array(words)
}

/** Those that are in all of the masks, a missing one being empty. */
export function inAll(masks: readonly (Mask | undefined)[]): Mask {
  const found = emptyMask()
  const [first] = masks
  if (first === undefined || masks.includes(undefined)) return found
  found.set(first)
  for (const mask of masks) for (let i = 0; i < words; i++) found[i] = (found[i] ?? 0) & (mask?.[i] ?? 0)
  return found
}

/** Those that are in any of the masks. */
export function inAny(masks: readonly Mask[]): Mask {
  const found = emptyMask()
  for (const mask of masks) for (let i = 0; i < words; i++) found[i] = (found[i] ?? 0) | (mask[i] ?? 0)
  return found
}

/** Those of the first mask that are not in the second. */
export function without(mask: Mask, left: Mask): Mask {
  return mask.map((word, i) => word & ~(left[i] ?? 0))
}

export function addToMask(mask: Mask, ordinal: number): void {
  mask[ordinal >> 5] = (mask[ordinal >> 5] ?? 0) | (1 << (ordinal & 31))
}

/** The messages of a mask by their places, ascending. */
export function ordinalsOf(mask: Mask): readonly number[] {
  const ordinals: number[] = []
  for (const [i, word] of mask.entries()) {
    for (let left = word; left !== 0; left &= left - 1) ordinals.push(i * 32 + 31 - Math.clz32(left & -left))
  }
  return ordinals
}

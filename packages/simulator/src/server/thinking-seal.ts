import type { JsonObject } from '@palimpsest/core/json'
import type { ThinkingPlace } from '@palimpsest/core/testing'
import { digest } from '../billing/digest.ts'

const sealPrefix = 'sim-'

/** Represents what a piece of thinking was written after: the prompt, and the seal before it. */
export interface Bond {
  readonly prefix: string
  readonly previous?: string
}

/** The seal on a thought. With a bond it is valid only where it was written. */
export function sealOf(text: string, bond?: Bond): string {
  const seal = `${sealPrefix}${digest(text)}`
  return bond === undefined
    ? seal
    : `${seal}.${bond.prefix}.${bond.previous === undefined ? '' : digest(bond.previous)}`
}

/** Returns true when thinking with one of our seals is still as it was sealed; seals of others are trusted. */
export function isSealGenuine({ thinking, text, signature }: JsonObject): boolean {
  if (typeof signature !== 'string' || !signature.startsWith(sealPrefix)) return true
  const thought = thinking ?? text
  return typeof thought === 'string' && signature.split('.')[0] === sealOf(thought)
}

/**
 * Returns true when a thought follows what it was written after, and the thought before it unless it is now the first:
 * thinking may be left out from the start, never from the middle. Seals that do not say are trusted.
 */
export function isBound({ block, prefix, previous }: ThinkingPlace): boolean {
  const [seal = '', before, chain] = sealIn(block)?.split('.') ?? []
  if (!seal.startsWith(sealPrefix) || before === undefined) return true
  if (before !== prefix) return false
  if (previous === undefined) return true
  const last = sealIn(previous)
  return last !== undefined && chain === digest(last)
}

function sealIn({ signature, data }: JsonObject): string | undefined {
  return [signature, data].find((each) => typeof each === 'string')
}

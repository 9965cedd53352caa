import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Compares in a time that tells nothing about the secret. Both are hashed first, because `timingSafeEqual` wants equal
 * lengths. An empty or missing secret is never the same: a channel without one refuses everything.
 */
export function isSameSecret(given: string | null | undefined, secret: string | undefined): boolean {
  if (given === null || given === undefined || secret === undefined || secret === '') return false
  return timingSafeEqual(sha256(given), sha256(secret))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import type { SqlValue } from '../connection/driver.ts'

/** Returns how many words of a text were indexed, from the index's own sizes: seven bits a byte, big-endian. */
export function readSize(size: SqlValue | undefined): number {
  let value = 0
  if (!(size instanceof Uint8Array)) return value
  for (const byte of size) {
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) break
  }
  return value
}

import type { SqlValue } from '../connection/driver.ts'

/** How many words the search index was given of a text, out of its own table of sizes: seven bits a byte, big end first. */
export function readSize(size: SqlValue | undefined): number {
  let value = 0
  if (!(size instanceof Uint8Array)) return value
  for (const byte of size) {
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) break
  }
  return value
}

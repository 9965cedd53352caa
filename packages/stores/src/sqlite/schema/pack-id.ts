import type { SqlValue } from '../connection/driver.ts'

const letters = 36
const hyphen = 0x2d
const isHyphenPlace = (place: number): boolean => place === 8 || place === 13 || place === 18 || place === 23

/** An id as it is kept: a UUID takes 16 bytes instead of 36, any other text stays as it is. Every append packs many. */
export function packSqliteId(id: string): string | Uint8Array {
  if (id.length !== letters) return id
  const bytes = Buffer.allocUnsafe(16)
  let packed = 0
  for (let place = 0; place < letters; ) {
    if (isHyphenPlace(place)) {
      if (id.charCodeAt(place) !== hyphen) return id
      place += 1
    } else {
      const byte = digitOf(id.charCodeAt(place)) * 16 + digitOf(id.charCodeAt(place + 1))
      if (Number.isNaN(byte)) return id
      bytes[packed] = byte
      packed += 1
      place += 2
    }
  }
  return bytes
}

/** Returns the value of a lowercase hexadecimal digit. Uppercase ones would come back as lowercase. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : Number.NaN
}

export function unpackSqliteId(value: SqlValue | undefined): string {
  if (!(value instanceof Uint8Array)) return String(value)
  const hex = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

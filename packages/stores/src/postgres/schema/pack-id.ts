import { isSound, notAnId } from '../connection/refuse.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Bytes of a UUID; ids of this length are UUIDs, and no other. */
const uuidBytes = 16

/** An id as it is kept: a UUID takes 16 bytes instead of 36. Ids hold no U+0000, so zeros can mark other texts. */
export function packPostgresId(id: string): Buffer {
  if (uuid.test(id)) return Buffer.from(id.replaceAll('-', ''), 'hex')
  if (!isSound(id)) throw notAnId(id)
  const packed = Buffer.from(`\u0000${id}`)
  return packed.length === uuidBytes ? Buffer.from(`\u0000\u0000${id}`) : packed
}

export function unpackPostgresId(packed: Buffer): string {
  if (packed.length !== uuidBytes) return packed.toString('utf8').replace(/^\0+/u, '')
  const hex = packed.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

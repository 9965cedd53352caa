import type { SqlValue } from './driver.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id as it is kept: a UUID takes 16 bytes instead of 36, any other text stays as it is. */
export function packId(id: string): string | Uint8Array {
  return id.length === 36 && uuid.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id
}

export function unpackId(value: SqlValue | undefined): string {
  if (!(value instanceof Uint8Array)) return String(value)
  const hex = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

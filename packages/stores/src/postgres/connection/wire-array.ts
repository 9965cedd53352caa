/** The server's own format for arrays: bytes go as they are, and numbers need not be printed and read again. */
export function byteaArray(values: readonly (Uint8Array | undefined)[]): Buffer {
  const parts: Uint8Array[] = [header({ type: byteaType, length: values.length, hasNulls: values.includes(undefined) })]
  for (const value of values) {
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === undefined ? -1 : value.length)
    parts.push(length)
    if (value !== undefined) parts.push(value)
  }
  return Buffer.concat(parts)
}

/** As `byteaArray`, for whole numbers of 32 bits. */
export function integerArray(values: readonly number[]): Buffer {
  const body = Buffer.allocUnsafe(values.length * 8)
  let at = 0
  for (const value of values) at = body.writeInt32BE(value, body.writeInt32BE(4, at))
  return Buffer.concat([header({ type: integerType, length: values.length, hasNulls: false }), body])
}

/** The server's numbers for its types, which never change. */
const byteaType = 17
const integerType = 23

interface Shape {
  readonly type: number
  readonly length: number
  readonly hasNulls: boolean
}

function header({ type, length, hasNulls }: Shape): Buffer {
  const fields = length === 0 ? [0, 0, type] : [1, hasNulls ? 1 : 0, type, length, 1]
  const bytes = Buffer.alloc(fields.length * 4)
  for (const [i, field] of fields.entries()) bytes.writeInt32BE(field, i * 4)
  return bytes
}

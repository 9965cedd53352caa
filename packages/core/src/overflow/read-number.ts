/** The number formats of providers: `200000`, `200,000`, `200 000`, `128k`, `1.5M`. */
export const numberPattern =
  '(?<![\\d.,])(?:\\d{1,3}(?:[,._ \\u00a0\\u202f]\\d{3})+(?![\\d])|\\d+(?:\\.\\d+)?)(?: ?[kKmM](?![a-zA-Z]))?'

const scales: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }

/** Reads a number as `numberPattern` finds it; a point before K or M is a decimal point, else it groups digits. */
export function readNumber(text: string): number | undefined {
  const match = /^(?<digits>\d[\d,._ \u00a0\u202f]*?) ?(?<scale>[km])?$/i.exec(text.trim())
  const { digits = '', scale } = match?.groups ?? {}
  const isDecimal = /^\d+\.\d+$/.test(digits) && (scale !== undefined || !/^\d{1,3}\.\d{3}$/.test(digits))
  const value = Number(isDecimal ? digits : digits.replace(/\D/g, '')) * (scales[scale?.toLowerCase() ?? ''] ?? 1)
  return digits === '' || !Number.isFinite(value) ? undefined : Math.round(value)
}

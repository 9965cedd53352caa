/** True for padded base64 of at least one byte. */
export function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

/** A `data:` URL taken apart, or `undefined` when it is none or its bytes are not base64. */
export function readDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const comma = url.indexOf(',')
  const [, mediaType] = /^data:([^;,]+);base64$/.exec(url.slice(0, Math.max(comma, 0))) ?? []
  const data = url.slice(comma + 1)
  return mediaType === undefined || !isBase64(data) ? undefined : { mediaType, data }
}

export function isHttpUrl(url: string): boolean {
  return /^https?:\/\/[^\s/]/.test(url)
}

/** The types that all vision models read. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

const beginnings = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const

/** The kind of image that base64 text begins like, where it begins like one. */
export function sniffImage(base64: string): string | undefined {
  return beginnings.find(([start]) => base64.startsWith(start))?.[1]
}

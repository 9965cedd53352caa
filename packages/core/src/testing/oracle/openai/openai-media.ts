import type { Json } from '../../../json.ts'
import { imageTypes, isHttpUrl, readDataUrl } from '../media.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'

/** Judges where an image is: on the web, or base64 in the URL itself. */
export function* checkImageUrl(url: Json | undefined, path: string): Generator<Violation> {
  if (typeof url === 'string' && (isHttpUrl(url) || isImageData(url))) return
  const message = `Invalid '${path}': expected an http(s) URL, or a base64 data URL of ${imageTypes.join(', ')}.`
  yield { path, rule: 'image-url', message }
}

function isImageData(url: string): boolean {
  const mediaType = readDataUrl(url)?.mediaType
  return imageTypes.some((type) => type === mediaType)
}

/** Judges how closely an image is to be looked at. */
export function* checkDetail(detail: Json | undefined, path: string): Generator<Violation> {
  if (detail === undefined || ['auto', 'low', 'high', 'original'].some((level) => level === detail)) return
  const message = `Invalid value: '${show(detail)}'. Supported values of '${path}' are: 'auto', 'low', 'high', 'original'.`
  yield { path, rule: 'image-detail', message }
}

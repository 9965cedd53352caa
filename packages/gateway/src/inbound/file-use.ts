import type { FileUse } from '../channels/max-file-bytes.ts'

/** The pictures that the models of all providers take, by how their bytes begin. */
const pictures: readonly (readonly [mediaType: string, isSo: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => bytes.subarray(0, 4).equals(Buffer.from('GIF8'))],
  [
    'image/webp',
    (bytes) => bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP')),
  ],
]

const textTypes =
  /^(?:text\/(?!html\b).*|application\/(?:.*\+)?(?:json|jsonl|x-ndjson|xml|yaml|x-yaml|toml|sql|javascript|typescript|x-sh|x-python))$/

const textNames =
  /\.(?:txt|md|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|log|diff|patch|sql|sh|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|lua|html?|css|jsx?|mjs|cjs|tsx?|vue|svelte)$/i

/** The use of a file by its type or else its name; `undefined` when no model takes it. */
export function fileUse(mediaType: string | undefined, name: string | undefined): FileUse | undefined {
  const [type = ''] = (mediaType ?? '').toLowerCase().split(';', 1)
  if (pictures.some(([picture]) => picture === type)) return 'picture'
  if (type === 'application/pdf') return 'document'
  if (textTypes.test(type)) return 'text'
  // Platforms give what they do not know no type, or a general one; HTML may be read, but not as what it would show.
  const isVague = type === '' || type === 'text/html' || type === 'application/octet-stream' || type === 'video/mp2t'
  return isVague && textNames.test(name ?? '') ? 'text' : undefined
}

/** The type of a picture by its bytes, whatever it is called: a provider refuses what is not what it is said to be. */
export function pictureType(bytes: Buffer): string | undefined {
  return pictures.find(([, isSo]) => isSo(bytes))?.[0]
}

/** True when a file begins as PDF does. */
export function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))
}

/** A file as text; `undefined` when it is none. */
export function textIn(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

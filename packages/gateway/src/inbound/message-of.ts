import type { ContentPart, UserMessage } from '@palimpsest/core/message'
import type { Inbound, InboundFile } from '../channels/channel.ts'

/** The images that the models of all providers take. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** A longer name than this is no name. */
const mostNameChars = 60

/** A message of a platform as a model reads it; `undefined` when nothing is left of it. */
export function messageOf({ text, files = [], isGroup, name, from }: Inbound): UserMessage | undefined {
  const taken = files.filter(isImage)
  const lines = [text.toWellFormed(), ...files.filter((file) => !isImage(file)).map(describeFile)]
  const said = lines.filter((line) => line.trim() !== '').join('\n')
  if (said === '' && taken.length === 0) return undefined
  const speaker = isGroup ? `${speakerName(name ?? from)}: ` : ''
  const words: readonly ContentPart[] = said === '' && speaker === '' ? [] : [{ type: 'text', text: speaker + said }]
  return { role: 'user', parts: [...words, ...taken.map(imagePart)] }
}

function isImage({ mediaType }: InboundFile): boolean {
  return imageTypes.has(mediaType)
}

function imagePart({ mediaType, data }: InboundFile): ContentPart {
  return { type: 'image', source: { kind: 'data', data, mediaType } }
}

function describeFile({ mediaType, name = 'without a name' }: InboundFile): string {
  return `[a file came along that cannot be read here: ${speakerName(name)}, ${speakerName(mediaType)}]`
}

/** Names are chosen by their owners: one that goes on in a new line could speak for somebody else. */
function speakerName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:]/gu, ' ')
    .trim()
  return plain.slice(0, mostNameChars).toWellFormed() || 'somebody'
}

import type { Message, Part } from '@palimpsest/core/message'

/** All that was said in a message, verbatim; several parts are placed one below the other. */
export function messageText(message: Message): string {
  return message.parts
    .map(partText)
    .filter((text) => text !== undefined)
    .join('\n')
}

function partText(part: Part): string | undefined {
  switch (part.type) {
    case 'text':
      return part.text
    case 'thinking':
      return part.text === '' ? undefined : part.text
    case 'tool-call':
      return `${part.name} ${part.arguments}`
    case 'image':
    case 'file':
    case 'opaque':
      return undefined
  }
}

/** Lists the parts of a message that are not text, e.g. `2 images`. */
export function silentParts(message: Message): readonly string[] {
  return (['image', 'file', 'opaque'] as const).flatMap((type) => {
    const { length } = message.parts.filter((part) => part.type === type)
    return length === 0 ? [] : [`${length} ${type === 'opaque' ? 'opaque part' : type}${length === 1 ? '' : 's'}`]
  })
}

import type { Message, Part } from '../message/message.ts'
import { standIn } from './source.ts'

/** A message to the letter, calls with their arguments as the model wrote them; what is no text is named in brackets. */
export function originalText(message: Message): string {
  return message.parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n')
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text
    case 'tool-call':
      return `${part.name} ${part.arguments}`
    case 'image':
      return standIn('image', part.source)
    case 'file':
      return standIn('file', part.source, part.name)
    case 'opaque':
      return `[a block that only ${part.format} can read]`
  }
}

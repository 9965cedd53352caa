import type { Format, Message, Part } from '../../message/message.ts'
import { describeOpaque } from '../opaque.ts'
import { loseType } from '../source.ts'
import type { Writer } from '../writer.ts'

/**
 * Gives what only the format of a file understands in the parts of a message another format's name. A file that wraps
 * messages of a provider is read and written by the provider's codec, but its unknown fields are not the provider's.
 */
export function relabel<M extends Message>(message: M, from: Format, to: Format): M {
  const parts = message.parts.map((part) => relabelPart(part, from, to))
  return parts.every((part, i) => part === message.parts[i]) ? message : { ...message, parts }
}

function relabelPart(part: Part, from: Format, to: Format): Part {
  const { residue } = part
  const named = residue?.format === from ? { ...part, residue: { ...residue, format: to } } : part
  return named.type === 'opaque' && named.format === from ? { ...named, format: to } : named
}

/** Leaves out, with a report, what the format of a file has no place for in the parts of a message. */
export function withoutForeign<M extends Message>(message: M, format: Format, writer: Writer): M {
  const parts = message.parts.filter((part) => {
    if (part.type === 'image' || part.type === 'file') loseType(part.source, { ...writer, own: false })
    if (part.type !== 'opaque' || part.format === format) return true
    writer.lose('opaque', describeOpaque(part))
    return false
  })
  return parts.length === message.parts.length ? message : { ...message, parts }
}

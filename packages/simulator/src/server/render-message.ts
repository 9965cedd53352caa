import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Message, Part } from '@palimpsest/core/message'

/**
 * A message as Anthropic renders it: breakpoints beside what they mark, and of the fields that only this format has
 * those that say something. Nobody sees whether a text was a list, or whether an absent field was spelled out.
 */
export function renderMessage(message: Message): Message {
  const { residue, ...bare } = message
  return { ...bare, parts: (message.parts as readonly Part[]).map(renderPart) } as Message
}

/** The part with fields that the provider renders with it. */
export function noteRendered(part: Part, fields: JsonObject): Part {
  const before = part.residue?.fields.rendered
  const rendered = { ...(isObject(before) && before), ...fields }
  if (Object.keys(rendered).length === 0) return part
  return { ...part, residue: { format: 'anthropic', fields: { rendered } } }
}

function renderPart(part: Part): Part {
  const { residue, ...bare } = liftMarker(part)
  const { extra, inner } = residue?.fields ?? {}
  return noteRendered(bare, { ...telling(extra), ...telling(inner) })
}

/** Blocks that are carried as they are carry their breakpoint inside. */
function liftMarker(part: Part): Part {
  if (part.type !== 'opaque' || !isObject(part.value)) return part
  const { cache_control: marker, ...value } = part.value
  if (!isObject(marker)) return { ...part, value }
  return { ...part, value, breakpoint: marker.ttl === '1h' ? { ttl: '1h' } : {} }
}

/** Fields that are not what they would be anyway. */
function telling(fields: Json | undefined): JsonObject {
  if (!isObject(fields)) return {}
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isDefault(name, value ?? null)))
}

function isDefault(name: string, value: Json): boolean {
  if (value === null || value === false || (isList(value) && value.length === 0)) return true
  return name === 'cache_control' || (name === 'caller' && isObject(value) && value.type === 'direct')
}

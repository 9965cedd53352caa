import { isObject, type Json, type JsonObject } from '../json.ts'
import type { AssistantMessage, Message, Part, Residue } from '../message/message.ts'

/** Caches messages without their thinking, so that callers that compare messages get the very same one again. */
const known = new WeakMap<AssistantMessage, AssistantMessage>()

/** True when a message carries thinking, in whatever form its provider wants it back. */
export function hasThinking(message: Message): message is AssistantMessage {
  if (message.role !== 'assistant') return false
  return message.parts.some((part) => isThought(part) || isSealedCall(part)) || detailsOf(message.residue) !== undefined
}

/** True when any of it is sealed: a provider takes back only that. */
export function hasSeal(message: Message): boolean {
  if (message.role !== 'assistant') return false
  return message.parts.some(isSealed) || detailsOf(message.residue) !== undefined
}

/** The message without what its author thought; the very same one where there is none. */
export function withoutThinking<M extends Message>(message: M): M
export function withoutThinking(message: Message): Message {
  if (!hasThinking(message)) return message
  const before = known.get(message)
  if (before !== undefined) return before
  const { residue, ...said } = message
  const rest = residue && withoutDetails(residue)
  const left = {
    ...said,
    parts: message.parts.filter((part) => !isThought(part)).map((part) => withoutCallSeal(withoutId(part))),
    ...(rest && { residue: rest }),
  }
  known.set(message, left)
  return left
}

/** Responses knows by its id which reasoning an item followed, and refuses the item alone. */
function withoutId<P extends Part>(part: P): P {
  if (part.residue?.format !== 'openai-responses') return part
  const { extra, item, ...fields } = part.residue.fields
  const left = { ...fields, ...idless('extra', extra), ...idless('item', item) }
  return { ...part, residue: Object.keys(left).length === 0 ? undefined : { format: 'openai-responses', fields: left } }
}

/** Google seals what led to a call on the call itself. */
function isSealedCall({ type, residue }: Part): boolean {
  const extra = type === 'tool-call' && residue?.format === 'openai-chat' ? residue.fields.extra : undefined
  return isObject(extra) && extra.extra_content !== undefined
}

function withoutCallSeal<P extends Part>(part: P): P {
  if (!isSealedCall(part) || part.residue === undefined) return part
  const { extra, ...fields } = part.residue.fields
  const { extra_content: _, ...others } = extra as JsonObject
  const left = Object.keys(others).length > 0 ? { ...fields, extra: others } : fields
  return { ...part, residue: Object.keys(left).length > 0 ? { ...part.residue, fields: left } : undefined }
}

function idless(name: string, value: Json | undefined): JsonObject {
  if (!isObject(value)) return value === undefined ? {} : { [name]: value }
  const { id: _, ...others } = value
  return Object.keys(others).length === 0 ? {} : { [name]: others }
}

function isSealed(part: Part): boolean {
  if (part.type !== 'thinking') return isThought(part) || isSealedCall(part)
  return (part.signature ?? part.redacted ?? part.encrypted) !== undefined
}

/** Responses carries reasoning that we do not know, and summaries of its own, as encrypted items. */
function isThought(part: Part): boolean {
  if (part.type === 'thinking') return true
  if (part.type !== 'opaque' || part.format !== 'openai-responses' || !isObject(part.value)) return false
  return part.value.encrypted_content !== undefined
}

/** Chat keeps seals beside the message. */
function detailsOf(residue: Residue | undefined): unknown {
  const extra = residue?.format === 'openai-chat' ? residue.fields.extra : undefined
  return isObject(extra) ? extra.reasoning_details : undefined
}

function withoutDetails(residue: Residue): Residue | undefined {
  if (detailsOf(residue) === undefined) return residue
  const { extra, ...fields } = residue.fields
  const { reasoning_details: _, ...others } = extra as JsonObject
  const left = Object.keys(others).length > 0 ? { ...fields, extra: others } : fields
  return Object.keys(left).length > 0 ? { ...residue, fields: left } : undefined
}

import { isList, isObject, type Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { codecs } from '@palimpsest/core/wire'
import type { HistoryUnit, HostHistory } from './read-history.ts'
import type { WireFormat } from './wire-body.ts'

export interface WriteOptions {
  /**
   * Plain texts are written as lists. A breakpoint needs a list, and comes and goes: so a message is spelled the same with
   * and without it.
   * @default false
   */
  readonly isListed?: boolean
}

/**
 * Writes messages in the format of a history. What is in the history as it was is handed on as the host's own objects;
 * only what was made or changed is written anew.
 */
export function writeHistory(
  history: HostHistory,
  list: readonly unknown[],
  shown: readonly Message[],
  { isListed = false }: WriteOptions = {},
): readonly unknown[] {
  const places = placesOf(history)
  const written: unknown[] = []
  let made: Message[] = []
  const flush = () => {
    if (made.length > 0) written.push(...encode(history.format, made).map((item) => (isListed ? listed(item) : item)))
    made = []
  }
  for (let i = 0; i < shown.length; ) {
    const message = shown[i] as Message
    const place = places.get(message)
    if (place === undefined || !isWhole(place.unit, shown, i)) {
      made.push(message)
      i++
      continue
    }
    flush()
    const own = list.slice(place.from, place.from + place.unit.items.length)
    written.push(...(isListed ? own.map(listed) : own))
    i += place.unit.messages.length
  }
  flush()
  return [...list.slice(0, openingItems(history)), ...written, ...(history.unread?.items ?? [])]
}

function listed(item: unknown): unknown {
  const { content, role } = item as { readonly content?: unknown; readonly role?: unknown }
  if (typeof content !== 'string' || content === '' || role === 'system') return item
  return { ...(item as object), content: [{ type: 'text', text: content }] }
}

interface UnitPlace {
  readonly unit: HistoryUnit
  /** Index of its first item in the list. */
  readonly from: number
}

/** By the first message of each unit. */
function placesOf({ units, openingUnits }: HostHistory): ReadonlyMap<Message, UnitPlace> {
  const places = new Map<Message, UnitPlace>()
  let from = 0
  units.forEach((unit, i) => {
    const [first] = unit.messages
    if (i >= openingUnits && first !== undefined) places.set(first, { unit, from })
    from += unit.items.length
  })
  return places
}

function openingItems({ units, openingUnits }: HostHistory): number {
  return units.slice(0, openingUnits).reduce((sum, { items }) => sum + items.length, 0)
}

function isWhole({ messages }: HistoryUnit, shown: readonly Message[], at: number): boolean {
  return messages.every((message, i) => shown[at + i] === message)
}

function encode(format: WireFormat, messages: readonly Message[]): readonly unknown[] {
  const { value } = codecs[format].encode({ messages, residue: { format, fields: { bare: true } } })
  const list = isList(value) ? value : isObject(value) && isList(value.messages) ? value.messages : []
  return format === 'ai-sdk' ? list.map(asPrompt) : list
}

/** The prompt of the AI SDK has no plain texts but for the system's, and its addresses are objects. */
function asPrompt(message: Json): unknown {
  if (!isObject(message) || message.role === 'system') return message
  if (typeof message.content === 'string') return { ...message, content: [{ type: 'text', text: message.content }] }
  if (!isList(message.content)) return message
  return { ...message, content: message.content.map(withAddress) }
}

function withAddress(part: Json): unknown {
  if (!isObject(part) || part.type !== 'file' || typeof part.data !== 'string') return part
  return /^https?:/i.test(part.data) ? { ...part, data: new URL(part.data) } : part
}

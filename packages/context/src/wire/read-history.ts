import type { Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { codecs } from '@palimpsest/core/wire'
import { copyJson, isCopyOf } from './copy-json.ts'
import type { WireFormat } from './wire-body.ts'

/** Items of the wire that belong together, and the messages that they are: one of the two is always single. */
export interface HistoryUnit {
  /** Our own copies of the items. */
  readonly items: readonly Json[]
  readonly messages: readonly Message[]
}

/** A history as it was read. */
export interface HostHistory {
  readonly format: WireFormat
  readonly units: readonly HistoryUnit[]
  /** The number of units at the start in which only the system speaks. They are no part of what is said. */
  readonly openingUnits: number
  /** What was said, after the opening. */
  readonly messages: readonly Message[]
  /** Items of the host from the first on that cannot be read: they stay as they are. */
  readonly unread?: { readonly items: readonly unknown[]; readonly error: unknown }
}

/**
 * Reads a history. Units that the last reading had in the same place are not read again, so that their messages are the
 * very same objects, which were counted and identified before. Throws where not even the first item can be read.
 */
export function readHistory(format: WireFormat, list: readonly unknown[], before?: HostHistory): HostHistory {
  const known = before?.format === format ? before.units : []
  const units: HistoryUnit[] = []
  let unread: HostHistory['unread']
  for (let at = 0; at < list.length && unread === undefined; ) {
    const old = known[units.length]
    try {
      const unit = old !== undefined && isStill(old, format, list, at) ? old : readUnit(format, list, at)
      units.push(unit)
      at += unit.items.length
    } catch (error) {
      if (at === 0) throw error
      unread = { items: list.slice(at), error }
    }
  }
  const opening = units.findIndex(({ messages }) => messages.some(({ role }) => role !== 'system'))
  const openingUnits = opening === -1 ? units.length : opening
  const messages = units.slice(openingUnits).flatMap((unit) => unit.messages)
  return { format, units, openingUnits, messages, ...(unread && { unread }) }
}

function isStill({ items, messages }: HistoryUnit, format: WireFormat, list: readonly unknown[], at: number): boolean {
  if (!items.every((item, i) => isCopyOf(item, list[at + i]))) return false
  // A turn of the assistant may have grown behind its last item.
  const next = list[at + items.length]
  return format !== 'openai-responses' || messages[0]?.role !== 'assistant' || next === undefined || !isTurnItem(next)
}

function readUnit(format: WireFormat, list: readonly unknown[], at: number): HistoryUnit {
  const first = copyJson(list[at])
  if (format !== 'openai-responses' || !isTurnItem(first)) return unitOf(format, [first])
  const items = [first]
  for (let i = at + 1; i < list.length && isTurnItem(list[i]); i++) items.push(copyJson(list[i]))
  return unitOf(format, items)
}

function unitOf(format: WireFormat, items: readonly Json[]): HistoryUnit {
  return { items, messages: codecs[format].decode(items).messages }
}

const spokenTypes = new Set([undefined, 'message'])

/** In Responses a turn of the assistant is a run of items: all but messages of others, and results. */
function isTurnItem(item: unknown): boolean {
  const { type, role } = (typeof item === 'object' && item !== null ? item : {}) as {
    readonly type?: string
    readonly role?: string
  }
  if (spokenTypes.has(type)) return role === 'assistant'
  return type?.endsWith('_output') !== true && type !== 'item_reference'
}

import { isObject, type Json } from '../../json.ts'
import type { CallId, Message } from '../../message/message.ts'
import { writeItems } from '../openai-responses/write-items.ts'
import { fitSlots } from '../record/fit-slots.ts'
import type { Writer } from '../writer.ts'
import { asResponses } from './as-responses.ts'
import { kindOf, type RolloutLineRecord, rolloutLineRecords } from './rollout-line-record.ts'
import { wrapOutput, wrappingOf } from './wrapped-output.ts'

/** A line of the conversation before it is wrapped. */
export interface RolloutLineDraft {
  readonly kind: 'said'
  /** Its old place; a new line has none. */
  readonly at?: number
  readonly record?: RolloutLineRecord
  readonly item: Json
  /** Index of the message it comes from. */
  readonly message: number
}

/** Writes what each message says, item by item and in the order of the messages. */
export function draftRolloutLines(
  messages: readonly Message[],
  written: ReadonlySet<number>,
  writer: Writer,
): readonly RolloutLineDraft[] {
  const taken = new Set<number>()
  const freeform = freeformCalls(messages)
  return messages.flatMap((message, index) => {
    if (written.has(index)) return []
    const records = claim(message, taken)
    writer.at(index)
    const ready = asResponses(message, { isNew: records.length === 0, freeform }, writer)
    const items = writeItems([ready], writer, index).map((item) => wrap(item, message))
    return draft(items, records, index)
  })
}

function freeformCalls(messages: readonly Message[]): ReadonlySet<CallId> {
  const parts = messages.flatMap((message) => message.parts)
  return new Set(parts.flatMap((part) => (part.type === 'tool-call' && part.freeform ? [part.callId] : [])))
}

/** The records of a message, unless another message already has them: a copy gets lines of its own. */
function claim(message: Message, taken: Set<number>): readonly RolloutLineRecord[] {
  const records = rolloutLineRecords(message)
  if (records.some(({ at }) => taken.has(at))) return []
  for (const { at } of records) taken.add(at)
  return records
}

function wrap(item: Json, message: Message): Json {
  const wrapping = message.role === 'tool' ? wrappingOf(message) : undefined
  return wrapping && isObject(item) ? wrapOutput(item, wrapping) : item
}

function draft(
  items: readonly Json[],
  records: readonly RolloutLineRecord[],
  message: number,
): readonly RolloutLineDraft[] {
  const fits = fitSlots(
    items.map(kindOf),
    records.map(({ kind }) => kind),
  )
  return items.map((item, i) => {
    const record = records[fits[i] ?? -1]
    return { kind: 'said', item, message, ...(record && { at: record.at, record }) }
  })
}

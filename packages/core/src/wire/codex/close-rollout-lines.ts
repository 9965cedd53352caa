import type { Json, JsonObject } from '../../json.ts'
import type { AssistantMessage, Message } from '../../message/message.ts'
import { readItem } from '../openai-responses/items.ts'
import { joins } from '../openai-responses/turn.ts'
import type { Writer } from '../writer.ts'
import type { RolloutLineDraft } from './draft-rollout-lines.ts'
import { readKind } from './line-kind.ts'
import type { RolloutAside } from './rollout-aside.ts'
import { epoch } from './rollout-line-record.ts'

interface Rollout {
  readonly messages: readonly Message[]
  /** Its items have no envelopes. */
  readonly bare: boolean
}

/** A reader's state at this place of the file. */
interface Reading {
  timestamp: Json
  model: string | undefined
  turn: { readonly message: number; readonly spoke: boolean; readonly called: boolean } | undefined
}

/**
 * Wraps the lines of a rollout. Which items make one message, and who wrote it, follows from the lines between them:
 * where a reader would guess wrong, a line that begins a turn is put in.
 */
export function closeRolloutLines(
  lines: readonly (RolloutLineDraft | RolloutAside)[],
  rollout: Rollout,
  writer: Writer,
): readonly Json[] {
  const reading: Reading = { timestamp: epoch, model: undefined, turn: undefined }
  return lines.flatMap((entry) => {
    if (entry.kind === 'said') {
      const message = rollout.messages[entry.message]
      const opening = message?.role === 'assistant' ? follow(reading, entry, message, writer) : leave(reading)
      return [...opening, closeLine(entry, rollout.bare, reading)]
    }
    noteAside(reading, entry)
    return [entry.line]
  })
}

function noteAside(reading: Reading, { line, at }: RolloutAside): void {
  const read = readKind(line, at)
  reading.timestamp = line.timestamp ?? reading.timestamp
  if (read.kind === 'turn') reading.model = read.model
  if (read.kind === 'turn' || read.kind === 'compacted') reading.turn = undefined
}

function leave(reading: Reading): readonly Json[] {
  reading.turn = undefined
  return []
}

function closeLine({ record, item }: RolloutLineDraft, bare: boolean, reading: Reading): Json {
  if (record) {
    reading.timestamp = record.line?.timestamp ?? reading.timestamp
    return record.line ? { ...record.line, payload: item } : item
  }
  return bare ? item : { timestamp: reading.timestamp, type: 'response_item', payload: item }
}

function follow(reading: Reading, entry: RolloutLineDraft, message: AssistantMessage, writer: Writer): readonly Json[] {
  const kind = pieceOf(entry.item)
  const isFirst = reading.turn?.message !== entry.message
  const isJoined = kind !== 'nothing' && joins(reading.turn, kind)
  const opening = isFirst && (isJoined || reading.model !== message.model) ? [openTurn(reading, message.model)] : []
  const isSplit = !isFirst && !isJoined
  if (isSplit) {
    writer.at(entry.message)
    writer.lose('boundary', 'inside an assistant message')
  }
  const { spoke, called } = isFirst || isSplit || !reading.turn ? { spoke: false, called: false } : reading.turn
  reading.turn =
    kind === 'nothing'
      ? undefined
      : { message: entry.message, spoke: spoke || kind === 'said', called: called || kind === 'called' }
  return opening
}

function openTurn(reading: Reading, model: string | undefined): Json {
  reading.model = model
  reading.turn = undefined
  const settings: JsonObject = { cwd: '', approval_policy: 'never', sandbox_policy: { type: 'read-only' } }
  const payload = { ...settings, ...(model !== undefined && { model }), summary: 'auto' }
  return { timestamp: reading.timestamp, type: 'turn_context', payload }
}

/** Returns the role of an item in its turn. A message without content stands alone. */
function pieceOf(value: Json): 'said' | 'thought' | 'called' | 'nothing' {
  const item = readItem(value, '')
  if (item.kind === 'message' || (item.kind === 'said' && item.parts.length === 0)) return 'nothing'
  return item.kind
}

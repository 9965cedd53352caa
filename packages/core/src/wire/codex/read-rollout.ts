import type { Json, JsonObject } from '../../json.ts'
import type { Message, Transcript } from '../../message/message.ts'
import type { InputItem } from '../openai-responses/items.ts'
import { joins, readTurns } from '../openai-responses/turn.ts'
import { gatherResults } from '../record/gather-results.ts'
import { relabel } from '../record/relabel.ts'
import { readInstructions } from './instructions.ts'
import { readKind } from './line-kind.ts'
import { type ItemLine, readItemLine } from './read-item-line.ts'
import { codexFormat, type RolloutLineRecord, rolloutLineResidue } from './rollout-line-record.ts'

/** Reads the conversation out of a rollout; every other line is kept aside under its place in the file. */
export function readRollout(lines: readonly JsonObject[]): Transcript {
  const reader = createReader()
  lines.forEach((line, at) => {
    readOne(reader, line, at)
  })
  close(reader)
  const { instructions, messages, aside, model, bare } = reader
  return {
    messages: [...instructions, ...gatherResults(messages)],
    ...(model !== undefined && { model }),
    residue: { format: codexFormat, fields: { count: lines.length, aside, ...(bare && { bare }) } },
  }
}

interface Reader {
  readonly instructions: Message[]
  readonly messages: Message[]
  readonly aside: Json[]
  turn: Turn | undefined
  model: string | undefined
  hasMeta: boolean
  bare: boolean
}

/** The assistant's items since somebody else last spoke, as far as they belong together. */
interface Turn {
  readonly items: InputItem[]
  readonly records: RolloutLineRecord[]
  readonly model: string | undefined
  spoke: boolean
  called: boolean
}

function createReader(): Reader {
  return { instructions: [], messages: [], aside: [], turn: undefined, model: undefined, hasMeta: false, bare: false }
}

function readOne(reader: Reader, line: JsonObject, at: number): void {
  const read = readKind(line, at)
  switch (read.kind) {
    case 'item':
      reader.bare ||= read.bare
      addItem(reader, readItemLine(line, read, at))
      return
    case 'meta':
      readMeta(reader, line, at)
      return
    case 'turn':
    case 'compacted':
      close(reader)
      if (read.kind === 'turn') reader.model = read.model
      reader.aside.push({ at, line })
      return
    case 'aside':
      reader.aside.push({ at, line })
  }
}

/** A forked session repeats the first line of the one it came from; only the first is its own. */
function readMeta(reader: Reader, line: JsonObject, at: number): void {
  const { messages, line: hollow } = reader.hasMeta ? { messages: [], line } : readInstructions(line, at)
  reader.hasMeta = true
  reader.instructions.push(...messages)
  reader.aside.push({ at, line: hollow })
}

function addItem(reader: Reader, { item, record, fields }: ItemLine): void {
  const stands = item.kind === 'message' || (item.kind === 'said' && item.parts.length === 0)
  if (stands || !joins(reader.turn, item.kind)) close(reader)
  if (stands) {
    const own = readTurns([item])
    reader.messages.push(...own.map((message) => noted(message, [record], { fields, model: reader.model })))
    return
  }
  reader.turn ??= { items: [], records: [], model: reader.model, spoke: false, called: false }
  reader.turn.items.push(item)
  reader.turn.records.push(record)
  reader.turn.spoke ||= item.kind === 'said'
  reader.turn.called ||= item.kind === 'called'
}

function close(reader: Reader): void {
  const { turn } = reader
  if (turn === undefined) return
  const { items, records, model } = turn
  for (const message of readTurns(items, true)) reader.messages.push(noted(message, records, { model }))
  reader.turn = undefined
}

interface Noted {
  readonly fields?: JsonObject
  readonly model: string | undefined
}

function noted(read: Message, records: readonly RolloutLineRecord[], { fields, model }: Noted): Message {
  const message = relabel(read, 'openai-responses', codexFormat)
  const noting = rolloutLineResidue(records, { ...message.residue?.fields, ...fields })
  if (message.role !== 'assistant') return { ...message, ...noting }
  return { ...message, ...(model !== undefined && { model }), ...noting }
}

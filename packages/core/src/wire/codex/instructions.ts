import { isObject, type JsonObject } from '../../json.ts'
import type { Message, SystemMessage } from '../../message/message.ts'
import type { RolloutAside } from './rollout-aside.ts'
import { codexFormat } from './rollout-line-record.ts'

/** The fields of a session's first line that state the system prompt: the field itself, or its text. */
const places = ['base_instructions', 'instructions'] as const

/** The system messages in the first line of a rollout, and that line without them. */
export function readInstructions(
  line: JsonObject,
  at: number,
): { readonly messages: readonly SystemMessage[]; readonly line: JsonObject } {
  const meta = metaOf(line)
  const found = places.flatMap((place) => {
    const text = textOf(meta, place)
    return text === undefined || text === '' ? [] : [{ place, text }]
  })
  return {
    messages: found.map(({ place, text }) => ({
      role: 'system',
      parts: [{ type: 'text', text }],
      residue: { format: codexFormat, fields: { at, place } },
    })),
    line: found.reduce((hollow, { place }) => writeInstruction(hollow, place), line),
  }
}

function metaOf(line: JsonObject): JsonObject {
  return isObject(line.payload) ? line.payload : line
}

function textOf(meta: JsonObject, place: string): string | undefined {
  const value = isObject(meta[place]) ? meta[place].text : meta[place]
  return typeof value === 'string' ? value : undefined
}

/** A system message in the first line. One that is no longer plain text becomes a separate item. */
export interface Instruction {
  readonly at: number
  readonly place: string
  readonly text: string
}

/** The messages at the start, by index, that belong in a first line which is there. */
export function findInstructions(
  messages: readonly Message[],
  aside: readonly RolloutAside[],
): ReadonlyMap<number, Instruction> {
  const places = new Set(aside.map(({ at }) => at))
  const found = new Map<number, Instruction>()
  for (const [i, message] of messages.entries()) {
    const instruction = instructionOf(message, i)
    if (instruction === undefined || !places.has(instruction.at)) break
    found.set(i, instruction)
  }
  return found
}

/** A new first line precedes all others, and the conversation's first message goes there if it is the system's. */
function instructionOf(message: Message, index: number): Instruction | undefined {
  const text = plainText(message)
  if (message.role !== 'system' || message.developer || text === undefined) return undefined
  const { at, place } = message.residue?.format === codexFormat ? message.residue.fields : {}
  if (typeof at === 'number' && typeof place === 'string') return { at, place, text }
  return index === 0 && message.residue === undefined ? { at: -1, place: 'base_instructions', text } : undefined
}

function plainText({ parts }: Message): string | undefined {
  const [only, ...others] = parts
  const isPlain = only?.type === 'text' && others.length === 0 && !only.breakpoint && !only.residue
  return isPlain && only.text !== '' ? only.text : undefined
}

export function fillInstructions(
  aside: readonly RolloutAside[],
  instructions: readonly Instruction[],
): readonly RolloutAside[] {
  if (instructions.length === 0) return aside
  return aside.map((entry) =>
    instructions
      .filter(({ at }) => at === entry.at)
      .reduce(({ line, ...rest }, { place, text }) => ({ ...rest, line: writeInstruction(line, place, text) }), entry),
  )
}

/** Puts an instruction into its line, or empties its place. */
function writeInstruction(line: JsonObject, place: string, text?: string): JsonObject {
  const meta = metaOf(line)
  const before = meta[place]
  const filled = { ...meta, [place]: isObject(before) ? { ...before, text: text ?? '' } : (text ?? null) }
  return isObject(line.payload) ? { ...line, payload: filled } : filled
}

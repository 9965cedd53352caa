import { isObject, type JsonObject, rest } from '../../json.ts'
import { type FieldGrowth, grow } from './grow.ts'
import { isIndex, slotFor } from './stream.ts'

/** The tool calls of one Chat message, and the index that the wire gave each of them. */
export interface CallList {
  readonly calls: readonly JsonObject[]
  readonly slots: readonly number[]
}

/** Adds one entry of `delta.tool_calls`: to the call it continues, or as a new one. */
export function growCalls({ calls, slots }: CallList, piece: JsonObject): CallList {
  const known = findCall({ calls, slots }, piece)
  const call = calls[known]
  if (call !== undefined) return { calls: calls.with(known, growCall(call, piece)), slots }
  const index = isIndex(piece.index) ? piece.index : (slots.at(-1) ?? -1) + 1
  const at = slotFor(slots, index)
  return { calls: calls.toSpliced(at, 0, growCall({}, piece)), slots: slots.toSpliced(at, 0, index) }
}

function findCall({ calls, slots }: CallList, piece: JsonObject): number {
  if (!isIndex(piece.index)) return findWithoutIndex(calls, piece)
  const at = slots.lastIndexOf(piece.index)
  return isAnother(calls[at], piece) ? -1 : at
}

/** Servers that omit the index name a call by id, or send it in one piece, or go on with the last one. */
function findWithoutIndex(calls: readonly JsonObject[], piece: JsonObject): number {
  if (isName(piece.id)) return calls.findLastIndex(({ id }) => id === piece.id)
  return isNamed(piece) ? -1 : calls.length - 1
}

/** Some servers give parallel calls one index, others give each piece of a call a new id: only the first send a name. */
function isAnother(call: JsonObject | undefined, piece: JsonObject): boolean {
  return isName(call?.id) && isName(piece.id) && call?.id !== piece.id && isNamed(piece)
}

function isNamed(piece: JsonObject): boolean {
  return [piece.function, piece.custom].some((tool) => isObject(tool) && isName(tool.name))
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** The first id stays, and arguments are a text from the start: a call without any has '' and not null. */
function growCall(call: JsonObject, piece: JsonObject): JsonObject {
  const grown = grow(call, rest(piece, isName(call.id) ? ['index', 'id'] : ['index']) ?? {}, growthOf)
  const { function: tool, custom } = grown
  return {
    ...grown,
    ...(isObject(tool) ? { function: { ...tool, arguments: tool.arguments ?? '' } } : {}),
    ...(isObject(custom) ? { custom: { ...custom, input: custom.input ?? '' } } : {}),
  }
}

const growths: ReadonlyMap<string, FieldGrowth> = new Map<string, FieldGrowth>([
  ['id', 'replace'],
  ['type', 'replace'],
  ['name', 'replace'],
  ['function', 'nest'],
  ['custom', 'nest'],
])

function growthOf(key: string): FieldGrowth {
  return growths.get(key) ?? 'append'
}

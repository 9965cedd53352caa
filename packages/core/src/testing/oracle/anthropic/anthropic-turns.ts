import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'

/** A content block with its place in the request. */
export interface PlacedBlock {
  readonly block: JsonObject
  readonly path: string
  /** Index of its message. */
  readonly message: number
}

/** Consecutive messages of one role: the API joins them before it judges the order of blocks. */
export interface Turn {
  readonly role: string
  readonly path: string
  readonly blocks: readonly PlacedBlock[]
}

/** Joins messages into turns; what is too malformed to have a place is left out. */
export function turnsOf(messages: readonly Json[]): readonly Turn[] {
  const turns: { readonly role: string; readonly path: string; readonly blocks: PlacedBlock[] }[] = []
  for (const [i, message] of messages.entries()) {
    if (!isObject(message) || typeof message.role !== 'string' || isDirective(message)) continue
    let turn = turns.at(-1)
    if (turn?.role !== message.role) {
      turn = { role: message.role, path: `messages.${i}`, blocks: [] }
      turns.push(turn)
    }
    for (const placed of placedBlocks(message.content, i)) turn.blocks.push(placed)
  }
  return turns
}

/** A system message without content that sets how the model answers: it may appear anywhere and splits no turn. */
export function isDirective({ role, content, output_config: output }: JsonObject): boolean {
  const isEmpty = content === undefined || (isList(content) && content.length === 0)
  return role === 'system' && isEmpty && isObject(output) && Object.keys(output).length > 0
}

/** The blocks of a message; a plain text is one. */
export function placedBlocks(content: Json | undefined, message: number): readonly PlacedBlock[] {
  const path = `messages.${message}.content`
  if (typeof content === 'string')
    return content === '' ? [] : [{ block: { type: 'text', text: content }, path, message }]
  if (!isList(content)) return []
  return content.flatMap((block, i) => (isObject(block) ? [{ block, path: `${path}.${i}`, message }] : []))
}

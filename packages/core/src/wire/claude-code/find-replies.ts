import type { JsonObject } from '../../json.ts'
import { answers, lineMessage } from './session-line.ts'

/**
 * Finds for each assistant line the line that opens its reply: a reply is written one block a line, under one message
 * id. A prompt ends every reply before it, so that a provider with constant ids does not glue turns together.
 */
export function findReplies(lines: readonly JsonObject[], nodes: readonly number[]): ReadonlyMap<number, number> {
  const replies = new Map<number, number>()
  const open = new Map<string, number>()
  for (const at of nodes) {
    const line = lines[at] ?? {}
    if (isPrompt(line)) open.clear()
    if (line.type !== 'assistant') continue
    const { id } = lineMessage(line)
    const first = typeof id === 'string' ? open.get(id) : undefined
    const joins = first !== undefined && isSameReply(lines[first] ?? {}, line)
    replies.set(at, joins ? first : at)
    if (typeof id === 'string' && id !== '' && !joins) open.set(id, at)
  }
  return replies
}

function isPrompt(line: JsonObject): boolean {
  return line.type === 'user' && line.isMeta !== true && answers(line).length === 0
}

function isSameReply(first: JsonObject, line: JsonObject): boolean {
  const requested = [first.requestId, line.requestId].filter((id) => typeof id === 'string')
  return requested[0] === (requested[1] ?? requested[0]) && lineMessage(first).model === lineMessage(line).model
}

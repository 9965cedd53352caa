import { isList, isObject, type JsonObject } from '../../json.ts'

/** True when a line holds a message; every other line is about the session. */
export function isMessageLine(line: JsonObject): boolean {
  return line.type === 'user' || line.type === 'assistant'
}

export function uuidOf(line: JsonObject): string | undefined {
  return typeof line.uuid === 'string' ? line.uuid : undefined
}

export function lineMessage(line: JsonObject): JsonObject {
  return isObject(line.message) ? line.message : {}
}

/** Ids of the calls that a line makes. */
export function calledIds(line: JsonObject): readonly string[] {
  return line.type === 'assistant' ? idsOf(line, 'tool_use', 'id') : []
}

/** Ids of the calls that a line answers. */
export function answers(line: JsonObject): readonly string[] {
  return line.type === 'user' ? idsOf(line, 'tool_result', 'tool_use_id') : []
}

function idsOf(line: JsonObject, type: string, key: string): readonly string[] {
  const { content } = lineMessage(line)
  if (!isList(content)) return []
  return content.flatMap((block) => {
    const id = isObject(block) && block.type === type ? block[key] : undefined
    return typeof id === 'string' ? [id] : []
  })
}

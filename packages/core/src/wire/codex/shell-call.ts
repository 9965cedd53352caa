import { isObject, type Json, type JsonObject, parseJson, rest } from '../../json.ts'
import { callId, type Part, type ToolCallPart } from '../../message/message.ts'
import { codexFormat } from './rollout-line-record.ts'

/** The name that a call of OpenAI's own shell tool goes by; its items have none. */
const name = 'local_shell'

/** Reads a call of the local shell as the tool call it is: its result is an ordinary one and needs its call. */
export function readShellCall(item: JsonObject): ToolCallPart | undefined {
  if (item.type !== 'local_shell_call' || !isObject(item.action)) return undefined
  const key = typeof item.call_id === 'string' ? 'call_id' : 'id'
  const id = item[key]
  if (typeof id !== 'string') return undefined
  const shell = rest(item, ['type', key, 'action']) ?? {}
  return {
    type: 'tool-call',
    callId: callId(id),
    name,
    arguments: JSON.stringify(item.action),
    residue: { format: codexFormat, fields: { shell, key } },
  }
}

/** The item of a shell call; nothing when the part is no such call, or no longer one. */
export function writeShellCall(part: Part): Json | undefined {
  if (part.type !== 'tool-call' || part.residue?.format !== codexFormat || part.name !== name) return undefined
  const { shell, key } = part.residue.fields
  const action = parseJson(part.arguments)
  if (!isObject(shell) || typeof key !== 'string' || !isObject(action)) return undefined
  return { type: 'local_shell_call', [key]: part.callId, action, ...shell }
}

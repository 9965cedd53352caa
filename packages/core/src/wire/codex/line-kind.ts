import { expectObject } from '../../expect.ts'
import { isObject, type JsonObject } from '../../json.ts'

/** The role of a line in the conversation. */
export type RolloutLine =
  /** `bare`: without an envelope, as the first rollouts had it. */
  | { readonly kind: 'item'; readonly item: JsonObject; readonly path: string; readonly bare: boolean }
  | { readonly kind: 'meta' }
  /** A turn begins; the model that will answer, where the line names one. */
  | { readonly kind: 'turn'; readonly model?: string }
  | { readonly kind: 'compacted' }
  | { readonly kind: 'aside' }

/** Items of the first rollouts. A line of another type is of a later form. */
const bareItems = [
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
]

export function readKind(line: JsonObject, at: number): RolloutLine {
  const { payload, type } = line
  if (type === undefined) return { kind: line.record_type === undefined && 'instructions' in line ? 'meta' : 'aside' }
  if (payload === undefined && bareItems.includes(String(type))) {
    return { kind: 'item', item: line, path: `[${at}]`, bare: true }
  }
  switch (type) {
    case 'response_item':
      return readItemKind(expectObject(payload, `[${at}].payload`), `[${at}].payload`)
    case 'session_meta':
      return { kind: 'meta' }
    case 'turn_context':
      return isObject(payload) && typeof payload.model === 'string'
        ? { kind: 'turn', model: payload.model }
        : { kind: 'turn' }
    case 'compacted':
      return { kind: 'compacted' }
    default:
      return { kind: 'aside' }
  }
}

/** Snapshots of the work tree are written between items but never shown to a model. */
function readItemKind(item: JsonObject, path: string): RolloutLine {
  return item.type === 'ghost_snapshot' ? { kind: 'aside' } : { kind: 'item', item, path, bare: false }
}

import type { JsonObject } from '../../../json.ts'
import type { Shape } from '../shape.ts'
import { show } from '../show.ts'

/** A client's notes beside an item; the API carries them and shows them to no model. */
const noted: Shape = { 'type?': 'any', 'id?': 'any', 'internal_chat_message_metadata_passthrough?': 'object|null' }
const item: Shape = { ...noted, 'status?': 'any' }
const called: Shape = { 'namespace?': 'string|null', 'caller?': 'object|null' }
const answered: Shape = { ...called, 'name?': 'string|null' }

/** The fields of the items that clients write and replay. */
export const itemShapes: Readonly<Record<string, Shape>> = {
  message: { ...item, role: 'any', content: 'any', 'phase?': 'string|null' },
  function_call: { ...item, ...called, call_id: 'any', name: 'any', arguments: 'any' },
  function_call_output: { ...item, ...answered, call_id: 'any', output: 'any' },
  custom_tool_call: { ...item, ...called, call_id: 'any', name: 'any', input: 'string' },
  custom_tool_call_output: { ...item, ...answered, call_id: 'any', output: 'any' },
  reasoning: { ...item, summary: 'any', 'content?': 'list|null', 'encrypted_content?': 'string|null' },
  item_reference: { 'type?': 'any', id: 'text' },
  compaction: { ...noted, encrypted_content: 'text', 'created_by?': 'string' },
  compaction_trigger: { 'type?': 'any' },
}

/** Items that the provider's own tools write: taken as they are. */
const hostedItems =
  'web_search_call file_search_call computer_call computer_call_output code_interpreter_call image_generation_call ' +
  'local_shell_call local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output ' +
  'mcp_list_tools mcp_approval_request mcp_approval_response mcp_call tool_search_call tool_search_output ' +
  'additional_tools program program_output agent_message context_compaction'

export const isHostedItem = (type: string) => hostedItems.split(' ').includes(type)

/** A message may leave its type out. */
export function itemType({ type, role }: JsonObject): string {
  return type === undefined && role !== undefined ? 'message' : show(type)
}

/** Calls that the client answers, with the type of the answer. */
export const outputOf: ReadonlyMap<string, string> = new Map([
  ['function_call', 'function_call_output'],
  ['custom_tool_call', 'custom_tool_call_output'],
  ['computer_call', 'computer_call_output'],
  ['shell_call', 'shell_call_output'],
  ['apply_patch_call', 'apply_patch_call_output'],
])

/** True if a model wrote the item, and not its client. */
export function isModelItem(value: JsonObject): boolean {
  const type = itemType(value)
  return type === 'message' ? value.role === 'assistant' : type.endsWith('_call') || type === 'item_reference'
}

/** Tools that the provider runs. */
export function isHostedTool(type: string): boolean {
  const names = 'web_search|file_search|computer|code_interpreter|image_generation|mcp|local_shell|shell|apply_patch'
  return new RegExp(`^(${names}|tool_search|namespace|programmatic_tool_calling)(_(use_)?preview)?(_[0-9_]+)?$`).test(
    type,
  )
}

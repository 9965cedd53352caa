import { isObject, parseJson } from '../../json.ts'
import type { ToolCallPart } from '../../message/message.ts'

/** The tool that finds and runs those that are left out of a request. */
export const findToolsName = 'find_tools'

/** A call that find_tools was asked to make. */
export interface CalledTool {
  readonly name: string
  /** As the tool itself would receive them. */
  readonly arguments: string
}

/** Returns the call that is meant: one made through find_tools is a call of the tool that it names. */
export function calledTool(call: Pick<ToolCallPart, 'name' | 'arguments'>): CalledTool {
  if (call.name !== findToolsName) return { name: call.name, arguments: call.arguments }
  const input = parseJson(call.arguments)
  if (!isObject(input)) return { name: call.name, arguments: call.arguments }
  const { name, arguments: given } = input
  if (typeof name !== 'string' || name === findToolsName || given === undefined || given === null)
    return { name: call.name, arguments: call.arguments }
  return { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
}

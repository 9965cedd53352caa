import { isList, isObject, type JsonObject, parseJson } from '@palimpsest/core/json'
import type { Said } from '../../model/model.ts'

type Call = Extract<Said[number], { readonly type: 'tool-call' }>

/** A call as the tool that it names wants it: with arguments, or with plain text. */
export interface CalledTool {
  readonly kind: 'function' | 'custom'
  readonly input: string
  /** The group of tools that it belongs to. */
  readonly namespace?: string
}

/** Finds out how a tool is called from how the request offers it. */
export function calledTool({ name, arguments: input, freeform }: Call, { tools }: JsonObject): CalledTool {
  const offered = isList(tools) ? tools.filter(isObject) : []
  const group = offered.find((tool) => tool.type === 'namespace' && membersOf(tool).some((each) => each.name === name))
  const isCustom = [...offered, ...offered.flatMap(membersOf)].some((tool) => {
    const definition = isObject(tool.custom) ? tool.custom : tool
    return tool.type === 'custom' && definition.name === name
  })
  const namespace = typeof group?.name === 'string' ? { namespace: group.name } : {}
  if (!isCustom && freeform !== true) return { kind: 'function', input, ...namespace }
  // A script writes its text as JSON, as it writes all arguments.
  const text = freeform === true ? undefined : parseJson(input)
  return { kind: 'custom', input: typeof text === 'string' ? text : input, ...namespace }
}

function membersOf({ type, tools }: JsonObject): readonly JsonObject[] {
  return type === 'namespace' && isList(tools) ? tools.filter(isObject) : []
}

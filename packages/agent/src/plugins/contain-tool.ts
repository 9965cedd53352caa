import type { EngineTool } from '@palimpsest/core/engine'
import type { Json } from '@palimpsest/core/json'
import { callId, checkMessage } from '@palimpsest/core/message'
import { plainWords } from './plain-words.ts'
import { withinLimit } from './time-limit.ts'

/** As every provider takes names of tools. */
const toolName = /^[a-zA-Z0-9_-]{1,64}$/

/** True for what has the form of a tool. */
export function isTool(value: unknown): value is EngineTool {
  if (typeof value !== 'object' || value === null) return false
  const { name, description, schema, run } = value as Readonly<Record<keyof EngineTool, unknown>>
  const isNamed = typeof name === 'string' && toolName.test(name) && typeof description === 'string'
  return isNamed && typeof schema === 'object' && schema !== null && typeof run === 'function'
}

/** A tool that fails says so to the model, which is who asked. */
export function containTool(tool: EngineTool, limitMs: number): EngineTool {
  const { name, description, schema } = tool
  return {
    name,
    description,
    schema,
    run: async (input, view, signal) => {
      const parts: unknown = await withinLimit((stop) => tool.run(input, view, stop), {
        limitMs,
        signal,
      }).catch((error: unknown) => {
        if (signal.aborted) throw error
        throw new Error(plainWords(error), { cause: error })
      })
      return checkMessage({ role: 'tool', callId: callId(name), parts: parts as Json }, 'result').parts
    },
  }
}

import type { Shown } from '../../contract/shown.ts'
import { callsOf } from '../../message/group.ts'
import { calledTool } from './called-tool.ts'

/** Names of the tools that were called in these messages, directly or through find_tools, and the words users said. */
export function usedTools(said: readonly Shown[]): ReadonlySet<string> {
  const used = new Set<string>()
  for (const { message, standsFor } of said) {
    if (standsFor !== undefined) continue
    for (const call of callsOf(message)) used.add(calledTool(call).name)
    if (message.role !== 'user') continue
    for (const part of message.parts)
      if (part.type === 'text') for (const [word] of part.text.matchAll(/[\w-]+/g)) used.add(word)
  }
  return used
}

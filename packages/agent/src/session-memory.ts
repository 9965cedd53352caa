import { existsSync } from 'node:fs'
import type { Session } from '@palimpsest/core/store'
import { basePrompt } from './base-prompt.ts'
import type { Memory, ReadMemory } from './memory/memory.ts'
import { buildSystemPrompt } from './prompt/build-system-prompt.ts'
import { readContextFiles } from './prompt/read-context-files.ts'
import type { SessionMemory } from './turn/agent.ts'

/** A system prompt as it would be now, and what the user should know about it. */
export interface FreshPrompt {
  readonly system: string
  readonly notices: readonly string[]
}

/** Memory and workspace as sessions see them: read when a session starts, and then left as they were. */
export interface PromptMemory extends SessionMemory {
  build(): FreshPrompt
}

export function createSessionMemory(
  memory: Memory,
  workspace: string,
  tools: readonly string[],
  offLimits: readonly string[] = [],
): PromptMemory {
  const build = (): FreshPrompt => {
    const files = [memory.read('MEMORY.md'), memory.read('USER.md')] as const
    const [notes, user] = files
    const context = readContextFiles(workspace, { offLimits })
    const parts = { base: basePrompt, memory: notes.shown, user: user.shown, contextFiles: context.files, tools }
    return { system: buildSystemPrompt(parts), notices: [...files.flatMap(leftOut), ...context.notices] }
  }
  // A folder that is gone says nothing, which is no reason to forget what it said.
  const systemFor = ({ system }: Session) => (existsSync(workspace) ? build().system : system)
  return { build, commit: () => memory.commit(), systemFor }
}

function leftOut({ file, leftOut: lines }: ReadMemory): readonly string[] {
  return lines.map(({ line, reason }) => `${file}:${line} is left out: ${reason}.`)
}

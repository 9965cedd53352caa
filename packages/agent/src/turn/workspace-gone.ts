import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AgentParts, TurnOutcome } from './agent.ts'

/** Ends a turn whose folder was moved, removed or unmounted: every tool would fail, one after the other. */
export async function workspaceGone({ toolContext }: AgentParts): Promise<TurnOutcome | undefined> {
  const folder = resolve(toolContext.workspace)
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return undefined
  const message = `The workspace ${folder} is gone. Nothing that was said is lost. Bring the folder back and send the message again, or go on elsewhere with --resume and --workspace.`
  return { kind: 'refused', message }
}

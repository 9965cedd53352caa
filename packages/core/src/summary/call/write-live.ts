import type { EntryId } from '../../log/entry.ts'
import { type LiveView, livePrompt } from '../prompt/prompts.ts'
import { callModel } from './call-model.ts'
import { type Desk, type Draft, promptOptions, wholeAssignment } from './desk.ts'

/** A conversation as its own model has it before it. */
export interface LiveDesk extends Desk, Omit<LiveView, 'hasEarlier'> {
  /** Entries that are shown there as they were said. */
  readonly shown: ReadonlySet<EntryId>
}

/**
 * Has the model of the conversation summarise it on top of the request that it knows. Results that were cleared before it
 * sees by their line only, so it may cover less than all; nothing is sent again.
 */
export async function writeLive(desk: LiveDesk): Promise<Draft> {
  const { model, countText, staysFrom, targetTokens: target } = desk
  const view = { hasEarlier: desk.previous !== undefined, ...(staysFrom !== undefined && { staysFrom }) }
  const prompt = (correction?: string) => livePrompt(view, promptOptions(desk, target, correction))
  if (countText(prompt()) + target > model.contextTokens) return tooFull(model.name)
  desk.onProgress(0, 1)
  const job = { prompt, assignment: wholeAssignment(desk, target) }
  const written = await callModel(job, { ...desk, pause: desk.ports.pause })
  if (written.kind === 'failed') return { kind: 'failed', failures: [written.failure] }
  desk.onProgress(1, 1)
  return { ...written, kind: 'drafted', chunks: 1, coverage: coverageOf(desk), failures: [] }
}

function tooFull(model: string): Draft {
  return { kind: 'failed', failures: [{ model, cause: 'overflow', message: 'its window has no room for a summary' }] }
}

function coverageOf({ source, shown }: LiveDesk): number {
  const seen = source.blocks.reduce((sum, { message, tokens }) => {
    const id = source.messages[message]?.id
    return sum + (id !== undefined && shown.has(id) ? tokens : 0)
  }, 0)
  return source.tokens === 0 ? 1 : seen / source.tokens
}

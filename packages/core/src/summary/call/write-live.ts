import type { EntryId } from '../../log/entry.ts'
import { type LiveView, livePrompt } from '../prompt/prompts.ts'
import { callModel } from './call-model.ts'
import { promptOptions, type SummaryDraft, type SummaryWriting, wholeAssignment } from './summary-writing.ts'

/** A conversation as its own model has it before it. */
export interface LiveWriting extends SummaryWriting, Omit<LiveView, 'hasEarlier'> {
  /** Entries that are shown there as they were said. */
  readonly shown: ReadonlySet<EntryId>
}

/**
 * Has the model of the conversation summarise it on top of the request that it knows. Results that were cleared before it
 * sees by their line only, so it may cover less than all; nothing is sent again.
 */
export async function writeLive(writing: LiveWriting): Promise<SummaryDraft> {
  const { model, countText, staysFrom, targetTokens: target } = writing
  const view = { hasEarlier: writing.previous !== undefined, ...(staysFrom !== undefined && { staysFrom }) }
  const prompt = (correction?: string) => livePrompt(view, promptOptions(writing, target, correction))
  if (countText(prompt()) + target > model.contextTokens) return tooFull(model.name)
  writing.onProgress(0, 1)
  const job = { prompt, assignment: wholeAssignment(writing, target), lossOf: writing.lossOf }
  const written = await callModel(job, { ...writing, pause: writing.ports.pause })
  if (written.kind === 'failed') return { kind: 'failed', failures: [written.failure] }
  writing.onProgress(1, 1)
  return { ...written, kind: 'drafted', chunks: 1, coverage: coverageOf(writing), failures: [] }
}

function tooFull(model: string): SummaryDraft {
  return { kind: 'failed', failures: [{ model, cause: 'overflow', message: 'its window has no room for a summary' }] }
}

function coverageOf({ source, shown }: LiveWriting): number {
  const seen = source.blocks.reduce((sum, { message, tokens }) => {
    const id = source.messages[message]?.id
    return sum + (id !== undefined && shown.has(id) ? tokens : 0)
  }, 0)
  return source.tokens === 0 ? 1 : seen / source.tokens
}

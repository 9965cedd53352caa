import type { JsonObject } from '@palimpsest/core/json'
import type { Transcript } from '@palimpsest/core/message'
import type { Weighed } from './billing-state.ts'
import type { ContextEdit } from './context-edit.ts'

/** A conversation as the model reads it. */
export interface EditedContext {
  readonly transcript: Transcript
  readonly weighed: Weighed
  /** Reports of the edits that were made. */
  readonly applied: readonly JsonObject[]
}

/** Makes the edits that a request asks for, one after the other. */
export function editContext(
  transcript: Transcript,
  edits: readonly ContextEdit[],
  weigh: (transcript: Transcript) => Weighed,
): EditedContext {
  let context: EditedContext = { transcript, weighed: weigh(transcript), applied: [] }
  for (const edit of edits) {
    const { tokens } = context.weighed
    const edited = edit(context.transcript.messages, tokens)
    if (edited === undefined) continue
    const shorter = { ...context.transcript, messages: edited.messages }
    const weighed = weigh(shorter)
    const cleared = tokens - weighed.tokens
    if (cleared <= 0 || cleared < edited.leastTokens) continue
    const report = { ...edited.report, cleared_input_tokens: cleared }
    context = { transcript: shorter, weighed, applied: [...context.applied, report] }
  }
  return context
}

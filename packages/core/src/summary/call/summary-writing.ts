import type { EnginePorts, SummaryModel } from '../../contract/occasion.ts'
import type { CountText } from '../../tokens/count.ts'
import type { Assignment } from '../check/validate.ts'
import type { Chunk } from '../prompt/chunk.ts'
import { firstPrompt, type PromptOptions, updatePrompt } from '../prompt/prompts.ts'
import type { SourceText } from '../prompt/source-text.ts'
import type { ModelFailure } from './classify-error.ts'
import type { KeptDigests } from './kept-digests.ts'
import type { LossOf } from './left-out.ts'

/** All that writing with one model needs. */
export interface SummaryWriting {
  readonly model: SummaryModel
  readonly source: SourceText
  readonly previous?: string
  readonly focus?: string
  /** The conversation's current day. */
  readonly today?: string
  readonly targetTokens: number
  readonly countText: CountText
  readonly ports: Pick<EnginePorts, 'wait' | 'pause'>
  readonly signal: AbortSignal
  readonly digests: KeptDigests
  /** The chunks that an earlier model was shown: those it gave an account of are not asked for again. */
  readonly stretches?: readonly Chunk[]
  /** Answers how much of the facts a summary of all of it keeps. */
  readonly lossOf?: LossOf
  onProgress(done: number, total: number): void
}

/** The outcome of one model. `coverage` is the share of the source that it was shown and gave an account of. */
export type SummaryDraft =
  | {
      readonly kind: 'drafted'
      readonly body: string
      readonly chunks: number
      /** The chunks of the source, where it was cut. */
      readonly stretches?: readonly Chunk[]
      readonly coverage: number
      readonly flags: readonly string[]
      readonly failures: readonly ModelFailure[]
    }
  | { readonly kind: 'failed'; readonly failures: readonly ModelFailure[] }

/** Tokenizers differ, and ours is an estimate: this much of a window may be counted on. */
const countedShare = 0.75
/** A summary may take this much of its author's window. */
const mostTargetShare = 0.25
/** Less room than this is too little to show even one message. */
const leastRoomTokens = 150

/** The size to ask for: what is wanted, within what the model can write. */
export function targetOf({ targetTokens, model }: SummaryWriting): number {
  return Math.max(1, Math.min(targetTokens, Math.floor(model.contextTokens * mostTargetShare)))
}

/** Tokens of material that fit one prompt; `undefined` when the model's window is too small for any. */
export function promptRoom(writing: SummaryWriting): number | undefined {
  const { model, countText } = writing
  const options = promptOptions(writing, targetOf(writing))
  const bare = Math.max(
    countText(firstPrompt('', options)),
    countText(updatePrompt('', { kind: 'notes', text: '' }, options)),
  )
  const room = Math.floor((model.contextTokens - bare - targetOf(writing)) * countedShare)
  return room < leastRoomTokens ? undefined : room
}

/** The options that all prompts of this writing share. */
export function promptOptions(
  { source, focus, today }: SummaryWriting,
  targetTokens: number,
  correction?: string,
): PromptOptions {
  return {
    fence: source.fence,
    targetTokens,
    ...(focus !== undefined && { focus }),
    ...(today !== undefined && { today }),
    ...(correction !== undefined && { correction }),
  }
}

/** The standard for an answer about all of the source. */
export function wholeAssignment(writing: SummaryWriting, targetTokens: number): Assignment {
  const { source, previous } = writing
  const keepTokens = previousTokens(writing)
  return {
    source: `${previous ?? ''}\n${source.text}`,
    sourceTokens: source.tokens + keepTokens,
    keepTokens,
    targetTokens,
    userWords: source.userWords,
    fence: source.fence,
    turns: source.text,
  }
}

export function previousTokens({ previous, countText }: SummaryWriting): number {
  return previous === undefined ? 0 : countText(previous)
}

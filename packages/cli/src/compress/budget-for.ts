import { type Budget, type BudgetOptions, deriveBudget } from '@palimpsest/core/budget'
import type { Transcript } from '@palimpsest/core/message'
import { createCatalogue } from '@palimpsest/core/models'
import { nearestModelHint } from '../errors/nearest-model.ts'
import { UserError } from '../errors/user-error.ts'
import type { Io } from '../terminal/io.ts'
import { said } from '../terminal/said.ts'

export interface WindowOptions extends BudgetOptions {
  readonly model?: string
  readonly contextLength?: number
  readonly maxTokens?: number
}

/** The window of most models, for a transcript that does not say which one reads it. */
const commonWindow = 200_000

/** Shares out the window that was asked for, or the model's, or a common one, which is then said. */
export function budgetFor(transcript: Transcript, options: WindowOptions, io: Io): Budget {
  const { maxTokens } = options
  const guess = assumedWindow(transcript, options)
  if (guess !== undefined) io.err(`${guess}\n`)
  const contextTokens = windowOf(transcript, options)
  refuseFull(transcript, options)
  return deriveBudget({ contextTokens, ...(maxTokens !== undefined && { maxTokens }) }, knobs(options))
}

/** Refuses an answer that would take the whole window; `place` is put before what is said of it. */
export function refuseFull(transcript: Transcript, options: WindowOptions, place = ''): void {
  const { maxTokens = 0 } = options
  const contextTokens = windowOf(transcript, options)
  if (maxTokens < contextTokens) return
  throw new UserError(`${place}--max-tokens: ${maxTokens} leaves nothing of a window of ${contextTokens} tokens`, {
    remedy: `Give a whole number below ${contextTokens}, or a larger --context-length.`,
  })
}

function windowOf(transcript: Transcript, options: WindowOptions): number {
  return options.contextLength ?? modelWindow(transcript, options) ?? commonWindow
}

/** Returns the notice for a budget whose window nobody specified. */
export function assumedWindow(transcript: Transcript, options: WindowOptions): string | undefined {
  if (options.contextLength !== undefined || modelWindow(transcript, options) !== undefined) return undefined
  const model = options.model ?? transcript.model
  const why =
    model === undefined ? 'The file names no model' : `The catalogue does not know the model ${said(model, 80)}`
  const hint = model === undefined ? '' : nearestModelHint(model)
  return `${why}: a window of ${commonWindow.toLocaleString('en-US')} tokens is assumed (--context-length).${hint}`
}

function modelWindow({ model: own }: Transcript, { model = own }: WindowOptions): number | undefined {
  return model === undefined ? undefined : createCatalogue().find(model)?.contextTokens
}

function knobs({ threshold, targetRatio, protectLastN, protectFirstN }: BudgetOptions): BudgetOptions {
  return {
    ...(threshold !== undefined && { threshold }),
    ...(targetRatio !== undefined && { targetRatio }),
    ...(protectLastN !== undefined && { protectLastN }),
    ...(protectFirstN !== undefined && { protectFirstN }),
  }
}

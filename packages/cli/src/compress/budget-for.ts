import { type Budget, type BudgetOptions, createCatalogue, deriveBudget, type Transcript } from '@palimpsest/core'
import type { Io } from '../terminal/io.ts'
import { said } from '../terminal/said.ts'
import { UserError } from '../user-error.ts'

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
  const contextTokens = options.contextLength ?? modelWindow(transcript, options) ?? assumed(transcript, options, io)
  if (maxTokens !== undefined && maxTokens >= contextTokens)
    throw new UserError(`--max-tokens: ${maxTokens} leaves nothing of a window of ${contextTokens} tokens`, {
      remedy: `Give a whole number below ${contextTokens}, or a larger --context-length.`,
    })
  return deriveBudget({ contextTokens, ...(maxTokens !== undefined && { maxTokens }) }, knobs(options))
}

function modelWindow({ model: own }: Transcript, { model = own }: WindowOptions): number | undefined {
  return model === undefined ? undefined : createCatalogue().find(model)?.contextTokens
}

function assumed({ model: own }: Transcript, { model = own }: WindowOptions, io: Io): number {
  const why =
    model === undefined ? 'The file names no model' : `The catalogue does not know the model ${said(model, 80)}`
  io.err(`${why}: a window of ${commonWindow.toLocaleString('en-US')} tokens is assumed (--context-length).\n`)
  return commonWindow
}

function knobs({ threshold, targetRatio, protectLastN, protectFirstN }: BudgetOptions): BudgetOptions {
  return {
    ...(threshold !== undefined && { threshold }),
    ...(targetRatio !== undefined && { targetRatio }),
    ...(protectLastN !== undefined && { protectLastN }),
    ...(protectFirstN !== undefined && { protectFirstN }),
  }
}

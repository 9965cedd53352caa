import type { SummaryModel } from '@palimpsest/core/engine'
import { commandVariables } from '../compose.ts'
import { UserError } from '../errors/user-error.ts'
import { summarizers } from '../options/choices.ts'
import type { Io } from '../terminal/io.ts'
import { said } from '../terminal/said.ts'
import { createCommandModel } from './command-model.ts'

export interface SummarizerOptions {
  readonly summarizer?: string
  readonly summarizerCommand?: string
  readonly summarizerContextLength?: number
}

/** The command that writes summaries; nothing where they are written mechanically. */
export function commandOf({ summarizer = summarizers[0], summarizerCommand }: SummarizerOptions): string | undefined {
  if (summarizer === 'command' && summarizerCommand === undefined)
    throw new UserError('--summarizer: "command" needs a command', {
      remedy: 'Name it with --summarizer-command: it reads the prompt from standard input and prints the summary.',
    })
  return summarizer === 'mechanical' ? undefined : summarizerCommand
}

/** The author of summaries, and what is known about it afterwards. */
export interface Summarizer {
  readonly models: readonly SummaryModel[]
  /** Only who was asked may have cost anything. */
  wasAsked(): boolean
  /** Returns the most recent error. */
  failure(): string | undefined
}

export async function createSummarizer(
  command: string | undefined,
  contextTokens: number,
  { env }: Io,
): Promise<Summarizer> {
  if (command === undefined) return { models: [], wasAsked: () => false, failure: () => undefined }
  const model = createCommandModel({ command, contextTokens, environment: await commandVariables(env) })
  let isAsked = false
  let failure: string | undefined
  const name = `The summarizer command (${said(command, 80)})`
  async function* write(prompt: string, signal: AbortSignal) {
    isAsked = true
    try {
      yield* model.write(prompt, signal)
    } catch (error) {
      failure = signal.aborted ? `${name} gave no answer in time.` : messageOf(error)
      throw error
    }
  }
  return { models: [{ ...model, write }], wasAsked: () => isAsked, failure: () => failure }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

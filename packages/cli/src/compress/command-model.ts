import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { SummaryModel } from '@palimpsest/core/engine'
import { redact, withoutSecrets } from '@palimpsest/core/redact'
import { said } from '../terminal/said.ts'
import { createProcessKeeper, type ProcessKeeper } from './process-keeper.ts'

export interface CommandModelOptions {
  /** Run by the shell. */
  readonly command: string
  readonly contextTokens: number
  /** The variables that it sees. @default those of this process, without what looks like a secret */
  readonly environment?: Readonly<Record<string, string>>
}

/** Any program as a summary model: it reads the prompt from standard input and prints the summary. */
export function createCommandModel(options: CommandModelOptions): SummaryModel {
  const { command, contextTokens, environment = withoutSecrets(process.env) } = options
  const keeper = createProcessKeeper(environment)
  return { name: 'command', contextTokens, write: (prompt, signal) => converse(keeper, command, prompt, signal) }
}

async function* converse(
  keeper: ProcessKeeper,
  command: string,
  prompt: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  signal.throwIfAborted()
  const child = keeper.start(command)
  const stop = () => keeper.stop(child)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const ended = endOf(child, command)
    child.stdin.end(prompt)
    for await (const piece of child.stdout.setEncoding('utf8')) yield piece
    const failure = await ended
    if (failure !== undefined) throw new Error(failure)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Enough for the last line of a long complaint. */
const keptChars = 4_000

/** Resolves to what went wrong once the program has ended; nothing if all went well. */
function endOf(child: ChildProcessWithoutNullStreams, command: string): Promise<string | undefined> {
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-keptChars)
  })
  // A program that answers without reading its input closes it early, which is its right.
  child.stdin.on('error', () => undefined)
  child.stderr.on('error', () => undefined)
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`${nameOf(command)} cannot be started (${error.code ?? error.message}).`),
    )
    child.once('close', (code, killer) =>
      resolve(code === 0 ? undefined : `${nameOf(command)} ${failureOf(code, killer, complaint)}`),
    )
  })
}

/** Enough of a command to know it by. */
const shownChars = 80

function nameOf(command: string): string {
  return `The summarizer command (${said(command, shownChars)})`
}

function failureOf(code: number | null, killer: NodeJS.Signals | null, complaint: string): string {
  const how = code === null ? `was ended by ${killer ?? 'a signal'}` : `ended with exit code ${code}`
  const line = lastLine(complaint)
  return `${how}${line === undefined ? ' and gave no reason.' : `: ${line}`}`
}

function lastLine(complaint: string): string | undefined {
  return redact(complaint)
    .text.split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '')
}

import { lstat } from 'node:fs/promises'
import { constants } from 'node:os'
import type { KeptText } from '@palimpsest/core/message'
import { z } from 'zod'
import type { ToolContext, ToolLimits, ToolResult } from '../agent-tool.ts'
import { answerRoom, defineTool, failed } from '../define-tool.ts'
import { countedLines, sized } from '../in-words.ts'
import { locatePath, type ToolPath } from '../locate-path.ts'
import { placeWords } from '../place-words.ts'
import { shownLines } from '../shown-lines.ts'
import { ToolRefusal } from '../tool-refusal.ts'
import type { KeptOutput } from './kept-output.ts'
import { createOutputWindow, type ShownOutput } from './output-window.ts'
import { type CommandEnd, runShellCommand } from './run-shell-command.ts'

const mostSeconds = 600
const limits: ToolLimits = { maxChars: 30_000, timeoutMs: mostSeconds * 1_000 }
/** Linux takes no longer argument; a long script belongs in a file. */
const mostCommandBytes = 120_000

const input = z.strictObject({
  command: z.string().min(1).describe('Shell command line.'),
  cwd: z.string().default('.').describe('Folder to run in, from the root of the workspace.'),
  timeout: z.int().min(1).max(mostSeconds).default(120).describe(`Seconds, at most ${mostSeconds}.`),
})

/** Runs a shell command. */
export const terminal = defineTool({
  name: 'terminal',
  description:
    'Runs a shell command in the workspace and answers with its output and exit code. There is no input and no terminal to ask; what it leaves in the background ends with it (a server that shall go on: `setsid … > file 2>&1 &`). Of long output the start and the end are shown and the whole is kept. The user may be asked first.',
  input,
  limits,
  async propose({ command, cwd, timeout }, context) {
    refuseUnusable(command)
    const place = await folderOf(cwd, context)
    const where = place.path === place.root ? 'the workspace' : `the folder ${placeWords(place, cwd, context)}`
    return {
      question: {
        about: 'commands',
        text: [`Run this in ${where} (at most ${timeout} s)?`, ...shownLines(command)].join('\n'),
      },
      act: (signal) => runIn(place.path, { command, timeout }, context, signal),
    }
  },
})

interface Wanted {
  readonly command: string
  readonly timeout: number
}

async function runIn(
  folder: string,
  { command, timeout }: Wanted,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const window = createOutputWindow(answerRoom(limits, context), context.resultsFolder)
  try {
    const end = await runShellCommand(
      {
        text: command,
        folder,
        timeoutMs: timeout * 1_000,
        environment: context.environment,
        onOutput: (chunk) => window.add(chunk),
      },
      signal,
    )
    return answer(end.by === 'abort' ? window.abandon() : window.finish(), end, timeout)
  } catch (error) {
    window.abandon()
    throw error
  }
}

async function folderOf(cwd: string, context: ToolContext): Promise<ToolPath> {
  const place = await locatePath(cwd, context, 'write')
  if (place.exists && (await lstat(place.path)).isDirectory()) return place
  throw new ToolRefusal(`There is no folder ${place.shown} to run in.`)
}

function refuseUnusable(command: string): void {
  if (command.includes('\0')) throw new ToolRefusal('A command cannot hold a NUL character.')
  if (Buffer.byteLength(command) > mostCommandBytes)
    throw new ToolRefusal(
      `The command is longer than ${countedLines(mostCommandBytes, 'byte')}. Write it to a file and run that.`,
    )
}

function answer(output: ShownOutput, end: CommandEnd, timeout: number): ToolResult {
  const { text: ending, exitCode } = endingOf(end, timeout)
  const left = end.leftBehind === 0 ? '' : `; ${backgroundWords(end.leftBehind)} ended with it`
  const said = shown(output)
  const text = `${said}\n[${ending}${left}]`
  const result = end.by === 'itself' ? { text } : failed(text)
  const kept = keptText(output, said)
  return { ...result, exitCode, ...(kept && { kept }) }
}

/** The kept output replaces all that is shown of it; the command's ending follows on a line of its own. */
function keptText({ kept, tail }: ShownOutput, said: string): KeptText | undefined {
  if (kept?.kind !== 'kept') return undefined
  if (!kept.isWhole) return { file: kept.file }
  return { file: kept.file, chars: said.length + (tail.endsWith('\n') ? 1 : 0) }
}

function backgroundWords(count: number): string {
  return count === 1 ? '1 background process' : `${count} background processes`
}

function killedEnding(killedBy: NodeJS.Signals) {
  const exitCode = 128 + constants.signals[killedBy]
  return { text: `killed by ${killedBy}; exit code ${exitCode}`, exitCode }
}

/** The codes that shells and `timeout` use where a program gave none. */
function endingOf({ by, exitCode, killedBy }: CommandEnd, timeout: number) {
  switch (by) {
    case 'timeout':
      return { text: `not done after ${timeout} s and ended; exit code 124`, exitCode: 124 }
    case 'abort':
      return { text: 'cancelled by the user; exit code 130', exitCode: 130 }
    case 'itself':
      return killedBy === undefined
        ? { text: `exit code ${exitCode ?? 1}`, exitCode: exitCode ?? 1 }
        : killedEnding(killedBy)
  }
}

function shown({ head, tail, omittedBytes, omittedLines, kept }: ShownOutput): string {
  const start = head.replace(/\n$/, '')
  if (tail === '') return start === '' ? '(no output)' : start
  const left = `${countedLines(omittedLines, 'line')}, ${sized(omittedBytes)} left out`
  return `${start}\n[… ${left}${whereKept(kept)} …]\n${tail.replace(/\n$/, '')}`
}

function whereKept(kept: KeptOutput | undefined): string {
  if (kept === undefined) return ''
  if (kept.kind === 'lost') return `; the whole could not be kept: ${kept.reason}`
  const what = kept.isWhole ? 'the whole' : `the first ${sized(kept.bytes)}`
  return `; ${what}: read_file or search_files with path ${kept.path}`
}

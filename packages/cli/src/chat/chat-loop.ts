import { isFailure } from '@palimpsest/core'
import type { RuntimeOutcome } from '../compose.ts'
import { readSlash } from '../slash/read-slash.ts'
import type { SlashCommand } from '../slash/slash-command.ts'
import { UserError } from '../user-error.ts'
import type { ChatSession } from './chat-session.ts'
import type { Face, Prompt } from './face.ts'
import { pressureLine, statusLine } from './status-line.ts'

export interface ChatLoop {
  readonly session: ChatSession
  readonly face: Face
  readonly commands: readonly SlashCommand[]
  /** Whether a command asked to leave. */
  isOver(): boolean
}

/** Listens, answers, and listens again until the user leaves. Returns how many turns failed. */
export async function chatLoop(loop: ChatLoop): Promise<number> {
  const { session, face, commands } = loop
  let failed = 0
  while (!loop.isOver()) {
    const text = await face.ask(() => promptOf(session))
    if (text === undefined) break
    if (text.trim() === '') continue
    const typed = readSlash(text, commands)
    switch (typed.kind) {
      case 'message':
        failed += (await speak(loop, text)) ? 0 : 1
        break
      case 'command':
        await act(loop, typed.command, typed.argument)
        break
      case 'unknown':
        face.say(typed.text)
        break
    }
  }
  return failed
}

function promptOf(session: ChatSession): Prompt {
  const status = session.status()
  return { status: statusLine(status, session.runtime().model().name, session.look()), warning: pressureLine(status) }
}

/** One turn. What goes wrong is told, and the conversation goes on. */
async function speak({ session, face }: ChatLoop, text: string): Promise<boolean> {
  session.countTurn()
  try {
    const outcome = await face.watch((onEvent, signal) => session.runtime().turn(text, onEvent, signal), 'thinking')
    tell(outcome, session, face)
    return outcome.kind !== 'refused'
  } catch (error) {
    face.warn(errorText(error))
    return false
  }
}

function tell(outcome: RuntimeOutcome, session: ChatSession, face: Face): void {
  const { colours } = session.look()
  switch (outcome.kind) {
    case 'answered':
      break
    case 'aborted':
      face.note(colours.dim('Cancelled. What was said so far is kept.'))
      break
    case 'cut-off':
    case 'out-of-steps':
      face.note(colours.yellow(outcome.message))
      break
    case 'refused':
      face.warn(outcome.message)
      break
  }
}

const doing: Readonly<Record<string, string>> = { compress: 'compressing', insights: 'reading', usage: 'reading' }

/** Commands after which the model sees another view. */
const changing: readonly string[] = ['compress', 'undo', 'model']

async function act({ session, face }: ChatLoop, command: SlashCommand, argument: string): Promise<void> {
  try {
    const work = (_: unknown, signal: AbortSignal) => command.run(session, argument, signal)
    const blocks = await face.watch(work, doing[command.name] ?? 'looking')
    if (changing.includes(command.name)) await session.noteChange()
    if (blocks.length > 0) face.say(joined(blocks))
  } catch (error) {
    face.warn(errorText(error))
  }
}

/** Blocks of several lines stand apart. */
function joined(blocks: readonly string[]): string {
  const isLong = (block: string | undefined) => block?.includes('\n') === true
  return blocks.map((block, i) => (i > 0 && (isLong(block) || isLong(blocks[i - 1])) ? `\n${block}` : block)).join('\n')
}

function errorText(error: unknown): string {
  if (error instanceof UserError) return [error.message, error.remedy].filter((line) => line !== undefined).join('\n  ')
  const message = error instanceof Error ? error.message : String(error)
  return isFailure(error)
    ? message
    : `${message}\n  This is a bug in Palimpsest; please report it. The conversation is kept.`
}

import { isFailure } from '@palimpsest/core'
import type { RuntimeOutcome } from '../compose.ts'
import { UserError } from '../errors/user-error.ts'
import { readSlash } from '../slash/read-slash.ts'
import type { SlashCommand } from '../slash/slash-command.ts'
import type { ChatSession } from './chat-session.ts'
import type { Face } from './face/face.ts'
import type { Reception } from './receive.ts'

export interface ChatLoop {
  readonly session: ChatSession
  readonly reception: Pick<Reception, 'face' | 'prompt'>
  /** The first input, if it was asked for already. */
  readonly first?: Promise<string | undefined> | undefined
  readonly commands: readonly SlashCommand[]
  /** True when a command asked to leave. */
  isOver(): boolean
}

/** Listens, answers, and listens again until the user leaves. Returns how many turns failed. */
export async function chatLoop(loop: ChatLoop): Promise<number> {
  const { reception, commands } = loop
  const { face, prompt } = reception
  const room: Room = { session: loop.session, face }
  let asked = loop.first
  let failed = 0
  while (!loop.isOver()) {
    const text = await (asked ?? face.ask(prompt))
    asked = undefined
    if (text === undefined) break
    if (text.trim() === '') continue
    const typed = readSlash(text, commands)
    switch (typed.kind) {
      case 'message':
        failed += (await speak(room, text)) ? 0 : 1
        break
      case 'command':
        await act(room, typed.command, typed.argument)
        break
      case 'unknown':
        face.say(typed.text)
        break
    }
  }
  return failed
}

interface Room {
  readonly session: ChatSession
  readonly face: Face
}

/** Runs one turn. Errors are reported, and the conversation continues. */
async function speak({ session, face }: Room, text: string): Promise<boolean> {
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

async function act({ session, face }: Room, command: SlashCommand, argument: string): Promise<void> {
  try {
    const work = (_: unknown, signal: AbortSignal) => command.run(session, argument, signal)
    const blocks = await face.watch(work, doing[command.name] ?? 'looking')
    if (blocks.length > 0) face.say(joined(blocks))
  } catch (error) {
    face.warn(errorText(error))
  }
}

/** Sets blocks of several lines apart. */
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

import { isFailure } from '@palimpsest/core/errors'
import type { RuntimeOutcome } from '../compose.ts'
import { UserError } from '../errors/user-error.ts'
import { readSlash } from '../slash/read-slash.ts'
import type { SlashCommand } from '../slash/slash-command.ts'
import type { ChatSession } from './chat-session.ts'
import type { Reception } from './receive.ts'
import type { ChatUi } from './ui/chat-ui.ts'

export interface ChatLoop {
  readonly session: ChatSession
  readonly reception: Pick<Reception, 'ui' | 'prompt'>
  /** The first input, if it was asked for already. */
  readonly first?: Promise<string | undefined> | undefined
  readonly commands: readonly SlashCommand[]
  /** True when a command asked to leave. */
  isOver(): boolean
}

/** Listens, answers, and listens again until the user leaves. Returns how many turns failed. */
export async function chatLoop(loop: ChatLoop): Promise<number> {
  const { reception, commands } = loop
  const { ui, prompt } = reception
  const room: Room = { session: loop.session, ui }
  let asked = loop.first
  let failed = 0
  while (!loop.isOver()) {
    const text = await (asked ?? ui.ask(prompt))
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
        ui.say(typed.text)
        break
    }
  }
  return failed
}

interface Room {
  readonly session: ChatSession
  readonly ui: ChatUi
}

/** Runs one turn. Errors are reported, and the conversation continues. */
async function speak({ session, ui }: Room, text: string): Promise<boolean> {
  session.countTurn()
  try {
    const outcome = await ui.watch((onEvent, signal) => session.runtime().turn(text, onEvent, signal), 'thinking')
    tell(outcome, session, ui)
    return outcome.kind !== 'refused'
  } catch (error) {
    ui.warn(errorText(error))
    return false
  }
}

function tell(outcome: RuntimeOutcome, session: ChatSession, ui: ChatUi): void {
  const { colours } = session.look()
  switch (outcome.kind) {
    case 'answered':
      break
    case 'aborted':
      ui.note(colours.dim('Cancelled. What was said so far is kept.'))
      break
    case 'cut-off':
    case 'out-of-steps':
      ui.note(colours.yellow(outcome.message))
      break
    case 'refused':
      ui.warn(outcome.message)
      break
  }
}

const doing: Readonly<Record<string, string>> = { compress: 'compressing', insights: 'reading', usage: 'reading' }

async function act({ session, ui }: Room, command: SlashCommand, argument: string): Promise<void> {
  try {
    const work = (_: unknown, signal: AbortSignal) => command.run(session, argument, signal)
    const blocks = await ui.watch(work, doing[command.name] ?? 'looking')
    if (blocks.length > 0) ui.say(joined(blocks))
  } catch (error) {
    ui.warn(errorText(error))
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

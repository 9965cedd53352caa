import { compress } from './compress.ts'
import { context } from './context.ts'
import { insights } from './insights.ts'
import { memory } from './memory.ts'
import { model } from './model.ts'
import { startNew } from './new.ts'
import { receipt } from './receipt.ts'
import { resume } from './resume.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import type { SlashCommand } from './slash-command.ts'
import { undo } from './undo.ts'
import { usage } from './usage.ts'

const acting: readonly SlashCommand[] = [
  compress,
  undo,
  receipt,
  context,
  usage,
  insights,
  startNew,
  resume,
  sessions,
  search,
  model,
  memory,
]

/** The commands with a `/help` that lists them, and any others that the caller adds. */
export function slashCommands(own: readonly SlashCommand[] = []): readonly SlashCommand[] {
  const listed: readonly SlashCommand[] = [...acting, help(() => listed), ...own]
  return listed
}

function help(listed: () => readonly SlashCommand[]): SlashCommand {
  return {
    name: 'help',
    help: 'This list.',
    run: async (session) => {
      const { colours } = session.look()
      return [
        listed()
          .map((command) => `  ${colours.cyan(usageOf(command).padEnd(20))} ${command.help}`)
          .join('\n'),
      ]
    },
  }
}

/** A command as it is typed, e.g. `/compress [focus]`. */
export function usageOf({ name, argument }: SlashCommand): string {
  return `/${name}${argument === undefined ? '' : ` ${argument}`}`
}

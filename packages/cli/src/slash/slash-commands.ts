import { compressSlash } from './compress-slash.ts'
import { contextSlash } from './context-slash.ts'
import { insightsSlash } from './insights-slash.ts'
import { memorySlash } from './memory-slash.ts'
import { model } from './model.ts'
import { startNew } from './new.ts'
import { receipt } from './receipt.ts'
import { resume } from './resume.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import type { SlashCommand } from './slash-command.ts'
import { toolsSlash } from './tools-slash.ts'
import { undoSlash } from './undo-slash.ts'
import { usageSlash } from './usage-slash.ts'

const acting: readonly SlashCommand[] = [
  compressSlash,
  undoSlash,
  receipt,
  contextSlash,
  usageSlash,
  insightsSlash,
  startNew,
  resume,
  sessions,
  search,
  model,
  memorySlash,
  toolsSlash,
]

/** The commands with a `/help` that lists them, and any others that the caller adds; those that it does not offer are left out. */
export function slashCommands(
  own: readonly SlashCommand[] = [],
  isOffered: (command: SlashCommand) => boolean = () => true,
): readonly SlashCommand[] {
  const listed: readonly SlashCommand[] = [...acting.filter(isOffered), help(() => listed), ...own]
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
          .map((command) => `  ${colours.cyan(slashUsage(command).padEnd(20))} ${command.help}`)
          .join('\n'),
      ]
    },
  }
}

/** A command as it is typed, e.g. `/compress [focus]`. */
export function slashUsage({ name, argument }: SlashCommand): string {
  return `/${name}${argument === undefined ? '' : ` ${argument}`}`
}

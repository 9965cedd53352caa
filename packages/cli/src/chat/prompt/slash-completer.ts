import type { SlashCommand, SlashSession } from '../../slash/slash-command.ts'
import { slashUsage } from '../../slash/slash-commands.ts'
import type { Completer } from './ask-in-terminal.ts'

/** Completes slash commands and what may follow them. */
export function createSlashCompleter(commands: readonly SlashCommand[], session: () => SlashSession): Completer {
  return {
    hints: (text) => {
      const [, word] = /^\/([a-z]*)$/i.exec(text) ?? []
      if (word === undefined) return []
      const fitting = commands.filter(({ name }) => name.startsWith(word.toLowerCase()))
      return fitting.map((command) => `${slashUsage(command).padEnd(20)} ${command.help}`)
    },
    completion: async (text) => {
      if (/^\/[a-z]*$/i.test(text))
        return { from: 1, candidates: commands.map(({ name, help }) => ({ value: name, note: help })) }
      const [, head = '', word] = /^(\/([a-z]+)\s+)\S*$/i.exec(text) ?? []
      const command = commands.find(({ name }) => name === word?.toLowerCase())
      if (command?.choices === undefined) return undefined
      return { from: head.length, candidates: await command.choices(session()) }
    },
  }
}

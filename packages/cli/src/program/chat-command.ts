import { Command, Option } from 'commander'
import { runOptions } from '../options/run-options.ts'
import type { Io } from '../terminal/io.ts'

const examples = `
Examples:
  $ palimpsest chat --simulate
  $ palimpsest chat --model claude-sonnet-5
  $ palimpsest chat --resume 0190a1b2
  $ palimpsest chat --provider custom --base-url http://localhost:11434/v1 --model qwen3
  $ printf 'What is here?\\n/usage\\n' | palimpsest chat

Inside, /help lists the commands. Without a terminal each line of standard input is a message.`

/** `palimpsest chat`: what can be typed. */
export function chatCommand(io: Io): Command {
  const command = new Command('chat').description(
    'Talk with the agent in the terminal. Everything is kept, and can be gone on with.',
  )
  const simulate = new Option('--simulate', 'take a guided tour, without a key: a script answers, all else is real')
  return runOptions(command)
    .addOption(simulate.conflicts(['model', 'provider', 'baseUrl', 'contextLength', 'workspace', 'resume', 'db']))
    .addHelpText('after', examples)
    .action(async (options, { parent }: Command) => {
      const version = parent?.version()
      const given = { ...options, ...(version !== undefined && { version }) }
      if (options.simulate) await (await import('../commands/tour.ts')).tour(given, io)
      else await (await import('../commands/chat-action.ts')).chatAction(given, io)
    })
}

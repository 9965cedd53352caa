import { Command } from 'commander'
import { runOptions } from './run-options.ts'
import type { Io } from './terminal/io.ts'

const examples = `
Examples:
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
  return runOptions(command)
    .addHelpText('after', examples)
    .action(async (options, { parent }: Command) => {
      const version = parent?.version()
      const { chat } = await import('./commands/chat.ts')
      await chat({ ...options, ...(version !== undefined && { version }) }, io)
    })
}

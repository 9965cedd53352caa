import { Command, Option } from 'commander'
import { providers } from './choices.ts'
import { databaseOption } from './database-option.ts'
import type { Io } from './terminal/io.ts'
import { wholeNumber } from './whole-number.ts'

const examples = `
Examples:
  $ palimpsest chat --model claude-sonnet-5
  $ palimpsest chat --resume 0190a1b2
  $ palimpsest chat --provider custom --base-url http://localhost:11434/v1 --model qwen3
  $ printf 'What is here?\\n/usage\\n' | palimpsest chat

Inside, /help lists the commands. Without a terminal each line of standard input is a message.`

/** `palimpsest chat`: what can be typed. */
export function chatCommand(io: Io): Command {
  const command = new Command('chat')
    .description('Talk with the agent in the terminal. Everything is kept, and can be gone on with.')
    .option('--model <name>', 'model to use (default: model.name of the configuration)')
    .addOption(new Option('--provider <name>', 'how the model is reached').choices(providers))
    .option('--base-url <url>', 'address of a compatible server')
    .option('--context-length <n>', 'window of the model in tokens', wholeNumber)
    .option('--workspace <folder>', 'folder that the tools work in (default: the current one)')
    .option('--resume <id>', 'go on with a conversation')
    .option('--yes', 'let tools write files and run commands without asking')
  return databaseOption(command)
    .addHelpText('after', examples)
    .action(async (options, { parent }: Command) => {
      const version = parent?.version()
      const { chat } = await import('./commands/chat.ts')
      await chat({ ...options, ...(version !== undefined && { version }) }, io)
    })
}

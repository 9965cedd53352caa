import { Command, Option } from 'commander'
import { providers } from './choices.ts'
import { databaseOption } from './database-option.ts'
import type { Io } from './terminal/io.ts'
import { wholeNumber } from './whole-number.ts'

export function runCommand(io: Io): Command {
  const command = new Command('run')
    .description('Let the agent do one thing and print its answer. The conversation is kept.')
    .argument('<prompt>', 'what to do; - reads standard input')
    .option('--model <name>', 'model to use (default: model.name of the configuration)')
    .addOption(new Option('--provider <name>', 'how the model is reached').choices(providers))
    .option('--base-url <url>', 'address of a compatible server')
    .option('--context-length <n>', 'window of the model in tokens', wholeNumber)
    .option('--workspace <folder>', 'folder that the tools work in (default: the current one)')
    .option('--resume <id>', 'go on with a conversation')
    .option('--yes', 'let tools write files and run commands without asking')
    .option('--json', 'print one JSON document')
  return databaseOption(command)
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest run "What does this project do?" --model claude-sonnet-5\n  $ palimpsest run "Mend the failing test." --yes --json',
    )
    .action(async (prompt, options) => (await import('./commands/run.ts')).run(prompt, options, io))
}

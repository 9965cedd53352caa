import { Command } from 'commander'
import { runOptions } from '../options/run-options.ts'
import type { Io } from '../terminal/io.ts'

export function runCommand(io: Io): Command {
  const command = new Command('run')
    .description('Let the agent do one thing and print its answer. The conversation is kept.')
    .argument('<prompt>', 'what to do; - reads standard input')
  return runOptions(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest run "What does this project do?" --model claude-sonnet-5\n  $ palimpsest run "Fix the failing test." --yes --json',
    )
    .action(async (prompt, options) => (await import('../commands/run-action.ts')).runAction(prompt, options, io))
}

import { Command } from 'commander'
import { byDefault, commandDefaults } from '../options/command-defaults.ts'
import { databaseOption } from '../options/database-option.ts'
import { wholeNumber } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'

export function usageCommand(io: Io): Command {
  const command = new Command('usage')
    .description('Show what a conversation took: tokens, cost, cache hit rate, compactions, sub-agents.')
    .argument('[conversation]', 'its id, or how that begins (default: the newest conversation)')
    .option('--json', 'print one JSON document')
  return databaseOption(command)
    .addHelpText('after', '\nExamples:\n  $ palimpsest usage\n  $ palimpsest usage 0190a1b2 --json')
    .action(async (id, options) => (await import('../commands/usage-action.ts')).usageAction(id, options, io))
}

export function insightsCommand(io: Io): Command {
  const command = new Command('insights')
    .description('Show where tokens and money went of late: by day, model, channel and tool.')
    .argument(
      '[days]',
      `how many days to look back, today included ${byDefault(commandDefaults.insightDays)}`,
      wholeNumber,
    )
    .option('--json', 'print one JSON document')
  return databaseOption(command)
    .addHelpText('after', '\nExamples:\n  $ palimpsest insights\n  $ palimpsest insights 7 --json')
    .action(async (days, options) => (await import('../commands/insights-action.ts')).insightsAction(days, options, io))
}

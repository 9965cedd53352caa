import { Command } from 'commander'
import { databaseOption } from '../options/database-option.ts'
import { searchWords } from '../options/search-words.ts'
import { wholeNumber, wholeNumberFromZero } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'

export function recallCommand(io: Io): Command {
  const command = new Command('recall')
    .description('Find what was said, in its original words, however often it was compacted since.')
    .argument('<query>', searchWords.query)
    .option('--conversation <id>', 'search only this conversation (default: all of them)')
    .option('--limit <n>', searchWords.limit, wholeNumber)
    .option('--json', 'print one JSON document')
  return databaseOption(command)
    .addHelpText(
      'after',
      `\n${searchWords.scope}\n\nExamples:\n  $ palimpsest recall "snake_case_name"\n  $ palimpsest recall ERR-42 --conversation 0190a1b2 --json`,
    )
    .action(async (query, options) =>
      (await import('../commands/sessions/recall-action.ts')).recallAction(query, options, io),
    )
}

export function readMessageCommand(io: Io): Command {
  const command = new Command('read')
    .description('Print a message in its original words, to the byte.')
    .argument('<id>', 'id of a message, as recall prints it')
    .option('--offset <n>', 'characters to leave out at the beginning', wholeNumberFromZero)
    .option('--limit <n>', 'characters to print at most', wholeNumber)
    .option('--json', 'print all that is kept of it as one JSON document')
  return databaseOption(command)
    .addHelpText('after', '\nExample:\n  $ palimpsest read 0190a1b2-77c3-7d4e-8f00-1a2b3c4d5e6f --limit 2000')
    .action(async (id, options) => (await import('../commands/sessions/read.ts')).read(id, options, io))
}

export function verifyCommand(io: Io): Command {
  const command = new Command('verify')
    .description('Prove that a store is sound. Exits with 1 and a list when anything is wrong.')
    .option('--repair', 'rebuild what can be derived from what is sound')
    .option('--json', 'print one JSON document')
  return databaseOption(command)
    .addHelpText('after', '\nExamples:\n  $ palimpsest verify\n  $ palimpsest verify --db copy.db --repair')
    .action(async (options) => (await import('../commands/verify.ts')).verify(options, io))
}

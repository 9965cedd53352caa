import { type Command, Option } from 'commander'
import { defaultMaxMegabytes } from '../files/read-text.ts'
import { formatChoices } from './choices.ts'
import { wholeNumber } from './whole-number.ts'

/** The options of every command that reads a transcript file. */
export function readingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'format of the file (default: recognised by content)').choices(formatChoices),
    )
    .option('--mend', 'replace broken characters (halves of surrogate pairs) by U+FFFD')
    .option('--max-mb <n>', `largest file to read, in MB (default: ${defaultMaxMegabytes})`, wholeNumber)
}

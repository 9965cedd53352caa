import { Command, Option } from 'commander'
import { compactionOptions, someText } from '../options/compaction-options.ts'
import { readingOptions } from '../options/reading-options.ts'
import type { Io } from '../terminal/io.ts'

export function compressCommand(io: Io): Command {
  const command = new Command('compress')
    .description('Compress a transcript once, and print it in the format it came in.')
    .argument('<file>', 'a transcript; - reads standard input')
    .option('--out <file>', 'file to write instead of standard output')
    .option('--force', 'compress although it is below the threshold')
    .option('--dry-run', 'write nothing, only tell what would be done (with --json: no messages)')
    .option('--json', 'print one JSON document: outcome, messages and receipt; with --diff, also diff')
    .addOption(new Option('--diff <size>', 'how much to list of what is no longer shown').choices(['brief', 'full']))
    .option('--focus <text>', 'what to keep in full detail', someText)
  return compactionOptions(readingOptions(command))
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest compress session.jsonl --out smaller.jsonl' +
        '\n  $ palimpsest compress request.json --context-length 32000 --dry-run' +
        '\n  $ palimpsest compress session.jsonl --force --summarizer-command "llm -m small" --json',
    )
    .action(async (file, options) => (await import('../commands/compress-action.ts')).compressAction(file, options, io))
}

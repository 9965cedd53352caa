import { budgetDefaults } from '@palimpsest/core/defaults'
import { Command, InvalidArgumentError, Option } from 'commander'
import { engines, summarizers, tokenizers } from './choices.ts'
import { byDefault } from './command-defaults.ts'
import { readingOptions } from './reading-options.ts'
import type { Io } from './terminal/io.ts'
import { wholeNumber, wholeNumberFromZero } from './whole-number.ts'

export function compressCommand(io: Io): Command {
  const command = new Command('compress')
    .description('Compress a transcript once, and print it in the format it came in.')
    .argument('<file>', 'a transcript; - reads standard input')
    .option('--out <file>', 'file to write instead of standard output')
    .option('--force', 'compress although it is below the threshold')
    .option('--dry-run', 'write nothing, only tell what would be done (with --json: no messages)')
    .option('--json', 'print one JSON document: outcome, messages and receipt; with --diff, also diff')
    .addOption(new Option('--diff <size>', 'how much to list of what is no longer shown').choices(['brief', 'full']))
    .option('--focus <text>', 'what to keep in full detail', words)
    .option('--engine <name>', 'engine that decides; see "palimpsest plugins list"', engines[0])
    .addOption(new Option('--tokenizer <name>', 'how to count').choices(tokenizers).default(tokenizers[0]))
  return summarizerOptions(windowOptions(readingOptions(command)))
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest compress session.jsonl --out smaller.jsonl' +
        '\n  $ palimpsest compress request.json --context-length 32000 --dry-run' +
        '\n  $ palimpsest compress session.jsonl --force --summarizer-command "llm -m small" --json',
    )
    .action(async (file, options) => (await import('./commands/compress.ts')).compress(file, options, io))
}

function windowOptions(command: Command): Command {
  return command
    .option('--model <name>', 'model that will read it (default: the one the file names)')
    .option('--context-length <n>', 'window in tokens (default: that of the model)', wholeNumber)
    .option('--max-tokens <n>', 'tokens of the window reserved for the answer (default: none)', wholeNumber)
    .option(
      '--threshold <share>',
      `share of the window to compress at ${byDefault(budgetDefaults.threshold)}`,
      thresholdShare,
    )
    .option(
      '--target-ratio <share>',
      `share of the threshold that the newest messages keep ${byDefault(budgetDefaults.targetRatio)}`,
      tailShare,
    )
    .option(
      '--protect-last-n <n>',
      `messages at the end that are kept ${byDefault(budgetDefaults.protectLastN)}`,
      wholeNumber,
    )
    .option(
      '--protect-first-n <n>',
      `messages at the start that are kept ${byDefault(budgetDefaults.protectFirstN)}`,
      wholeNumberFromZero,
    )
}

function summarizerOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--summarizer <who>', 'who writes the summary; mechanical: code, from the facts it can read')
        .choices(summarizers)
        .default(summarizers[0]),
    )
    .option(
      '--summarizer-command <cmd>',
      'shell command: prompt on standard input, summary on standard output; sees no keys but those in terminal.pass_env',
      words,
    )
    .option(
      '--summarizer-context-length <n>',
      'window of that command in tokens (default: that of the model)',
      wholeNumber,
    )
}

function thresholdShare(text: string): number {
  const value = numberOf(text)
  if (value > 0 && value <= 1) return value
  throw new InvalidArgumentError('Expected a number above 0 and up to 1.')
}

function tailShare(text: string): number {
  const value = numberOf(text)
  if (value >= 0.1 && value <= 0.8) return value
  throw new InvalidArgumentError('Expected a number from 0.10 to 0.80.')
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function words(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected some text.')
  return text
}

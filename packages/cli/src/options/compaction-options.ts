import { budgetDefaults } from '@palimpsest/core/defaults'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { engines, summarizers, tokenizers } from './choices.ts'
import { byDefault } from './command-defaults.ts'
import { wholeNumber, wholeNumberFromZero } from './whole-number.ts'

/** Adds the options of a compaction: window, share, protection, engine, counter and author of summaries. */
export function compactionOptions(command: Command): Command {
  return summarizerOptions(windowOptions(command))
    .option('--engine <name>', 'engine that decides; see "palimpsest plugins list"', engines[0])
    .addOption(new Option('--tokenizer <name>', 'how to count').choices(tokenizers).default(tokenizers[0]))
}

function windowOptions(command: Command): Command {
  return command
    .option('--model <name>', 'model whose window to use (default: the one the file names)')
    .option('--context-length <n>', 'window in tokens (default: that of the model)', wholeNumber)
    .option('--max-tokens <n>', 'tokens of the window reserved for the answer (default: none)', wholeNumber)
    .option(
      '--threshold <share>',
      `share of the window to compress at ${byDefault(budgetDefaults.threshold)}`,
      share(0, 1),
    )
    .option(
      '--target-ratio <share>',
      `share of the threshold that the newest messages keep ${byDefault(budgetDefaults.targetRatio)}`,
      share(0.1, 0.8),
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
      new Option('--summarizer <who>', 'who writes summaries; mechanical: code, from the facts it can read')
        .choices(summarizers)
        .default(summarizers[0]),
    )
    .option(
      '--summarizer-command <cmd>',
      'shell command: prompt on standard input, summary on standard output; sees no keys but those in terminal.pass_env',
      someText,
    )
    .option(
      '--summarizer-context-length <n>',
      'window of that command in tokens (default: that of the model)',
      wholeNumber,
    )
}

/** Takes any text but an empty one. */
export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected some text.')
  return text
}

/** A number as it was typed; what is none is `NaN`. */
export function typedNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function share(least: number, most: number) {
  return (text: string): number => {
    const value = typedNumber(text)
    if (value <= most && (least === 0 ? value > 0 : value >= least)) return value
    throw new InvalidArgumentError(
      least === 0
        ? `Expected a number above 0 and up to ${most}.`
        : `Expected a number from ${least.toFixed(2)} to ${most.toFixed(2)}.`,
    )
  }
}

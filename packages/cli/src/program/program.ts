import { readFileSync } from 'node:fs'
import { contextMapDefaults } from '@palimpsest/core/defaults'
import { Command, Option } from 'commander'
import { formatChoices, tokenizers } from '../options/choices.ts'
import { byDefault } from '../options/command-defaults.ts'
import { readingOptions } from '../options/reading-options.ts'
import { wholeNumber } from '../options/whole-number.ts'
import type { Io } from '../terminal/io.ts'
import { chatCommand } from './chat-command.ts'
import { compressCommand } from './compress-command.ts'
import { configCommand } from './config-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { gatewayCommand } from './gateway-command.ts'
import { pluginsCommand } from './plugins-command.ts'
import { readMessageCommand, recallCommand, verifyCommand } from './recall-command.ts'
import { replayCommand } from './replay-command.ts'
import { runCommand } from './run-command.ts'
import { sessionsCommand } from './sessions-command.ts'
import { simulateCommand } from './simulate-command.ts'
import { insightsCommand, usageCommand } from './usage-command.ts'

/** The command line: what can be typed, and what is called then. */
export function createProgram(io: Io): Command {
  const program = new Command('palimpsest')
    .description('Keeps long conversations with models inside the window: cheaply, and without losing a word.')
    .version(version(), '-v, --version')
    .showHelpAfterError('(try --help)')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => helpColumns(io),
      getErrHelpWidth: () => helpColumns(io),
    })
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .enablePositionalOptions()
    .addHelpText('after', '\nExample:\n  $ palimpsest context session.jsonl')
  program.addCommand(contextCommand(io))
  program.addCommand(convertCommand(io))
  program.addCommand(compressCommand(io))
  program.addCommand(replayCommand(io))
  program.addCommand(demoCommand(io))
  program.addCommand(sessionsCommand(io))
  program.addCommand(recallCommand(io))
  program.addCommand(readMessageCommand(io))
  program.addCommand(verifyCommand(io))
  program.addCommand(simulateCommand(io))
  program.addCommand(runCommand(io))
  program.addCommand(chatCommand(io))
  program.addCommand(gatewayCommand(io))
  program.addCommand(usageCommand(io))
  program.addCommand(insightsCommand(io))
  program.addCommand(pluginsCommand(io))
  program.addCommand(configCommand(io))
  program.addCommand(doctorCommand(io))
  inherit(program)
  return program
}

/** Help is prose, which nobody reads in very long or very short lines. */
function helpColumns({ columns }: Io): number {
  return Math.max(40, Math.min(columns, 120))
}

/** Lists the existing commands to a user who mistypes one. */
function inherit(parent: Command): void {
  const names = parent.commands.map((command) => command.name())
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent).showHelpAfterError('(try --help)')
    inherit(command)
  }
  if (names.length > 0) parent.showHelpAfterError(`Commands: ${names.join(', ')}\n(try --help)`)
}

function contextCommand(io: Io): Command {
  const command = new Command('context')
    .description('Show what fills the window: tokens by role and by tool, and the largest items.')
    .argument('<file>', 'a transcript; - reads standard input')
  return counting(readingOptions(command))
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest context session.jsonl\n  $ palimpsest context request.json --model claude-sonnet-5 --json',
    )
    .action(async (file, options) => (await import('../commands/context-action.ts')).contextAction(file, options, io))
}

function convertCommand(io: Io): Command {
  const command = new Command('convert')
    .description('Rewrite a transcript in another format. What that format cannot say is listed.')
    .argument('<file>', 'a transcript; - reads standard input')
    .addOption(new Option('--to <format>', 'format to write').choices(formatChoices).makeOptionMandatory())
    .option('--out <file>', 'file to write instead of standard output')
    .option('--strict', 'write nothing and exit 1 if anything would be lost')
  return readingOptions(command)
    .addHelpText('after', '\nExample:\n  $ palimpsest convert session.jsonl --to anthropic --out request.json')
    .action(async (file, options) => (await import('../commands/convert.ts')).convert(file, options, io))
}

function demoCommand(io: Io): Command {
  const command = new Command('demo')
    .description('Show the context map of a long coding session made up on the spot. Needs no key and no file.')
    .option('--seed <n>', 'another session for another number', wholeNumber)
    .option('--tokens <n>', 'about how long the session should be', wholeNumber)
    .option('--out <file>', 'write the session to a file instead')
    .addOption(new Option('--to <format>', 'format of that file').choices(formatChoices).default('anthropic'))
  return counting(command)
    .addHelpText('after', '\nExamples:\n  $ palimpsest demo\n  $ palimpsest demo --seed 7 --out session.json')
    .action(async (options) => (await import('../commands/demo.ts')).demo(options, io))
}

function counting(command: Command): Command {
  return command
    .option('--json', 'print one JSON document')
    .option('--model <name>', 'model whose window to measure against (default: the one the file names)')
    .option('--context-length <n>', 'window in tokens, if the catalogue does not know the model', wholeNumber)
    .option(
      '--largest <n>',
      `how many of the largest items to list ${byDefault(contextMapDefaults.largest)}`,
      wholeNumber,
    )
    .addOption(new Option('--tokenizer <name>', 'how to count').choices(tokenizers).default(tokenizers[0]))
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}

import { Command } from 'commander'
import type { Io } from '../terminal/io.ts'

/** `palimpsest config …`: what can be typed. Its help lists every setting, which are loaded only then. */
export function configCommand(io: Io): Command {
  const config = new Command('config')
    .description('Look at settings and change them. Its help lists all of them.')
    .option('-h, --help', 'display help for command')
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest config get\n  $ palimpsest config set model.name claude-sonnet-5',
    )
    .action(async () => {
      const { settingsHelp } = await import('../commands/config/config-help.ts')
      config.addHelpText('after', await settingsHelp(io)).outputHelp()
    })
  for (const make of [getCommand, setCommand, pathCommand]) config.addCommand(make(io))
  return config
}

function getCommand(io: Io): Command {
  return new Command('get')
    .description('Show settings, and where each comes from: the default, the file or the environment.')
    .argument('[key]', 'a setting or a section, e.g. compression.threshold or model (default: all)')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest config get\n  $ palimpsest config get compression.threshold --json',
    )
    .action(async (key, options) => (await import('../commands/config/config-get.ts')).configGet(key, options, io))
}

function setCommand(io: Io): Command {
  return new Command('set')
    .description('Change one setting in the file. A bad value is refused; comments stay.')
    .argument('<key>', 'the setting, e.g. compression.threshold')
    .argument('<value>', 'the value as plain text; null clears a setting that may be empty')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest config set compression.threshold 0.6' +
        '\n  $ palimpsest config set plugins my-plugin,@me/other\n  $ palimpsest config set model.base_url null',
    )
    .action(async (key, value, options) =>
      (await import('../commands/config/config-set.ts')).configSet(key, value, options, io),
    )
}

function pathCommand(io: Io): Command {
  return new Command('path')
    .description('Print where the configuration file is, whether or not there is one yet.')
    .addHelpText('after', '\nExample:\n  $ $EDITOR "$(palimpsest config path)"')
    .action(async () => (await import('../commands/config/config-path.ts')).configPath(io))
}

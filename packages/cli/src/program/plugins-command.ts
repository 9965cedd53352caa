import { Command } from 'commander'
import type { Io } from '../terminal/io.ts'

/** `palimpsest plugins …`: what can be typed. */
export function pluginsCommand(io: Io): Command {
  const plugins = new Command('plugins')
    .description('List engines and plugins, and choose the engine that keeps conversations small.')
    .addHelpText('after', '\nExamples:\n  $ palimpsest plugins list\n  $ palimpsest plugins use sliding-window')
  plugins.addCommand(listCommand(io))
  plugins.addCommand(useCommand(io))
  return plugins
}

function listCommand(io: Io): Command {
  return new Command('list')
    .description('List engines and plugins, and whether each works. This runs the code of all of them.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  $ palimpsest plugins list\n  $ palimpsest plugins list --json')
    .action(async (options) => (await import('../commands/plugins/plugins-list.ts')).pluginsList(options, io))
}

function useCommand(io: Io): Command {
  return new Command('use')
    .description('Use an engine from now on: sets context.engine, once the engine was seen to load.')
    .argument('<name>', 'name of the engine, e.g. compressor')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ palimpsest plugins use sliding-window\n  $ palimpsest plugins use compressor',
    )
    .action(async (name, options) => (await import('../commands/plugins/plugins-use.ts')).usePlugin(name, options, io))
}

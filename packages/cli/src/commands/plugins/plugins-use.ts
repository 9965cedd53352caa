import { pluginError, pluginParts } from '../../compose.ts'
import { UserError } from '../../errors/user-error.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { oneLine } from '../../terminal/width.ts'

export interface PluginUseOptions {
  readonly json?: boolean
}

/** `palimpsest plugins use NAME`: chooses an engine, if it can be made. Nothing is written else. */
export async function usePlugin(name: string, options: PluginUseOptions, io: Io): Promise<void> {
  const { openEngine, sources, trialPorts, paths, changeConfigFile, problemText } = await pluginParts(io.env)
  const opened = await openEngine(name, sources, trialPorts)
  if (opened.kind === 'refused') throw pluginError(opened.problem)
  const changed = changeConfigFile(paths.config, 'context.engine', name)
  if (changed.kind === 'refused') throw new UserError(changed.problems.map(problemText).join('\n'))
  const { where } = opened.value
  if (options.json) printJson({ engine: name, where, config: paths.config }, io)
  else io.out(`The engine is now ${name} (${oneLine(where)}).\n`)
  if (io.env.PALIMPSEST__CONTEXT__ENGINE)
    io.err('The variable PALIMPSEST__CONTEXT__ENGINE is set and counts before the file.\n')
}

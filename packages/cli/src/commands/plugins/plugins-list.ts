import { type ListedPlugin, pluginParts } from '../../compose.ts'
import { type Colours, coloursFor } from '../../terminal/colours.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { clip, fitColumns, oneLine } from '../../terminal/width.ts'

export interface PluginListOptions {
  readonly json?: boolean
}

/** `palimpsest plugins list`: what could be used, what is, and what is broken. */
export async function pluginsList(options: PluginListOptions, io: Io): Promise<void> {
  const parts = await pluginParts(io.env)
  const active = parts.config.context.engine
  const plugins = await parts.listPlugins(parts.sources, active, parts.trialPorts)
  if (options.json) printJson({ engine: active, folder: parts.paths.plugins, plugins }, io)
  else io.out(table(plugins, io))
  if (options.json || plugins.some(({ where }) => where !== 'built in')) return
  io.err(`Plugins go into ${parts.paths.plugins}; engines into its folder context_engine.\n`)
}

const columns = { name: 20, kind: 8, contract: 8, state: 6 } as const
/** The start of the last column, and its minimum width. */
const placeColumn = 46
const leastPlace = 14

function table(plugins: readonly ListedPlugin[], io: Io): string {
  const colours = coloursFor(io)
  const head = line(['name', 'kind', 'contract', 'state', 'where'])
  return `${[colours.bold(head), ...plugins.flatMap((plugin) => rowsOf(plugin, io.columns, colours))].join('\n')}\n`
}

function line([name = '', kind = '', contract = '', state = '', where = '']: readonly string[]): string {
  const fitted = [
    fitColumns(name, columns.name),
    fitColumns(kind, columns.kind),
    fitColumns(contract, columns.contract),
  ]
  return `${[...fitted, fitColumns(state, columns.state)].join(' ')} ${where}`
}

function rowsOf(plugin: ListedPlugin, room: number, colours: Colours): readonly string[] {
  const { name, kind, where, contract, state, problem } = plugin
  const row = line([
    name,
    kind,
    contract === undefined ? '?' : String(contract),
    state,
    clip(where, Math.max(leastPlace, room - placeColumn)),
  ])
  const paint = { active: colours.green, ready: (text: string) => text, broken: colours.red }[state]
  const brought = broughtBy(plugin)
  return [
    paint(row),
    ...(brought === '' ? [] : [`  ${brought}`]),
    ...(problem === undefined ? [] : [`  ${oneLine(problem.message)}`, `  ${oneLine(problem.remedy)}`]),
  ]
}

function broughtBy({ kind, state, engines = [], hooks = [], tools = 0 }: ListedPlugin): string {
  if (kind === 'engine' || state === 'broken') return ''
  const brings = [
    ...(engines.length > 0 ? [`engines: ${engines.map(oneLine).join(', ')}`] : []),
    ...(hooks.length > 0 ? [`hooks: ${hooks.join(', ')}`] : []),
    ...(tools > 0 ? [countNoun(tools, 'tool')] : []),
  ]
  const what = hooks.length > 0 ? 'run its hooks' : 'use its tools'
  const isOff = state === 'ready' && hooks.length + tools > 0
  const off = isOff ? [`list it under "plugins" in config.yaml to ${what}`] : []
  return [...brings, ...off].join('; ')
}

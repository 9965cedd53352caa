import type { Json } from '@palimpsest/core/json'
import { type Configuration, configuration } from '../../compose.ts'
import { UserError } from '../../errors/user-error.ts'
import { coloursFor } from '../../terminal/colours.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { clip, fitColumns, oneLine } from '../../terminal/width.ts'

export interface ConfigGetOptions {
  readonly json?: boolean
}

interface Shown {
  readonly key: string
  readonly value: Json
  readonly from: 'default' | 'file' | 'environment'
  /** The line of the file, or the variable. */
  readonly place?: string
}

type Problem = Parameters<Configuration['problemText']>[0]

/** `palimpsest config get [KEY]`: the settings in force, and where each comes from. */
export async function configGet(key: string | undefined, options: ConfigGetOptions, io: Io): Promise<void> {
  const parts = await configuration()
  const loaded = parts.readConfigFile(parts.homePaths(io.env).config, io.env)
  if (loaded.kind === 'refused') throw refusal(loaded.problems, parts)
  for (const { place, message } of loaded.notices) io.err(`${place}: ${message}\n`)
  const { config, places } = loaded
  const asked = key === undefined ? undefined : parts.getConfig(config, key)
  if (asked?.kind === 'refused') throw refusal(asked.problems, parts)
  const rows = parts.configTable().filter((row) => isUnder(row.key, asked?.key))
  const shown = rows.map((row): Shown => {
    const found = parts.getConfig(config, row.key)
    return {
      key: row.key,
      value: found.kind === 'found' ? found.value : null,
      ...sourceOf(places.get(row.key), row.env),
    }
  })
  const [only] = shown
  if (!options.json) io.out(table(shown, io))
  else if (asked?.key === only?.key && only !== undefined) printJson(only, io)
  else printJson(shown, io)
}

function isUnder(key: string, asked: string | undefined): boolean {
  return asked === undefined || key === asked || key.startsWith(`${asked}.`)
}

function sourceOf(place: string | undefined, env: string): Pick<Shown, 'from' | 'place'> {
  if (place === undefined) return { from: 'default' }
  const prefix = env.slice(0, env.indexOf('__') + 2)
  return { from: place.startsWith(prefix) ? 'environment' : 'file', place }
}

function table(rows: readonly Shown[], io: Io): string {
  const { dim, cyan, bold } = coloursFor(io)
  const keyColumns = Math.max(...rows.map(({ key }) => key.length)) + 2
  const values = rows.map(({ value }) => (typeof value === 'string' ? oneLine(value) : JSON.stringify(value)))
  const room = Math.max(8, Math.min(40, io.columns - keyColumns - 12))
  const valueColumns = Math.min(room, Math.max(...values.map(({ length }) => length))) + 2
  const lines = rows.map(({ key, from, place }, i) => {
    // What was asked for alone is told in full.
    const value = (rows.length > 1 ? clip(values[i] ?? '', valueColumns - 2) : (values[i] ?? '')).padEnd(valueColumns)
    return `${cyan(fitColumns(key, keyColumns))}${from === 'default' ? value : bold(value)}${dim(clip(place ?? from, Math.max(12, io.columns - keyColumns - valueColumns)))}`
  })
  return `${lines.join('\n')}\n`
}

/** All that is wrong with a configuration, as an error that says how to put it right. */
export function refusal(problems: readonly Problem[], parts: Configuration): UserError {
  return new UserError(problems.map(parts.problemText).join('\n'))
}

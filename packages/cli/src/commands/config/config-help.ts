import { configuration } from '../../compose.ts'
import { coloursFor } from '../../terminal/colours.ts'
import type { Io } from '../../terminal/io.ts'
import { wrapLines } from '../../terminal/wrap-lines.ts'

/** Every setting: what it does, what is allowed, its default. Read off the schema, so that it cannot be out of date. */
export async function settingsHelp(io: Io): Promise<string> {
  const { configTable } = await configuration()
  const { cyan } = coloursFor(io)
  const lines = configTable().flatMap(({ key, help, allowed, default: value }) => [
    `  ${cyan(key)}`,
    wrapLines(`      ${help.replaceAll('`', '')}`, io.columns),
    wrapLines(`      ${allowed} (default: ${typeof value === 'string' ? value : JSON.stringify(value)})`, io.columns),
  ])
  const note =
    'A variable counts before the file: PALIMPSEST__COMPRESSION__THRESHOLD=0.6 stands for compression.threshold.\n' +
    'Keys of providers are no settings: they come from the environment only (see "palimpsest doctor").'
  return `\nSettings:\n${lines.join('\n')}\n\n${wrapLines(note, io.columns)}`
}

import { configuration } from '../../compose.ts'
import { UserError } from '../../errors/user-error.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { oneLine } from '../../terminal/width.ts'
import { refusal } from './config-get.ts'

export interface ConfigSetOptions {
  readonly json?: boolean
}

/** `palimpsest config set KEY VALUE`: changes one setting in the file and leaves all else in it as it is. */
export async function configSet(written: string, text: string, options: ConfigSetOptions, io: Io): Promise<void> {
  const parts = await configuration()
  const path = parts.homePaths(io.env).config
  const changed = guarded(path, () => parts.changeConfigFile(path, written, text))
  if (changed.kind === 'refused') throw refusal(changed.problems, parts)
  const { key, value } = changed
  if (options.json) printJson({ key, value, path }, io)
  else io.out(`${key} is now ${oneLine(JSON.stringify(value))} in ${path}\n`)
  const loaded = parts.readConfigFile(path, io.env)
  const row = parts.configTable().find((each) => each.key === key)
  if (loaded.kind === 'loaded' && row !== undefined && loaded.places.get(key) === row.env)
    io.err(`The variable ${row.env} is set and counts before the file.\n`)
}

function guarded<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    throw new UserError(`${path} cannot be written (${code}); it is as it was`, {
      remedy: 'Check the permissions of the folder and the room on the disk.',
      exitCode: 1,
    })
  }
}

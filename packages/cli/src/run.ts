import { CommanderError } from 'commander'
import { createProgram } from './program.ts'
import type { Io } from './terminal/io.ts'
import { UserError } from './user-error.ts'

/** Runs one command line and returns its exit code: 0 done, 1 failed, 2 bad usage or bad input. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    // Only needed when something went wrong, so that no command waits for it.
    const { redact } = await import('@palimpsest/core/redact')
    if (error instanceof UserError) {
      io.err(`error: ${redact(error.message).text}\n${error.remedy === undefined ? '' : `  ${error.remedy}\n`}`)
      return error.exitCode
    }
    const message = redact(error instanceof Error ? error.message : String(error)).text
    io.err(`error: ${message}\n  This is a bug in Palimpsest; please report it.\n`)
    if (io.env.PALIMPSEST_DEBUG && error instanceof Error) io.err(`${error.stack}\n`)
    return 1
  }
}

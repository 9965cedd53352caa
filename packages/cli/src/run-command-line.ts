import { CommanderError } from 'commander'
import { UserError } from './errors/user-error.ts'
import { createProgram } from './program/program.ts'
import type { Io } from './terminal/io.ts'
import { visible } from './terminal/visible.ts'

/** Runs one command line and returns its exit code: 0 done, 1 failed, 2 bad usage or bad input. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return tellError(error, io)
  }
}

/** Says what went wrong, and returns the exit code for it. */
export async function tellError(error: unknown, io: Io): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  // Only needed when something went wrong, so that no command waits for it.
  const [{ redact }, { wrapLines }] = await Promise.all([
    import('@palimpsest/core/redact'),
    import('./terminal/wrap-lines.ts'),
  ])
  const clean = (text: string) => visible(redact(text).text)
  const say = (text: string) => io.err(io.showsProgress ? wrapLines(text, io.columns) : text)
  if (error instanceof UserError) {
    say(`error: ${clean(error.message)}\n${error.remedy === undefined ? '' : `  ${visible(error.remedy)}\n`}`)
    return error.exitCode
  }
  say(`error: ${clean(error instanceof Error ? error.message : String(error))}\n`)
  io.err('  This is a bug in Palimpsest; please report it.\n')
  if (io.env.PALIMPSEST_DEBUG && error instanceof Error) io.err(`${clean(error.stack ?? '')}\n`)
  return 1
}

import { forTerminal, visible } from './visible.ts'

/** The world as a command sees it: handed in, so that a command can be run from a test. */
export interface Io {
  out(text: string): void
  err(text: string): void
  readonly stdin: AsyncIterable<Uint8Array>
  /** As the process was started with it; keys are found here and nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** True when standard output is a terminal, and its width. */
  readonly isTerminal: boolean
  readonly columns: number
  /** True when a person reads standard error: only then is progress shown. */
  readonly showsProgress: boolean
  /** Puts this in place of the last line of progress, on standard error; there only if `showsProgress`. */
  readonly progress?: ((text: string) => void) | undefined
  /** True when a person can be asked: standard input and standard error are both a terminal. */
  readonly canAsk: boolean
  /** Aborts when the user wants to stop. What listens to it ends in good order; anything else is simply ended. */
  readonly interrupted: AbortSignal
}

/** Returns the width to use when standard output has none: a pipe, or a terminal that does not report it. */
export function columnsIn({ COLUMNS = '' }: Io['env']): number {
  return /^\d{1,4}$/.test(COLUMNS) && Number(COLUMNS) > 0 ? Number(COLUMNS) : 80
}

/** The edge to the world: a pipe or a file gets every byte as it is, a terminal only what cannot act on it. */
export function processIo(interrupted: AbortSignal, env: Io['env'] = process.env): Io {
  const { stdout, stderr } = process
  const showsProgress = stderr.isTTY === true
  return {
    out: (text) => void stdout.write(stdout.isTTY ? forTerminal(text) : text),
    err: (text) => void stderr.write(showsProgress ? forTerminal(text) : text),
    ...(showsProgress && { progress: (text: string) => void stderr.write(`${anew}${forTerminal(text)}`) }),
    stdin: process.stdin,
    env,
    isTerminal: stdout.isTTY === true,
    columns: stdout.columns || columnsIn(env),
    showsProgress,
    canAsk: showsProgress && process.stdin.isTTY === true,
    interrupted,
  }
}

/** To the start of the line, and all of it gone. */
const anew = '\r\u001b[K'

/** Someone else's words to standard output, to the byte; on a terminal no colour of theirs is taken for ours. */
export function quote(text: string, io: Io): void {
  io.out(io.isTerminal ? visible(text) : text)
}

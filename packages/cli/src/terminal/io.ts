/** The world as a command sees it: handed in, so that a command can be run from a test. */
export interface Io {
  out(text: string): void
  err(text: string): void
  readonly stdin: AsyncIterable<Uint8Array>
  /** As the process was started with it; keys are found here and nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether standard output is a terminal, and how wide. */
  readonly isTerminal: boolean
  readonly columns: number
  /** Whether a person reads standard error: only then is progress shown. */
  readonly showsProgress: boolean
  /** Whether a person can be asked: standard input and standard error are both a terminal. */
  readonly canAsk: boolean
  /** Aborts when the user wants to stop. What listens to it ends in good order; anything else is simply ended. */
  readonly interrupted: AbortSignal
}

export function processIo(interrupted: AbortSignal, env: Io['env'] = process.env): Io {
  const showsProgress = process.stderr.isTTY === true
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    env,
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
    showsProgress,
    canAsk: showsProgress && process.stdin.isTTY === true,
    interrupted,
  }
}

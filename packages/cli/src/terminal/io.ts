/** The world as a command sees it: handed in, so that a command can be run from a test. */
export interface Io {
  out(text: string): void
  err(text: string): void
  readonly stdin: AsyncIterable<Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether standard output is a terminal, and how wide. */
  readonly isTerminal: boolean
  readonly columns: number
}

export function processIo(): Io {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
  }
}

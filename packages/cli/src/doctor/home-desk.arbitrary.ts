import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import type { Ran } from '../testing/binary.ts'

/** A home of its own, in which commands are run in this process. */
export interface HomeDesk {
  readonly home: string
  readonly config: string
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>
  write(path: string, text: string): string
}

export function createHomeDesk(): HomeDesk {
  const home = mkdtempSync(join(tmpdir(), 'palimpsest-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return {
    home,
    config: join(home, 'config.yaml'),
    run: async (args, env = {}) => {
      const said = { out: '', err: '' }
      const code = await runCommandLine(args, {
        out: (text) => {
          said.out += text
        },
        err: (text) => {
          said.err += text
        },
        stdin: (async function* () {})(),
        env: { NO_COLOR: '1', PALIMPSEST_HOME: home, ...env },
        isTerminal: false,
        columns: 80,
        showsProgress: false,
        canAsk: false,
        interrupted: new AbortController().signal,
      })
      return { code, ...said }
    },
    write: (path, text) => {
      const whole = join(home, path)
      mkdirSync(join(whole, '..'), { recursive: true, mode: 0o700 })
      writeFileSync(whole, text, { mode: 0o600 })
      return whole
    },
  }
}

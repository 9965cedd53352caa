import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished, vi } from 'vitest'
import { startSimulator } from '../compose.ts'
import { binary } from '../testing/binary.ts'

/** Done at the end of the test. */
export function atEnd(clean: () => unknown): void {
  onTestFinished(async () => void (await clean()))
}

/** util-linux's `script` gives a program a terminal of its own; without it the tests that need one are left out. */
export const hasTerminal = (() => {
  try {
    return execFileSync('script', ['-qec', 'test -t 0 && test -t 1 && echo yes', '/dev/null'], {
      encoding: 'utf8',
    }).includes('yes')
  } catch {
    return false
  }
})()

type Script = NonNullable<Parameters<typeof startSimulator>[0]['script']>

/** A provider that answers by a script, and a home and a workspace that end with the test. */
export async function createChatDesk(script: Script) {
  const simulator = await startSimulator({ script })
  atEnd(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-chat-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const env = {
    ...process.env,
    PALIMPSEST_HOME: join(folder, 'home'),
    ANTHROPIC_API_KEY: 'test',
    TERM: 'xterm-256color',
  }
  const args = ['chat', '--model', 'claude-sonnet-5', '--base-url', simulator.url, '--workspace', folder]
  return { folder, env, args }
}

export type ChatDesk = Awaited<ReturnType<typeof createChatDesk>>

/** A chat that is looked at and typed into. */
export interface Watched {
  readonly said: { text: string }
  /** Waits until the screen has shown this since the last wait. */
  shows(words: string | RegExp): Promise<void>
  type(keys: string): void
  readonly code: Promise<number | null>
}

export function watch(child: ChildProcessWithoutNullStreams): Watched {
  atEnd(() => child.kill('SIGKILL'))
  const said = { text: '' }
  let from = 0
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.text += text
  })
  const seen = () => stripVTControlCharacters(said.text)
  return {
    said,
    type: (keys) => void child.stdin.write(keys),
    code: new Promise((resolve) => child.on('close', resolve)),
    shows: (words) =>
      vi.waitFor(
        () => {
          const text = seen().slice(from)
          const found = typeof words === 'string' ? text.indexOf(words) : text.search(words)
          if (found === -1) throw new Error(`not shown: ${words}\n${text.slice(-2_000)}`)
          from += found + 1
        },
        { timeout: 20_000, interval: 20 },
      ),
  }
}

/** The command in a terminal of its own. */
export function inTerminal({ env, args }: ChatDesk, ...more: readonly string[]): Watched {
  const quoted = [process.execPath, binary, ...args, ...more].map((word) => `'${word}'`).join(' ')
  const command = `stty cols 80 rows 30; exec ${quoted}`
  return watch(spawn('script', ['-qec', command, '/dev/null'], { env }))
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export async function piped({ env, args }: ChatDesk, input: string) {
  const child = spawn(process.execPath, [binary, ...args], { env })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const watched = watch(child)
  child.stdin.end(input)
  return { code: await watched.code, out: watched.said.text, err }
}

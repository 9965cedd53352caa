import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Variables } from '@palimpsest/core/redact'
import { commandEnvironment } from './command-environment.ts'
import { endProcesses } from './end-processes.ts'
import { isAlive, survivors } from './survivors.ts'

export interface Command {
  readonly text: string
  /** Absolute. */
  readonly folder: string
  readonly timeoutMs: number
  /** @default that of this process without its secrets */
  readonly environment?: Variables | undefined
  onOutput(chunk: Buffer): void
}

/** The end of a command. */
export interface CommandEnd {
  readonly by: 'itself' | 'timeout' | 'abort'
  readonly exitCode?: number
  readonly killedBy?: NodeJS.Signals
  /** Processes that it left in the background, ended since. */
  readonly leftBehind: number
}

/** The variable by which a process is known as started by a command. */
const markName = 'PALIMPSEST_COMMAND'

/** After the shell is gone, its last words may still be on their way. */
const drainMs = 150

/** Runs a command in its own shell and process group, without input. Whatever happens, the group ends with it. */
export async function runShellCommand(command: Command, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted()
  const mark = randomUUID()
  const child = start(command, mark)
  const exited = exitOf(child)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdout?.on('data', command.onOutput)
  child.stderr?.on('data', command.onOutput)
  const { pid } = child
  if (pid === undefined) return exited
  const stopper = stopAfter(command.timeoutMs, signal)
  try {
    const first = await Promise.race([exited, stopper.stopped])
    if (typeof first === 'string') {
      await endProcesses(pid, { mark, hasEscaped: true })
      await Promise.race([closed, wait(drainMs)])
      return { by: first, leftBehind: 0 }
    }
    await Promise.race([closed, wait(drainMs)])
    const left = isAlive(-pid) ? (await survivors(pid, mark)).inGroup.length : 0
    if (left > 0) await endProcesses(pid, { mark, hasEscaped: false })
    await Promise.race([closed, wait(drainMs)])
    return { ...first, leftBehind: left }
  } finally {
    stopper.clear()
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

function start({ text, folder, environment }: Command, mark: string): ChildProcess {
  // A command may run this program again: what that starts carries both marks.
  const marks = [process.env[markName], mark].filter((item) => item !== undefined).join(' ')
  const { file, args } = shellFor(text)
  return spawn(file, args, {
    cwd: folder,
    env: commandEnvironment(environment, { [markName]: marks }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own: a group that can be ended as one, and no terminal to ask for passwords.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

const shells = ['/bin/bash', '/usr/bin/bash', '/bin/sh']

/** The outer shell only joins both outputs, so that they stay in the order they were written in. */
function shellFor(text: string): { readonly file: string; readonly args: readonly string[] } {
  if (process.platform === 'win32') return { file: process.env.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', text] }
  const shell = shells.find((path) => existsSync(path)) ?? 'sh'
  return { file: '/bin/sh', args: ['-c', 'exec "$0" -c "$1" 2>&1', shell, text] }
}

function exitOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killedBy) =>
      resolve({
        by: 'itself',
        leftBehind: 0,
        ...(code !== null && { exitCode: code }),
        ...(killedBy !== null && { killedBy }),
      }),
    )
  })
}

function stopAfter(ms: number, signal: AbortSignal) {
  let clear = (): void => undefined
  const stopped = new Promise<'timeout' | 'abort'>((resolve) => {
    const timer = setTimeout(() => resolve('timeout'), ms)
    const onAbort = (): void => resolve('abort')
    signal.addEventListener('abort', onAbort, { once: true })
    clear = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    if (signal.aborted) onAbort()
  })
  return { stopped, clear: () => clear() }
}

import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutSecrets } from '@palimpsest/core/redact'
import { isAlive, sendSignal, survivors } from './survivors.ts'

/** Time to end in good order. */
const graceMs = 400
/** A process in the hands of the kernel may take a moment to go. */
const rounds = 20
const roundMs = 25

export interface EndOptions {
  /** Present in the environment of every process that the command started. */
  readonly mark: string
  /** Also those that left the group, as a daemon does. */
  readonly hasEscaped: boolean
}

/** Ends a process group: politely, then by force, and sees to it that it is gone. */
export async function endProcesses(group: number, { mark, hasEscaped }: EndOptions): Promise<void> {
  if (process.platform === 'win32') return endTree(group)
  sendSignal(-group, 'SIGTERM')
  if (hasEscaped) for (const pid of (await survivors(group, mark)).escaped) sendSignal(pid, 'SIGTERM')
  const until = performance.now() + graceMs
  while (performance.now() < until && isAlive(-group)) await wait(roundMs)
  for (let round = 0; round < rounds; round++) {
    sendSignal(-group, 'SIGKILL')
    const { inGroup, escaped } = await survivors(group, mark)
    if (hasEscaped) for (const pid of escaped) sendSignal(pid, 'SIGKILL')
    if (inGroup.length === 0 && (!hasEscaped || escaped.length === 0)) return
    await wait(roundMs)
  }
}

/** Windows has no groups, but a program that ends a process with all it started. */
function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], {
      env: withoutSecrets(process.env),
      stdio: 'ignore',
    })
    killer.once('error', () => resolve())
    killer.once('close', () => resolve())
  })
}

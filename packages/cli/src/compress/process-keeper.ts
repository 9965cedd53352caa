import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** Starts shell commands and sees to it that each ends together with all that it started, also when we end first. */
export interface ProcessKeeper {
  start(command: string): ChildProcessWithoutNullStreams
  /** Ends a command, and what it left running. Ending one that has ended changes nothing. */
  stop(child: ChildProcessWithoutNullStreams): void
}

/** A program that is asked to end may tidy up this long before it is ended. */
const graceMs = 300

/** Commands see the variables in `env` and no others. */
export function createProcessKeeper(env: Readonly<Record<string, string>>): ProcessKeeper {
  const kept = new Set<ChildProcessWithoutNullStreams>()
  const stopped = new WeakSet<ChildProcessWithoutNullStreams>()
  const guard = createGuard(() => {
    for (const child of kept) signalGroup(child, 'SIGKILL')
  })
  const release = (child: ChildProcessWithoutNullStreams) => {
    kept.delete(child)
    if (kept.size === 0) guard.lift()
  }
  return {
    start: (command) => {
      // Before it runs: a signal that came in between would end us, and not it.
      if (kept.size === 0) guard.set()
      try {
        const child = spawn(command, { env, shell: true, detached: hasGroups, stdio: 'pipe', windowsHide: true })
        kept.add(child)
        return child
      } finally {
        if (kept.size === 0) guard.lift()
      }
    },
    stop: (child) => {
      if (stopped.has(child)) return
      stopped.add(child)
      const isAlive = signalGroup(child, 'SIGTERM')
      // What outlives its group could hold these open for ever.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      if (!isAlive) return release(child)
      setTimeout(() => {
        signalGroup(child, 'SIGKILL')
        release(child)
      }, graceMs)
    },
  }
}

/** Elsewhere a shell is a group of its own, and ends with all that it started. */
const hasGroups = process.platform !== 'win32'

/** Returns true when a process was left to receive the signal. */
function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false
  if (!hasGroups) return child.kill(signal)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** Calls `end` when this process ends by itself, or is made to. */
function createGuard(end: () => void) {
  const leave = (signal: NodeJS.Signals) => {
    end()
    lift()
    process.kill(process.pid, signal)
  }
  const lift = () => {
    process.off('exit', end)
    for (const signal of fatal) process.off(signal, leave)
  }
  const set = () => {
    process.on('exit', end)
    for (const signal of fatal) process.on(signal, leave)
  }
  return { set, lift }
}

const fatal = ['SIGTERM', 'SIGHUP'] as const

import { readdir, readFile } from 'node:fs/promises'

/** Processes of a command that still live. */
export interface Survivors {
  readonly inGroup: readonly number[]
  /** Those that left the group, known by the mark in their environment. */
  readonly escaped: readonly number[]
}

/** Finds what a command left running. Only Linux reports it; elsewhere only a group that answers is known. */
export async function survivors(group: number, mark: string): Promise<Survivors> {
  if (process.platform !== 'linux') return { inGroup: isAlive(-group) ? [group] : [], escaped: [] }
  const names = await readdir('/proc').catch((): readonly string[] => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(async (pid) => ({ pid, kind: await kindOf(pid, group, mark) })))
  const ofKind = (wanted: Kind): readonly number[] => found.filter(({ kind }) => kind === wanted).map(({ pid }) => pid)
  return { inGroup: ofKind('in-group'), escaped: ofKind('escaped') }
}

type Kind = 'in-group' | 'escaped' | 'other'

async function kindOf(pid: number, group: number, mark: string): Promise<Kind> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name of the program stands in parentheses and may hold anything: state, parent and group follow it.
  const [state = 'X', , ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return 'other'
  if (Number(ofGroup) === group) return 'in-group'
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
  return environment.includes(mark) ? 'escaped' : 'other'
}

/** True if a process, or with a negative number a group, takes signals. */
export function isAlive(pid: number): boolean {
  return sendSignal(pid, 0)
}

/** Sends a signal; `false` when nobody is there to get it. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

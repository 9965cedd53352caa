import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { isSecretVariable } from '@palimpsest/core/secret-variable'

type Environment = Readonly<Record<string, string | undefined>>

/** By this variable the processes of a command are found, this one among them, so it stays to be seen. */
const markName = 'PALIMPSEST_COMMAND'

/** Libraries in this process read it there and can be given it in no other way. */
const readHere: ReadonlySet<string> = new Set(['PGPASSWORD'])

/**
 * Takes secrets out of the environment of this process and returns it as it was. What commands could read of it in `/proc`
 * is blanked as well: the values of all variables, and logins in addresses that were given as arguments.
 */
export function hideEnvironment(): Environment {
  const before = { ...process.env }
  const isLinux = process.platform === 'linux'
  for (const [name, value = ''] of Object.entries(before)) {
    if (isSecretVariable(name, value) && !readHere.has(name)) delete process.env[name]
    // Set anew, it no longer stands in the block that is blanked.
    else if (isLinux) process.env[name] = value
  }
  if (isLinux) blankBlocks()
  return before
}

/** If the system does not let a process write to its own memory, nothing changes, and `doctor` reports it. */
function blankBlocks(): void {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // The name of the program stands in parentheses and may hold anything; the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [argumentsStart = 0, argumentsEnd = 0, start = 0, end = 0] = fields.slice(48 - 3, 51 - 3 + 1).map(Number)
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      overwrite(memory, { start, end }, blankVariable)
      overwrite(memory, { start: argumentsStart, end: argumentsEnd }, blankLogin)
    } finally {
      closeSync(memory)
    }
  } catch {
    return
  }
}

interface Block {
  readonly start: number
  readonly end: number
}

/** Each text in a block ends with a zero, and keeps its length. */
function overwrite(memory: number, { start, end }: Block, blank: (text: string) => string): void {
  const block = Buffer.alloc(Math.max(0, end - start))
  if (block.length === 0 || readSync(memory, block, 0, block.length, start) !== block.length) return
  const blanked = Buffer.from(block.toString('latin1').split('\0').map(blank).join('\0'), 'latin1')
  if (blanked.length === block.length) writeSync(memory, blanked, 0, blanked.length, start)
}

function blankVariable(text: string): string {
  const at = text.indexOf('=', 1) + 1
  return at === 0 || text.startsWith(`${markName}=`) ? text : text.slice(0, at).padEnd(text.length, ' ')
}

const login = /(?<=:\/\/)[^\s/?#]*(?=@)|(?<=[?&]password=)[^\s&#]*/gi

function blankLogin(text: string): string {
  return text.replace(login, (found) => '*'.repeat(found.length))
}

import { getEventListeners } from 'node:events'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hideEnvironment } from './hide-environment.ts'
import { runCommandLine, tellError } from './run-command-line.ts'
import { processIo } from './terminal/io.ts'

// Before anything is started that could look: the only copy of the keys is handed to commands of ours from here.
const env = hideEnvironment()
// Node would open its debugger at this signal, in which any command could read the keys; a listener takes its place.
process.on('SIGUSR1', () => undefined)

// Newer Nodes keep what they compiled for the next start, by default where others may put something else in its place; what
// a command needs is loaded after this.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
  module.enableCompileCache(join(homedir(), '.cache', 'palimpsest'))

const interrupt = new AbortController()
let stoppedWith: number | undefined
function stop(exitCode: number): void {
  const isBusy = getEventListeners(interrupt.signal, 'abort').length > 0
  if (!isBusy || interrupt.signal.aborted) process.exit(exitCode)
  stoppedWith = exitCode
  interrupt.abort()
}
process.on('SIGINT', () => stop(130))
// Only once: whoever has more to end than the command passes the signal on, and it then ends the process.
process.once('SIGTERM', () => stop(143))
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const io = processIo(interrupt.signal, env)
// What is thrown where nobody waits for it is told as any other error; Node would print all of it, as it is.
process.on('uncaughtException', (error) => void tellError(error, io).then((code) => process.exit(code)))

const exitCode = await runCommandLine(process.argv.slice(2), io)
// Whatever was stopped says so, also where stopping is its normal end; a failure on the way stays one.
process.exitCode = exitCode === 0 || exitCode === 130 ? (stoppedWith ?? exitCode) : exitCode
// Input that nobody will read any more must not keep the process.
if (interrupt.signal.aborted) process.stdin.destroy()

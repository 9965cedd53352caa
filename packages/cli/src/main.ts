import { getEventListeners } from 'node:events'
import module from 'node:module'
import { run } from './run.ts'
import { processIo } from './terminal/io.ts'

// Newer Nodes keep what they compiled for the next start; what a command needs is loaded after this.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()

const interrupt = new AbortController()
process.on('SIGINT', () => {
  const isBusy = getEventListeners(interrupt.signal, 'abort').length > 0
  if (!isBusy || interrupt.signal.aborted) process.exit(130)
  interrupt.abort()
})
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), processIo(interrupt.signal))

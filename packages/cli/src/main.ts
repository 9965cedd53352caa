import { run } from './run.ts'
import { processIo } from './terminal/io.ts'

process.once('SIGINT', () => process.exit(130))
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), processIo())

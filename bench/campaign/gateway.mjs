/**
 * `npm run campaign -- gateway [postgres|sqlite] [--conversations N] [--messages N]`: gateways in processes of their own,
 * against the simulator. Messages are posted with repeats while processes are killed and stopped, listeners are cut, the
 * database restarts and the provider fails. In the end every message must be one entry with one answer, in order.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSimulator } from '@palimpsest/simulator/server'
import pg from 'pg'
import { openStore } from './open-store.mjs'
import { startServer, whyNoServer } from './postgres-server.mjs'

const args = process.argv.slice(2)
const numberOf = (name, fallback) => {
  const at = args.indexOf(name)
  return at === -1 ? fallback : Number(args[at + 1])
}
const databases = ['postgres', 'sqlite'].filter((name) => args.includes(name))
const conversations = numberOf('--conversations', 2_000)
const messages = numberOf('--messages', 20_000)
const posters = 24
const repeatShare = 0.2
const binary = new URL('../../packages/cli/bin/palimpsest.mjs', import.meta.url).pathname
let problems = 0

for (const database of databases.length > 0 ? databases : ['postgres', 'sqlite']) {
  const reason = database === 'postgres' ? await whyNoServer() : undefined
  if (reason === undefined) await run(database)
  else process.stdout.write(`${database}: left out, ${reason}\n`)
}
process.exitCode = problems === 0 ? 0 : 1

async function run(database) {
  const started = Date.now()
  const lab = await createLab(database)
  const plan = { sent: 0, lost: 0, refused: 0, isOver: false }
  try {
    const trouble = lab.trouble(plan)
    await post(lab, plan)
    plan.isOver = true
    await trouble
    await lab.steady()
    await drain(lab)
    await lab.stop()
    const found = await inspect(lab)
    const seconds = Math.round((Date.now() - started) / 1_000)
    process.stdout.write(
      `${database}: ${messages} messages in ${conversations} conversations, ${plan.sent} posts (${plan.refused} asked to wait, ${plan.lost} without an answer), ` +
        `${lab.counts()}; ${found.entries} entries, ${found.answers} answers, ${found.compactions} compactions: ${problems} problems (${seconds} s)\n`,
    )
  } finally {
    await lab.end()
  }
}

function found(what) {
  problems++
  if (problems <= 20) process.stderr.write(`problem: ${what}\n`)
}

/** Posts everything, each conversation in order, some of it twice, until it is acknowledged. */
async function post(lab, plan) {
  const perConversation = Math.ceil(messages / conversations)
  const queue = Array.from({ length: conversations }, (_, n) => n)
  let done = 0
  const worker = async () => {
    for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
      for (let i = 0; i < perConversation; i++) {
        await postOne(lab, plan, n, i)
        if (Math.random() < repeatShare) await postOne(lab, plan, n, i)
      }
      progress(`${++done} of ${conversations} conversations posted`)
    }
  }
  await Promise.all(Array.from({ length: posters }, worker))
}

async function postOne(lab, plan, conversation, i) {
  for (;;) {
    plan.sent++
    const response = await fetch(`${lab.url()}/v1/conversations/c-${conversation}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `m-${i}` },
      body: JSON.stringify({ text: `Message ${i} of conversation ${conversation}.` }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    if (response === undefined) plan.lost++
    else {
      const body = await response.text().catch(() => '')
      if (response.status === 202) return
      plan.refused++
      if (response.status !== 429 && response.status < 500) found(`${response.status} ${body.slice(0, 200)}`)
    }
    await sleep(50 + Math.random() * 200)
  }
}

/** Waits until nothing is left to answer. */
async function drain(lab) {
  const store = await openStore(lab.target)
  try {
    for (let quiet = 0; quiet < 3; ) {
      const { waiting } = await store.inbox.backlog()
      quiet = waiting === 0 ? quiet + 1 : 0
      progress(`${waiting} messages wait`)
      await sleep(500)
    }
  } finally {
    await store.end()
  }
}

async function inspect(lab) {
  const store = await openStore(lab.target)
  const counts = { entries: 0, answers: 0, compactions: 0 }
  try {
    for (const problem of await store.verify()) found(`verify: ${problem.code} ${problem.where}`)
    for (const { id } of await store.conversations()) {
      const said = (await store.originals(id)).map(({ message }) => message)
      const texts = said.filter(({ role }) => role === 'user').map(({ parts }) => parts[0]?.text ?? '')
      const expected = texts.map((_, i) => `Message ${i} of conversation ${id.replace(/^.*c-/, '')}.`)
      if (texts.length !== Math.ceil(messages / conversations)) found(`${id} has ${texts.length} messages`)
      if (JSON.stringify(texts) !== JSON.stringify(expected)) found(`${id} is out of order: ${texts.slice(0, 4)}`)
      said.forEach(({ role }, i) => {
        if (role !== (i % 2 === 0 ? 'user' : 'assistant')) found(`${id} does not take turns at ${i}`)
      })
      counts.entries += texts.length
      counts.answers += said.length - texts.length
      counts.compactions += (await store.receipts(id)).length
    }
    if (counts.entries !== messages) found(`${counts.entries} entries of ${messages} messages`)
  } finally {
    await store.end()
  }
  return counts
}

async function createLab(database) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-gateway-campaign-'))
  const server = database === 'postgres' ? await startServer() : undefined
  const target = server?.url ?? join(folder, 'state.db')
  const model = 'claude-sonnet-5'
  const simulator = await createSimulator({
    models: [{ id: model, contextTokens: 8_000 }],
    inject: [
      { kind: 'rate-limit', retryAfterMs: 200, share: 0.05 },
      { kind: 'server-error', share: 0.02 },
      { kind: 'cut-stream', share: 0.01 },
    ].flatMap(({ share, ...fault }) => callsWith(share).map((onCall) => ({ ...fault, onCall }))),
  })
  const counts = { kills: 0, stops: 0, cuts: 0, restarts: 0 }
  const width = database === 'postgres' ? 2 : 1
  const gateways = await Promise.all(Array.from({ length: width }, () => launch()))

  async function launch() {
    const home = join(folder, 'home')
    mkdirSync(home, { recursive: true })
    const child = spawn(
      process.execPath,
      [
        binary,
        'gateway',
        '--port',
        '0',
        '--json',
        '--db',
        target,
        '--model',
        model,
        '--base-url',
        simulator.url,
        '--provider',
        'anthropic',
        '--context-length',
        '8000',
        '--workspace',
        folder,
      ],
      {
        env: { PATH: process.env.PATH, PALIMPSEST_HOME: home, ANTHROPIC_API_KEY: 'test', HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const said = []
    child.stderr.on('data', (piece) => said.push(String(piece)))
    const line = await Promise.race([firstLine(child.stdout), sleep(30_000)])
    if (line === undefined) throw new Error(`A gateway did not start: ${said.join('').slice(-500)}`)
    return { child, url: JSON.parse(line).url }
  }

  const again = async (at) => {
    gateways[at] = await launch()
  }
  const kill = async (at, signal) => {
    const { child } = gateways[at]
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  return {
    target,
    url: () => gateways[Math.floor(Math.random() * gateways.length)].url,
    counts: () =>
      Object.entries(counts)
        .map(([name, n]) => `${n} ${name}`)
        .join(', '),
    async trouble(plan) {
      for (let n = 1; !plan.isOver; n++) {
        await sleep(1_500 + Math.random() * 1_500)
        if (plan.isOver) break
        const at = Math.floor(Math.random() * gateways.length)
        if (n % 7 === 3) {
          counts.stops++
          gateways[at].child.kill('SIGSTOP')
          await sleep(7_000)
          gateways[at].child.kill('SIGCONT')
        } else if (server !== undefined && n % 7 === 5) {
          counts.cuts++
          await cutListeners(server.url)
        } else if (server !== undefined && n === 13) {
          counts.restarts++
          await server.crash()
        } else {
          counts.kills++
          await kill(at, 'SIGKILL')
          await again(at)
        }
      }
    },
    async steady() {
      for (const [at, { child }] of gateways.entries())
        if (child.exitCode !== null || child.signalCode !== null) await again(at)
    },
    async stop() {
      for (const [at] of gateways.entries()) await kill(at, 'SIGTERM')
    },
    async end() {
      for (const { child } of gateways) child.kill('SIGKILL')
      await simulator.close()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Ends the connections that wait for notifications, as a pooler or a failing network would. */
async function cutListeners(url) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'`)
  await client.end()
}

/** So large a share of all calls, spread evenly. */
function callsWith(share) {
  const every = Math.round(1 / share)
  return Array.from({ length: Math.ceil((messages * 1.3) / every) }, (_, n) => (n + 1) * every + (every % 7))
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line
  return undefined
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

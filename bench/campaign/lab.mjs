import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { startServer, whyNoServer } from './postgres-server.mjs'

// Without an exit there is no cleaning up: the server would live on.
process.once('SIGTERM', () => process.exit(143))
process.once('SIGINT', () => process.exit(130))

/** The databases named on the command line; all without any. */
export async function namedDatabases() {
  const known = ['sqlite', 'postgres']
  const named = known.filter((name) => process.argv.includes(name))
  const wanted = named.length > 0 ? named : known
  const reason = wanted.includes('postgres') ? await whyNoServer() : undefined
  if (reason !== undefined) stop(reason)
  return wanted
}

/** Ends the campaign before it begins. */
function stop(reason) {
  process.stderr.write(`PostgreSQL cannot be started: ${reason}\n`)
  process.exit(1)
}

/** Where stores of one kind can be made and thrown away. A target is what `openStore` opens. */
export async function openLab(database) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-campaign-'))
  const lab = database === 'sqlite' ? sqliteLab(folder) : await postgresLab()
  return {
    database,
    folder,
    ...lab,
    async end() {
      await lab.end?.()
      rmSync(folder, { recursive: true })
    },
  }
}

function sqliteLab(folder) {
  let made = 0
  return {
    newTarget: () => join(mkdtempSync(join(folder, `${made++}-`)), 'state.db'),
    drop: async (target) => rmSync(join(target, '..'), { recursive: true }),
  }
}

async function postgresLab() {
  const server = await startServer().catch((error) => stop(error.message))
  const asAdmin = async (work) => {
    const admin = new Client({ connectionString: server.url })
    admin.on('error', () => undefined)
    await admin.connect()
    try {
      return await work(admin)
    } finally {
      await admin.end()
    }
  }
  let made = 0
  return {
    url: server.url,
    newTarget: () => `${server.url}#life_${made++}`,
    drop: (target) => asAdmin((admin) => admin.query(`DROP SCHEMA IF EXISTS ${target.split('#')[1]} CASCADE`)),
    strikes: serverStrikes(server, asAdmin),
    end: () => server.stop(),
  }
}

/** Ways in which a server lets its clients down. */
function serverStrikes(server, asAdmin) {
  const ours = `FROM pg_stat_activity WHERE application_name = 'palimpsest'`
  return {
    'connections cut': () => asAdmin((admin) => admin.query(`SELECT pg_terminate_backend(pid) ${ours}`)),
    'server process killed': async () => {
      const { rows } = await asAdmin((admin) => admin.query(`SELECT pid ${ours}`))
      for (const { pid } of rows.slice(0, 1)) process.kill(pid, 'SIGKILL')
    },
    'server killed': () => server.crash(),
  }
}

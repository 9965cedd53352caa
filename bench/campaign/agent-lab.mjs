import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createSimulator } from '@palimpsest/simulator/server'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

const binary = fileURLToPath(new URL('../../packages/cli/bin/palimpsest.mjs', import.meta.url))
const model = 'claude-sonnet-5'
const contextTokens = 16_000

/** One conversation, lived in one process after the other, and a provider that sees them all. */
export async function createAgentLab() {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-agent-'))
  const place = { home: join(folder, 'home'), database: join(folder, 'state.db'), conversation: undefined }
  const workspace = join(folder, 'work')
  mkdirSync(workspace)
  const seen = new Set()
  const listeners = { onRequest: () => {} }
  const living = new Set()
  const simulator = await createSimulator({
    models: [{ id: model, contextTokens }],
    model: (request) => {
      for (const text of request.messages.flatMap(ownWords)) seen.add(text)
      listeners.onRequest(request)
      for (const life of living) life.begun()
      return answer(request)
    },
  })
  let compactions = 0
  return {
    folder,
    /** A run of the command; it goes on with the conversation as soon as there is one. */
    live(prompt) {
      const life = start({ prompt, place, workspace, url: simulator.url })
      living.add(life)
      const ended = life.ended.then((end) => {
        living.delete(life)
        compactions += end.err.split('Compressed ').length - 1
        place.conversation ??= /"conversation": ?"([^"]+)"/.exec(end.out)?.[1]
        return end
      })
      return { ...life, ended }
    },
    onRequest(listener) {
      listeners.onRequest = listener
    },
    /** Another place for all that is kept, with a conversation of its own. */
    moveTo(disk) {
      place.home = join(disk, 'home')
      place.database = join(disk, 'state.db')
      place.conversation = undefined
      seen.clear()
    },
    refusals: () => simulator.calls.filter(({ status }) => status !== 200),
    compactions: () => compactions,
    damage: () => damageOf(place, seen),
    lock: () => lock(place.database, folder),
    async end() {
      for (const life of living) life.kill()
      await simulator.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function start({ prompt, place, workspace, url }) {
  const about = ['--model', model, '--base-url', url, '--context-length', String(contextTokens)]
  const where = ['--workspace', workspace, '--db', place.database, '--yes', '--json']
  const resume = place.conversation === undefined ? [] : ['--resume', place.conversation]
  const env = { ...process.env, PALIMPSEST_HOME: place.home, ANTHROPIC_API_KEY: 'test', NO_COLOR: '1' }
  const child = spawn(process.execPath, [binary, 'run', prompt, ...about, ...where, ...resume], { env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    said.out += text
  })
  child.stderr.on('data', (text) => {
    said.err += text
  })
  let begun
  const begins = new Promise((resolve) => {
    begun = resolve
  })
  const ended = new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }))
  })
  return { kill: () => child.kill('SIGKILL'), begins, begun, ended }
}

let minted = 0

/** Prints and writes as often as it is told to, by what the request shows. */
function answer({ messages, tools }) {
  if (tools.length === 0) return [{ type: 'text', text: '## Goal\nTo print and to write a.txt.\n' }]
  const asked = messages.findLastIndex(({ role, parts }) => role === 'user' && !isSummary(parts))
  const text = (messages[asked]?.parts ?? []).map((part) => part.text ?? '').join()
  const times = Number(/(\d+) times/.exec(text)?.[1] ?? 1)
  const done = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length
  if (done >= times) return [{ type: 'text', text: 'Done.' }]
  const call = (name, input) => ({
    type: 'tool-call',
    callId: `toolu_${process.pid}_${++minted}`,
    name,
    arguments: JSON.stringify(input),
  })
  return [
    call('terminal', { command: `seq ${minted} ${minted + 600}` }),
    call('write_file', { path: 'a.txt', content: text }),
  ]
}

function isSummary(parts) {
  return parts.some((part) => part.type === 'text' && part.text.includes('[CONTEXT COMPACTION'))
}

/** What users said; engines may write about it, but its words are kept. */
function ownWords({ role, parts }) {
  if (role !== 'user' || isSummary(parts)) return []
  return parts.flatMap((part) =>
    part.type === 'text' && /^(?:Begin|Number|Go on|One|Two|While)/.test(part.text) ? [part.text] : [],
  )
}

async function damageOf({ database, conversation }, seen) {
  const store = await createSqliteStore({ path: database })
  try {
    const wrong = (await store.verify()).map((problem) => JSON.stringify(problem))
    const id = conversation ?? (await store.conversations())[0]?.id
    const originals = id === undefined ? [] : (await store.originals(id)).map(({ message }) => message)
    const kept = new Set(originals.flatMap(({ parts }) => parts.map((part) => part.text ?? '')))
    const lost = [...seen].filter((text) => !kept.has(text)).map((text) => `lost: ${text}`)
    return [...wrong, ...lost]
  } finally {
    await store.end()
  }
}

/** Another process that holds the lock until it is told to let go. */
async function lock(database, folder) {
  const script = join(folder, 'lock.cjs')
  const sqlite = createRequire(new URL('../../packages/stores/package.json', import.meta.url)).resolve(
    '@photostructure/sqlite',
  )
  writeFileSync(
    script,
    `const { DatabaseSync } = require(${JSON.stringify(sqlite)})
const database = new DatabaseSync(${JSON.stringify(database)})
database.exec('PRAGMA busy_timeout = 20000')
database.exec('BEGIN IMMEDIATE')
process.stdout.write('locked')
setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', () => reject(new Error('the lock could not be taken')))
  })
  return () => child.kill('SIGKILL')
}

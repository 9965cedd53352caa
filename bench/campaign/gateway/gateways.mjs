import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contextTokens, mainModel, summaryModel } from './providers.mjs'

const binary = fileURLToPath(new URL('../../../packages/cli/bin/palimpsest.mjs', import.meta.url))
export const hookSecret = 'campaign-secret'
const mostStartMs = 60_000
const mostStarts = 20
/** The exit code of a program that was asked to end. */
const terminated = 143

/** Gateways in processes of their own on one database, so many at a time. Each process is a life with a number. */
export async function startGateways({ width, folder, target, providers, telegram }) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), settings(providers.summaryUrl))
  const lives = []
  const told = new Map()

  async function launch() {
    const life = {
      no: lives.length,
      child: undefined,
      url: undefined,
      killedAt: undefined,
      stops: [],
      startMs: 0,
      rss: [],
    }
    lives.push(life)
    const startedAt = Date.now()
    const args = ['gateway', '--port', '0', '--json', '--db', target, '--workspace', folder]
    const model = ['--model', mainModel, '--base-url', providers.mainUrl, '--provider', 'anthropic']
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      PALIMPSEST_HOME: home,
      ANTHROPIC_API_KEY: 'test',
      TELEGRAM_BOT_TOKEN: '777:campaign',
      TELEGRAM_SECRET_TOKEN: hookSecret,
      TELEGRAM_API_ROOT: telegram.urlFor(life.no),
    }
    life.child = spawn(process.execPath, [binary, ...args, ...model, '--context-length', String(contextTokens)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    createInterface({ input: life.child.stderr }).on('line', (line) => {
      const kind = line.replace(/[\da-f-]{8,}|\d+/g, '#').slice(0, 160)
      told.set(kind, (told.get(kind) ?? 0) + 1)
    })
    const line = await Promise.race([firstLine(life.child.stdout), sleep(mostStartMs)])
    if (line === undefined) throw new Error(`A gateway did not start: ${[...told.keys()].slice(-3).join(' | ')}`)
    life.url = JSON.parse(line).url
    life.startMs = Date.now() - startedAt
    return life
  }

  /** A process cannot start while its database is down. */
  async function launchAgain() {
    for (let tries = 1; ; tries++) {
      try {
        return await launch()
      } catch (error) {
        if (tries === mostStarts) throw error
        await sleep(500)
      }
    }
  }

  const places = await Promise.all(Array.from({ length: width }, launch))
  return {
    lives,
    /** What the gateways wrote to stderr, most frequent first. */
    told: () => [...told].sort(([, a], [, b]) => b - a),
    /** Those that serve now, stopped ones included. */
    serving: () => places.filter((life) => life !== undefined),
    /** One process in each of them, or none while it starts. */
    places,
    async replace(at) {
      const life = places[at]
      places[at] = undefined
      await end(life, 'SIGKILL')
      places[at] = await launchAgain()
    },
    async pause(at, ms) {
      const { child, stops } = places[at]
      const from = Date.now()
      child.kill('SIGSTOP')
      await sleep(ms)
      child.kill('SIGCONT')
      stops.push({ from, to: Date.now() })
    },
    /** In good order; returns those that did not end so. */
    async endAll() {
      const ends = await Promise.all(places.map(async (life) => ({ no: life.no, code: await end(life, 'SIGTERM') })))
      return ends.filter(({ code }) => code !== terminated)
    },
    kill: () => {
      for (const { child } of lives) if (child?.exitCode === null) child.kill('SIGKILL')
    },
  }
}

async function end(life, signal) {
  const { child } = life
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = new Promise((resolve) => child.once('exit', resolve))
  life.killedAt = Date.now()
  child.kill(signal)
  return gone
}

/** Everybody may speak on Telegram, which calls the gateways; summaries come from a model of their own. */
function settings(summaryUrl) {
  return `auxiliary:
  compression:
    provider: anthropic
    model: ${summaryModel}
    base_url: ${summaryUrl}
gateway:
  telegram:
    mode: webhook
    allow: ['*']
`
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line
  return undefined
}

/**
 * `npm run campaign -- gateway [postgres|sqlite] [--conversations N] [--messages N] [--seed N]`: gateways in processes of
 * their own, against simulated providers and a fake Telegram. Messages come in with repeats while processes are killed and
 * stopped, listeners are cut, the database restarts, and platform, provider and summary model fail. In the end every
 * message must be one entry with one answer, in order, and each answer must have reached its chat.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeTelegram } from './gateway/fake-telegram.mjs'
import { startGateways } from './gateway/gateways.mjs'
import { judgeDeliveries } from './gateway/judge-deliveries.mjs'
import { judgeStore } from './gateway/judge-store.mjs'
import { watchMemory } from './gateway/memory.mjs'
import { startProviders } from './gateway/providers.mjs'
import { speak } from './gateway/speakers.mjs'
import { writeTalk } from './gateway/talk.mjs'
import { makeTrouble } from './gateway/trouble.mjs'
import { openStore } from './open-store.mjs'
import { startServer, whyNoServer } from './postgres-server.mjs'

const args = process.argv.slice(2)
const numberOf = (name, fallback) => {
  const at = args.indexOf(name)
  return at === -1 ? fallback : Number(args[at + 1])
}
const databases = ['postgres', 'sqlite'].filter((name) => args.includes(name))
const size = {
  conversations: numberOf('--conversations', 2_000),
  messages: numberOf('--messages', 20_000),
  seed: numberOf('--seed', Math.floor(Math.random() * 1_000_000)),
}
/** Without any progress for so long the run is over. */
const patienceMs = 180_000
let problems = 0

for (const database of databases.length > 0 ? databases : ['postgres', 'sqlite']) {
  const reason = database === 'postgres' ? await whyNoServer() : undefined
  if (reason === undefined) await run(database)
  else process.stdout.write(`${database}: left out, ${reason}\n`)
}
process.exit(problems === 0 ? 0 : 1)

async function run(database) {
  const startedAt = Date.now()
  const before = problems
  process.stderr.write(`${database}: seed ${size.seed}\n`)
  const lab = await openLab(database)
  try {
    const { talk, gateways, telegram, providers, progress, target } = lab
    const watching = watchProgress(database, lab)
    const memory = watchMemory(gateways)
    const [trouble] = await Promise.all([makeTrouble({ database, ...lab, ...size }), speak({ ...lab, found, ...size })])
    await watching.drained()
    memory.stop()
    const measured = memory.report()
    for (const { no, code } of await gateways.endAll()) found(`life ${no} ended with ${code}`)
    const kept = await judgeStore({ target, talk, found })
    const crash = { from: trouble.crashedAt, to: trouble.restartedAt }
    const shown = judgeDeliveries({ talk, telegram, lives: gateways.lives, crash, found })
    for (const [text, times] of gateways.told().slice(0, 8)) process.stderr.write(`  ${times} × ${text}\n`)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    process.stdout.write(
      [
        `${database}: ${size.messages} messages in ${size.conversations} conversations, seed ${size.seed}`,
        `${progress.posts} posts (${progress.refused} refused for now, ${progress.unanswered} without an answer)`,
        `${trouble.kills} kills, ${trouble.stops} stops, ${trouble.cuts} listeners cut, ${trouble.restarts} restarts of the database`,
        `provider: ${listed(providers.counts)}`,
        `Telegram: ${listed(telegram.counts)}`,
        `${kept.entries} entries, ${kept.answers} answers`,
        `${kept.compactions} compactions (${listed(kept.triggers)}; ${listed(kept.during)})`,
        `delivered ${shown.delivered}, twice after a lost reply ${shown.doubledByLostReply}, a kill ${shown.doubledByKill}, a stop ${shown.doubledByStop}, a crash of the database ${shown.doubledByCrash}`,
        measured,
        `${problems - before} problems (${seconds} s)\n`,
      ].join('; '),
    )
  } finally {
    await lab.end()
  }
}

async function openLab(database) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-gateway-campaign-'))
  const server = database === 'postgres' ? await startServer() : undefined
  const target = server?.url ?? join(folder, 'state.db')
  const [providers, telegram] = await Promise.all([startProviders(size), startFakeTelegram(size.seed)])
  const width = server === undefined ? 1 : 2
  const gateways = await startGateways({ width, folder, target, providers, telegram })
  const progress = { messages: size.messages, said: 0, waiting: 0, undelivered: 0, posts: 0, refused: 0, unanswered: 0 }
  const kill = () => gateways.kill()
  process.once('exit', kill)
  return {
    ...{ server, target, providers, telegram, gateways, progress },
    talk: writeTalk(size),
    async end() {
      process.off('exit', kill)
      kill()
      await providers.close()
      await telegram.close()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Looks into the store all the while: speakers wait for those who answer, and the run ends when nothing is left. */
function watchProgress(database, { target, progress }) {
  const look = async () => {
    const store = await openStore(target)
    let changedAt = Date.now()
    let seen = ''
    try {
      for (let quiet = 0, ticks = 0; quiet < 3; ticks++) {
        await sleep(500)
        const waiting = await store.inbox.backlog().catch(() => undefined)
        const undelivered = await store.outbox.backlog().catch(() => undefined)
        if (waiting === undefined || undelivered === undefined) continue
        progress.waiting = waiting.waiting
        progress.undelivered = undelivered.waiting
        const state = `${progress.said} said, ${progress.waiting} wait, ${progress.undelivered} undelivered`
        if (ticks % 20 === 0) process.stderr.write(`${database}: ${state}, ${problems} problems\n`)
        if (state !== seen) changedAt = Date.now()
        seen = state
        const isDone = progress.said === progress.messages && progress.waiting + progress.undelivered === 0
        quiet = isDone ? quiet + 1 : 0
        if (Date.now() - changedAt > patienceMs) {
          found(`nothing moves any more: ${state}`)
          return
        }
      }
    } finally {
      await store.end()
    }
  }
  const looking = look()
  return { drained: () => looking }
}

function found(what) {
  problems++
  if (problems <= 20) process.stderr.write(`problem: ${what}\n`)
}

function listed(counts) {
  return Object.entries(counts)
    .map(([name, n]) => `${n} ${name}`)
    .join(', ')
}

/**
 * `npm run campaign -- race [sqlite|postgres]`: two processes compact one session at the same moment, 200 times over, and
 * append all the while.
 */
import { fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { prepared, preparedLine } from './ahead/prepared.mjs'
import { namedDatabases, openLab } from './lab.mjs'
import { openStore } from './open-store.mjs'

const racer = fileURLToPath(new URL('./racer.mjs', import.meta.url))
const rounds = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 200)
/** No round takes a second; who needs a minute waits for ever. */
const roundMs = 60_000
let problems = 0

for (const database of await namedDatabases()) {
  const lab = await openLab(database)
  const before = problems
  const { appends, wins } = await race(database, lab.newTarget()).catch((error) => {
    found(database, error.message)
    return { appends: 0, wins: {} }
  })
  // Two agents speak in one conversation at once, and each prepares its summaries.
  const run = await prepared(lab, (what) => found(database, what), { width: 2, talks: 2, turns: 20, strikes: false })
  await lab.end()
  const won = Object.entries(wins).map(([name, times]) => `${name} won ${times}`)
  process.stdout.write(
    `${database}: ${rounds} compactions by two processes at once (${won.join(', ')}), ${appends} appends meanwhile; ` +
      `two agents in each of 2 conversations: ${preparedLine(run)}: ` +
      `${problems - before} problems\n`,
  )
}
process.exit(problems === 0 ? 0 : 1)

async function race(database, target) {
  const store = await openStore(target)
  await store.begin({ id: 'session-0', conversation: 'conversation-1', at: Date.now() })
  const racers = ['a', 'b'].map((name) => startRacer(target, name))
  for (const each of racers) await each.next('ready')
  const chain = ['session-0']
  const wins = { a: 0, b: 0 }
  for (let round = 0; round < rounds; round++) {
    const session = chain.at(-1)
    for (const { child } of racers) child.send({ round, session })
    const answers = await Promise.all(racers.map(({ next }) => next('round')))
    const opened = answers.flatMap(({ continuation }) => continuation ?? [])
    if (opened.length !== 1) found(database, `round ${round} opened ${opened.length} continuations: ${opened}`)
    const tip = await store.compressionTip(session)
    if (tip.id !== opened[0]) found(database, `round ${round} opened ${opened}, but ${tip.id} goes on`)
    chain.push(tip.id)
    wins[tip.id.split('-')[1]] += 1
    if ((round + 1) % 50 === 0) process.stderr.write(`${database}: ${round + 1} rounds, ${problems} problems\n`)
  }
  for (const { child } of racers) child.send({})
  const acknowledged = (await Promise.all(racers.map(({ next }) => next('acknowledged')))).flatMap(
    (answer) => answer.acknowledged,
  )
  await judge(database, store, { chain, acknowledged })
  await store.end()
  return { appends: acknowledged.length, wins }
}

async function judge(database, store, { chain, acknowledged }) {
  for (const problem of await store.verify()) found(database, JSON.stringify(problem))
  const lineage = (await store.lineage('session-0')).map(({ id }) => id)
  if (lineage.join() !== chain.join()) found(database, `the chain has ${lineage.length} sessions of ${chain.length}`)
  const originals = (await store.originals('conversation-1')).map(({ id }) => id)
  const views = await Promise.all(chain.map((id) => store.view(id)))
  const shown = new Set(views.flat().map(({ id }) => id))
  for (const id of acknowledged) {
    if (originals.filter((each) => each === id).length !== 1) found(database, `${id} was acknowledged and is missing`)
    if (!shown.has(id)) found(database, `no session shows ${id}`)
  }
}

/** `next` waits for the next message that has the field; it fails when the process ends or nothing comes. */
function startRacer(target, name) {
  const child = fork(racer, [target, name])
  const inbox = []
  const waiting = []
  child.on('message', (message) => {
    inbox.push(message)
    for (const wake of waiting.splice(0)) wake()
  })
  child.on('exit', (code) => {
    if (code !== 0) inbox.push({ died: code })
    for (const wake of waiting.splice(0)) wake()
  })
  const next = async (field) => {
    const deadline = Date.now() + roundMs
    for (;;) {
      const at = inbox.findIndex((message) => message[field] !== undefined)
      if (at >= 0) return inbox.splice(at, 1)[0]
      if (inbox.some(({ died }) => died !== undefined)) throw new Error(`process ${name} died`)
      if (Date.now() > deadline) throw new Error(`process ${name} is stuck`)
      await new Promise((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, 1_000)
      })
    }
  }
  return { child, next }
}

function found(database, problem) {
  problems += 1
  process.stderr.write(`${database}: ${problem}\n`)
}

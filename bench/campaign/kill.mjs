/**
 * `npm run campaign [-- sqlite|postgres]`: kills and disturbs a process that writes, or the server that it writes to, then
 * proves that nothing acknowledged is missing and that the view is the old one or the new one.
 */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { inspect } from './inspect.mjs'
import { namedDatabases, openLab } from './lab.mjs'

const victim = fileURLToPath(new URL('./victim.mjs', import.meta.url))
/** Fewer deaths prove little; those that are not at a statement are at random. */
const leastKills = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 320)
const serverStrikes = 24
let problems = 0

for (const database of await namedDatabases()) {
  const lab = await openLab(database)
  const before = problems
  const line = database === 'sqlite' ? await onSqlite(lab) : await onPostgres(lab)
  await lab.end()
  process.stdout.write(`${database}: ${line}: ${problems - before} problems\n`)
}
process.exitCode = problems === 0 ? 0 : 1

async function onSqlite(lab) {
  const kills = await strikeEveryStatement(lab, 'kill')
  const failures = await strikeEveryStatement(lab, 'fail')
  const random = await killAtRandom(lab, Math.max(leastKills - kills, 100))
  return `${kills + random} kills (${kills} at every statement, ${random} at random), ${failures} failed statements`
}

async function onPostgres(lab) {
  const kills = (await strikeEveryStatement(lab, 'kill')) + (await strikeEveryStatement(lab, 'kill-sent'))
  const failures = await strikeEveryStatement(lab, 'fail')
  const cut = await strikeEveryStatement(lab, 'terminate')
  const random = await killAtRandom(lab, Math.max(leastKills - kills, 100))
  await strikeServer(lab, serverStrikes)
  return (
    `${kills + random} kills (${kills} before and after every statement, ${random} at random), ${failures} failed ` +
    `statements, ${cut} connections cut at a statement, ${serverStrikes} strikes at the server`
  )
}

/** One short life for each statement it executes, each with a fault at the next one, until a life gets through. */
async function strikeEveryStatement(lab, fault) {
  for (let at = 1; ; at++) {
    const target = lab.newTarget()
    const armed = join(lab.folder, 'armed')
    const env = { ...process.env, FAULT: fault, FAULT_AT: String(at), FAULT_ARMED: armed, FAULT_ADMIN: lab.url ?? '' }
    const { stdout, stderr, status } = spawnSync(process.execPath, [victim, target, '1', 'x'], {
      env,
      encoding: 'utf8',
    })
    await judge(target, linesOf(stdout), `${fault} at statement ${at}`)
    rmSync(armed, { force: true })
    await lab.drop(target)
    const isDead = status === null
    const isStruck = fault.startsWith('kill') ? isDead : stdout.includes('"failed"')
    if (!isDead && !stdout.includes('"done"')) {
      found(`${fault} at statement ${at}`, `the process gave up: ${stderr}`)
      return at
    }
    if (!isStruck) return at - 1
    progress(lab, `${fault}: ${at} statements`, at)
  }
}

/** Many lives on one store, each ended at a random moment. */
async function killAtRandom(lab, times) {
  const target = lab.newTarget()
  const said = []
  for (let n = 1; n <= times; n++) {
    const life = live(target, n)
    // On a busy machine a process may take long to begin; to kill it before would prove nothing.
    await life.speaks()
    await wait(Math.random() * 250)
    said.push(...(await life.kill()))
    await judge(target, said, `random kill ${n}`)
    progress(lab, `random: ${n} of ${times} kills`, n)
  }
  if (!said.some((line) => line.acknowledged)) found('random kills', 'nothing was ever written')
  await lab.drop(target)
  return times
}

/** The server lets go of a living client, who has to go on writing once it is back. */
async function strikeServer(lab, times) {
  const target = lab.newTarget()
  const said = []
  const strikes = Object.entries(lab.strikes)
  for (let n = 1; n <= times; n++) {
    const [name, strike] = strikes[n % strikes.length]
    const life = live(target, `s${n}`)
    await life.writes()
    await wait(Math.random() * 250)
    await strike()
    const goesOn = await life.writes()
    said.push(...(await life.kill()))
    await judge(target, said, `${name} ${n}`)
    if (!goesOn) found(`${name} ${n}`, 'the client did not write again')
    progress(lab, `${n} of ${times} strikes at the server`, n)
  }
}

function live(target, name) {
  const child = spawn(process.execPath, [victim, target, '1000', String(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const states = () => out.split('"state"').length
  return {
    /** Returns once it is about to write. */
    async speaks() {
      for (let tries = 0; tries < 3000 && out === ''; tries++) await wait(5)
    },
    /** Whether it finishes another write within a time in which any server has recovered. */
    async writes() {
      const before = states()
      for (let tries = 0; tries < 300 && states() === before; tries++) await wait(50)
      return states() > before
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
      return linesOf(out)
    },
  }
}

function linesOf(text) {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return [] // The last line may have been cut by the kill.
    }
  })
}

async function judge(target, lines, name) {
  for (const each of await inspect(target, lines)) found(name, each)
}

function found(name, problem) {
  problems += 1
  process.stderr.write(`${name}: ${problem}\n`)
}

function progress({ database }, text, n) {
  if (n % 20 === 0) process.stderr.write(`${database}, ${text}, ${problems} problems\n`)
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

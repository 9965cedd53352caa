/**
 * `npm run campaign -- agent [kills]`: the agent's command in processes of its own, against the simulator. They are killed
 * at named and at random moments, run out of disk, meet a locked database and speak at once; after each the database must be
 * sound, nothing that the model was shown may be missing, and `--resume` must go on. Then agents are killed and stopped while
 * summaries are being prepared (`prepared` that alone; `sqlite`, `postgres` one of them).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAgentLab } from './agent-lab.mjs'
import { prepared, preparedLine } from './ahead/prepared.mjs'
import { namedDatabases, openLab } from './lab.mjs'

const kills = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 40)
let problems = 0

const random = (most) => Math.floor(Math.random() * most)

const deaths = [
  ['as a request arrived', (lab, { kill }) => lab.onRequest(once(random(6), kill))],
  ['soon after a request', (lab, { kill }) => lab.onRequest(once(random(6), () => setTimeout(kill, random(60))))],
  ['in a summary', (lab, { kill }) => lab.onRequest(({ tools }) => tools.length === 0 && setTimeout(kill, random(40)))],
  ['at any time', (_, { kill, begins }) => begins.then(() => setTimeout(kill, random(1_500)))],
]

const databases = await namedDatabases()
if (!process.argv.includes('prepared')) {
  await strike('kill -9', killed)
  await strike('disk full', filledUp)
  await strike('database locked', locked)
  await strike('two at once', twoAtOnce)
}
for (const database of databases) await whilePrepared(database)
process.exitCode = problems === 0 ? 0 : 1

async function strike(name, scene) {
  const before = problems
  const started = Date.now()
  const lab = await createAgentLab()
  try {
    const line = await scene(lab)
    process.stdout.write(
      `${name}: ${line}: ${problems - before} problems (${Math.round((Date.now() - started) / 1000)} s)\n`,
    )
  } finally {
    await lab.end()
  }
}

/** Summaries are being prepared for much of the time. */
async function whilePrepared(database) {
  const before = problems
  const started = Date.now()
  const lab = await openLab(database)
  try {
    const line = preparedLine(await prepared(lab, (what) => found(`prepared, ${database}`, what), { turns: kills }))
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stdout.write(
      `killed while it prepares, ${database}: ${line}: ${problems - before} problems (${seconds} s)\n`,
    )
  } finally {
    await lab.end()
  }
}

function found(where, what) {
  problems++
  process.stderr.write(`problem, ${where}: ${what}\n`)
}

/** Sound, and everything that a model was shown is still there. */
async function inspect(lab, where) {
  for (const problem of await lab.damage()) found(where, problem)
}

/** Goes on with the conversation; a process that died in a compaction may be waited for. */
async function resume(lab, where) {
  const { code, out, err } = await lab.live('Go on.').ended
  if (code !== 0) found(where, `--resume ended with ${code}: ${err.trim().split('\n').at(-1)}`)
  else if (!out.includes('"answered"')) found(where, `--resume answered ${out}`)
}

async function killed(lab) {
  await lab.live('Begin.').ended
  const moments = new Map()
  for (let n = 1; n <= kills; n++) {
    const [moment, arm] = deaths[n % deaths.length]
    const life = lab.live(`Number ${n}, 8 times.`)
    arm(lab, life)
    const { code } = await life.ended
    lab.onRequest(() => {})
    if (code === null) moments.set(moment, (moments.get(moment) ?? 0) + 1)
    await inspect(lab, `kill ${n} ${moment}`)
    await resume(lab, `kill ${n} ${moment}`)
    progress(`kill ${n} of ${kills}`)
  }
  await inspect(lab, 'after all kills')
  for (const refusal of lab.refusals()) found('kill', JSON.stringify(refusal))
  return `${[...moments].map(([moment, times]) => `${times} ${moment}`).join(', ')}; ${lab.compactions()} compressions`
}

function once(skip, act) {
  let left = skip
  return () => left-- === 0 && act()
}

/** A file system that is too small at first. */
async function filledUp(lab) {
  const disk = join(lab.folder, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700k', 'tmpfs', disk])
  if (mounted.status !== 0) return 'skipped, for nothing may be mounted here'
  try {
    lab.moveTo(disk)
    const ends = []
    for (let n = 1; n <= 12; n++) {
      const { code, err } = await lab.live(`Number ${n}, 4 times.`).ended
      ends.push(code)
      const said = err.trim().split('\n').slice(-2).join(' ')
      if (code !== 0 && !/space|full|disk/i.test(said)) found(`disk full, turn ${n}`, `the user is told: ${said}`)
      if (code === null) found(`disk full, turn ${n}`, 'the process died')
    }
    if (ends.every((code) => code === 0)) found('disk full', 'the disk never was full')
    spawnSync('mount', ['-o', 'remount,size=200m', disk])
    await inspect(lab, 'disk full')
    await resume(lab, 'disk full')
    await inspect(lab, 'disk full, after')
    return `${ends.filter((code) => code !== 0).length} of ${ends.length} turns met a full disk`
  } finally {
    spawnSync('umount', [disk])
  }
}

async function locked(lab) {
  await lab.live('Begin.').ended
  const unlock = await lab.lock()
  const started = Date.now()
  const { code, err } = await lab.live('While it is locked.').ended
  const seconds = Math.round((Date.now() - started) / 1000)
  unlock()
  const said = err.trim().split('\n').slice(-2).join(' ')
  if (code !== 1 || !/lock|busy/i.test(said)) found('locked', `ended with ${code}: ${said}`)
  await sleep(500)
  await inspect(lab, 'locked')
  await resume(lab, 'locked')
  return `told after ${seconds} s`
}

async function twoAtOnce(lab) {
  await lab.live('Begin.').ended
  const ends = []
  for (let n = 1; n <= 8; n++) {
    const both = [lab.live(`One ${n}, 3 times.`), lab.live(`Two ${n}, 3 times.`)]
    ends.push(...(await Promise.all(both.map(({ ended }) => ended))))
    await inspect(lab, `two at once, ${n}`)
    progress(`both spoke ${n} times`)
  }
  await resume(lab, 'two at once')
  return `${ends.filter(({ code }) => code === 0).length} of ${ends.length} turns answered`
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}   `)
}

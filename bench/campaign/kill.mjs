/** `npm run campaign`: kills and disturbs a process that writes, then proves that nothing acknowledged is missing. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

const victim = fileURLToPath(new URL('./victim.mjs', import.meta.url))
const randomKills = Number(process.argv[2] ?? 220)
let problems = 0

const kills = await strikeEveryStatement('kill')
const failures = await strikeEveryStatement('fail')
const random = await killAtRandom(randomKills)
process.stdout.write(
  `${kills} kills at every statement, ${failures} failed statements, ${random} kills at random: ${problems} problems\n`,
)
process.exitCode = problems === 0 ? 0 : 1

/** One short life for each statement it executes, each with a fault at the next one, until a life gets through. */
async function strikeEveryStatement(fault) {
  for (let at = 1; ; at++) {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-campaign-'))
    const path = join(folder, 'state.db')
    const env = { ...process.env, FAULT: fault, FAULT_AT: String(at), FAULT_ARMED: join(folder, 'armed') }
    const { stdout, status } = spawnSync(process.execPath, [victim, path, '1', 'x'], { env, encoding: 'utf8' })
    await inspect(path, linesOf(stdout), `${fault} at statement ${at}`)
    rmSync(folder, { recursive: true })
    const struck = fault === 'kill' ? status === null : stdout.includes('"failed"')
    if (!struck && stdout.includes('"done"')) return at - 1
    if (at % 50 === 0) process.stderr.write(`${fault}: ${at} statements\n`)
  }
}

/** Many lives on one file, each ended at a random moment. */
async function killAtRandom(times) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-campaign-'))
  const path = join(folder, 'state.db')
  const said = []
  for (let n = 0; n < times; n++) {
    const child = spawn(process.execPath, [victim, path, '1000', String(n)], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 250))
    child.kill('SIGKILL')
    await ended
    said.push(...linesOf(out))
    await inspect(path, said, `random kill ${n}`)
  }
  rmSync(folder, { recursive: true })
  return times
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

async function inspect(path, lines, name) {
  const store = await createSqliteStore({ path })
  const found = []
  for (const problem of await store.verify()) found.push(JSON.stringify(problem))
  const acknowledged = lines.flatMap((line) => line.acknowledged ?? [])
  const originals = await store.originals('conversation-1').catch(() => [])
  const kept = new Set(originals.map(({ id }) => id))
  for (const id of acknowledged) if (!kept.has(id)) found.push(`acknowledged ${id} is missing`)
  if (acknowledged.length > 0) {
    const tip = await store.compressionTip('session-0')
    const view = (await store.view(tip.id)).map(({ id }) => id).join()
    const last = lines.findLastIndex((line) => line.state !== undefined)
    const allowed = [lines[last], ...lines.slice(last + 1)].flatMap((line) =>
      [line?.state, line?.intent].filter(Boolean).map((ids) => ids.join()),
    )
    if (!allowed.includes(view)) found.push(`the view is neither the old one nor the new one: ${view}`)
  }
  await store.end()
  problems += found.length
  for (const each of found) process.stderr.write(`${name}: ${each}\n`)
}

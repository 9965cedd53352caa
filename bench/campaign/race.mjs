/** `npm run campaign -- race`: two processes compact one conversation at once, 200 times, and append all the while. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

const racer = fileURLToPath(new URL('./racer.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-race-'))
const path = join(folder, 'state.db')
const store = await createSqliteStore({ path })
await store.begin({ id: 'session-0', conversation: 'conversation-1', at: Date.now() })

const lines = (await Promise.all(['a', 'b'].map(run))).flat()
const compactions = lines.filter(({ compacted }) => compacted !== undefined)
const acknowledged = lines.flatMap((line) => line.acknowledged ?? [])
const originals = new Set((await store.originals('conversation-1')).map(({ id }) => id))
const chain = await store.lineage('session-0')
const found = [
  ...(await store.verify()).map((problem) => JSON.stringify(problem)),
  ...acknowledged.filter((id) => !originals.has(id)).map((id) => `${id} is missing`),
  ...(new Set(compactions.map(({ compacted }) => compacted)).size === compactions.length
    ? []
    : ['a session was compacted twice']),
  ...(chain.length === compactions.length + 1
    ? []
    : [`${chain.length} sessions after ${compactions.length} compactions`]),
]
await store.end()
rmSync(folder, { recursive: true })
for (const problem of found) process.stderr.write(`${problem}\n`)
process.stdout.write(
  `${compactions.length} compactions by two processes, ${acknowledged.length} appends: ${found.length} problems\n`,
)
process.exitCode = found.length === 0 ? 0 : 1

function run(name) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [racer, path, name, '100'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    child.on('close', (code) => {
      if (code === 0)
        resolve(
          out
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line)),
        )
      else reject(new Error(`process ${name} ended with ${code}`))
    })
  })
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultsFolderName } from '@palimpsest/core/output'
import { afterEach, expect, test } from 'vitest'
import { exportSession } from '../commands/sessions/sessions-export.ts'
import { openStore, startSimulator } from '../compose.ts'
import { createRuntime } from '../compose-runtime.ts'
import type { Io } from '../terminal/io.ts'
import { checkResults } from './check-results.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** What is said beside an exported conversation. */
async function exportNotes(conversation: string, db: string): Promise<string> {
  let told = ''
  const io: Io = {
    out: () => {},
    err: (text) => {
      told += text
    },
    stdin: (async function* () {})(),
    env: {},
    isTerminal: false,
    columns: 80,
    showsProgress: false,
    canAsk: false,
    interrupted: new AbortController().signal,
  }
  await exportSession(conversation, { db }, io)
  return told
}

test('an output that a message points at is there and unchanged, or it is told; no pipe or link stands for one', async () => {
  const simulator = await startSimulator({
    script: [{ calls: [{ name: 'terminal', input: { command: 'seq 1 30000' } }] }, 'Done.'],
  })
  cleanUps.push(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-results-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const store = await openStore(join(folder, 'state.db'))
  cleanUps.push(() => store.end())
  const runtime = await createRuntime({
    store,
    env: { PALIMPSEST_HOME: folder, ANTHROPIC_API_KEY: 'test' },
    workspace: tmpdir(),
    channel: 'script',
    settings: { 'model.name': 'claude-sonnet-5', 'model.base_url': simulator.url },
    confirm: async () => true,
  })
  await runtime.turn('Count.', () => {}, new AbortController().signal)
  const results = join(folder, 'results', resultsFolderName(runtime.conversation))
  const [file = ''] = readdirSync(results)
  expect(await checkResults(store, [join(folder, 'results')])).toEqual([])
  expect(await exportNotes(runtime.conversation, join(folder, 'state.db'))).toBe(
    `One long output is not in it, but in ${results}. Copy that folder, too, to the same place.\n`,
  )
  writeFileSync(join(results, file), 'changed')
  const where = `${runtime.conversation} #2`
  expect(await checkResults(store, [join(folder, 'results')])).toMatchObject([
    { code: 'result-changed', where, derived: false },
  ])
  rmSync(join(results, file))
  expect(await checkResults(store, [join(folder, 'results')])).toMatchObject([{ code: 'result-missing', where }])
  execFileSync('mkfifo', [join(results, file)])
  expect(await checkResults(store, [join(folder, 'results')])).toMatchObject([{ code: 'result-missing', where }])
  rmSync(join(results, file))
  symlinkSync('/dev/zero', join(results, file))
  expect(await checkResults(store, [join(folder, 'results')])).toMatchObject([{ code: 'result-missing', where }])
})

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openStore, startSimulator } from '../compose.ts'
import { createRuntime } from '../compose-runtime.ts'
import { checkResults } from './check-results.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

test('an output that a message points at is there and unchanged, or it is told', async () => {
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
    workspace: folder,
    channel: 'script',
    settings: { 'model.name': 'claude-sonnet-5', 'model.base_url': simulator.url },
    confirm: async () => true,
  })
  await runtime.turn('Count.', () => {}, new AbortController().signal)
  const results = join(folder, 'results', runtime.conversation)
  const [file = ''] = readdirSync(results)
  expect(await checkResults(store)).toEqual([])
  writeFileSync(join(results, file), 'changed')
  const where = `${runtime.conversation} #2`
  expect(await checkResults(store)).toMatchObject([{ code: 'result-changed', where, derived: false }])
  rmSync(join(results, file))
  expect(await checkResults(store)).toMatchObject([{ code: 'result-missing', where }])
})

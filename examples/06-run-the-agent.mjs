// @ts-check
// Runs the agent from code for two turns, compresses the conversation and takes that back. It needs no key: a simulator
// on this machine stands in for the provider. After "npm run build": node examples/06-run-the-agent.mjs
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRuntime, openStore } from '@palimpsest/cli'
import { scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'

// The stage: a folder with a long file, and a model that reads it piece by piece, as its script says.
const workspace = await mkdtemp(join(tmpdir(), 'palimpsest-example-'))
await writeFile(join(workspace, 'log.txt'), Array.from({ length: 3_000 }, (_, n) => `line ${n}: imported\n`).join(''))
const reads = Array.from({ length: 30 }, (_, n) => ({
  calls: [{ name: 'read_file', input: { path: 'log.txt', offset: 1 + 100 * n, limit: 100 } }],
}))
const summary =
  '## Goal\nWere rows of log.txt lost?\n## Completed Actions\n1. read_file log.txt: each line was imported.'
const model = scripted([...reads, 'No row of log.txt was lost.', 'You are welcome.', summary])
const simulator = await createSimulator({ model })
const env = { PALIMPSEST_HOME: join(workspace, 'home'), ANTHROPIC_API_KEY: 'any' }
const settings = { 'model.name': 'claude-sonnet-5', 'model.base_url': simulator.url, 'model.context_length': '64000' }

// The agent. Without `env` and `settings` it has your keys and those of ~/.palimpsest/config.yaml.
const store = await openStore(join(env.PALIMPSEST_HOME, 'state.db'))
const agent = await createRuntime({ store, env, workspace, settings })
console.log(await agent.turn('Were rows of log.txt lost?'))
console.log(await agent.turn('Thank you.'))
const { kind } = await agent.compress()
console.log(kind, (await agent.receipt())?.tokens)
console.log(await agent.undo())
await agent.end()

console.log(`${simulator.calls.length} calls cost $${agent.status().costUsd?.toFixed(4)}`)
await store.end()
await simulator.close()
await rm(workspace, { recursive: true })

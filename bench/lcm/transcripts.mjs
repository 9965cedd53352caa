/**
 * Replays every transcript of a folder with each engine and window: what is paid, how large prompts become, how often a
 * summary model is asked, which facts the last view still shows, and whether anything fell out of sight.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { verifyCoverage } from '@palimpsest/core/compaction'
import { createCatalogue } from '@palimpsest/core/models'
import { createCounter } from '@palimpsest/core/tokens'
import { readTranscript } from '@palimpsest/core/wire'
import { readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { BenchError } from '../bench-error.mjs'
import { createReplayWorld } from '../replay-world.mjs'
import { createSummaryWriter } from '../summary-writer.mjs'
import { engines } from './talk.mjs'

const modelName = 'claude-sonnet-5'
const windows = [64_000, 200_000]
/** Where a transcript has no system prompt and no tools, the size that a coding agent's have. */
const systemTokens = 20_000
/** Who writes summaries: code, or a made-up model at a twentieth of the main model's price. */
const writers = {
  code: { fee: { kind: 'none' }, models: () => [] },
  model: { fee: { kind: 'other', ratio: 0.05 }, models: (counter) => [createSummaryWriter(counter)] },
}

export async function measureTranscripts(folder) {
  const transcripts = transcriptsIn(folder)
  const rows = []
  for (const contextTokens of windows)
    for (const writer of Object.keys(writers))
      for (const engineName of Object.keys(engines)) {
        const row = startRow({ contextTokens, writer, engineName })
        for (const each of transcripts) await addReplay(row, each)
        rows.push(row)
      }
  return { files: transcripts.length, rows }
}

function startRow(order) {
  return {
    ...order,
    costUsd: 0,
    summaryUsd: 0,
    mostTokens: 0,
    compactions: 0,
    asked: 0,
    replies: 0,
    refused: [],
    survival: {},
    failed: [],
    faults: [],
  }
}

function transcriptsIn(folder) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new BenchError(`There is no folder ${folder}.`)
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.sort().flatMap((name) => {
    const { transcript } = readTranscript(readFileSync(join(folder, name), 'utf8'), {})
    const hasCalls = transcript.messages.some(({ role }) => role === 'assistant')
    return hasCalls ? [{ name: basename(name, '.jsonl'), transcript }] : []
  })
}

async function addReplay(row, { name, transcript }) {
  const { contextTokens, writer, engineName } = row
  const store = createMemoryStore()
  const counter = createCounter()
  const summaryModels = writers[writer].models(counter).map((model) => ({
    ...model,
    write: (prompt, signal) => {
      row.asked++
      return model.write(prompt, signal)
    },
  }))
  const world = createReplayWorld({ store, counter, summaryModels, create: engines[engineName] })
  const options = {
    file: name,
    modelName,
    model: createCatalogue().find(modelName),
    window: { contextTokens },
    budget: {},
    trigger: 'fraction',
    strategy: 'anchored',
    route: { channel: 'agent', readRate: 0.1 },
    gap: readGap('human:1'),
    fee: writers[writer].fee,
    systemTokens,
    views: false,
    startMs: 0,
  }
  const { conversation, totals, compactions, notices } = await replay(
    transcript,
    options,
    world,
    new AbortController().signal,
  )
  row.costUsd += totals.costUsd
  row.summaryUsd += totals.summarizerUsd
  row.mostTokens = Math.max(row.mostTokens, totals.maxPromptTokens)
  row.compactions += compactions.length
  row.replies += totals.calls
  if (totals.refusedAtCall !== null) row.refused.push(name)
  for (const text of notices) if (text.startsWith('The engine ')) row.failed.push({ name, text })
  for (const fault of await verifyCoverage(store, conversation)) row.faults.push({ name, ...fault })
  addSurvival(row.survival, compactions.at(-1)?.survival ?? {})
  await store.end()
}

/** Of what each session's last compaction left in view. */
function addSurvival(sums, survival) {
  for (const [kind, { inContext, total }] of Object.entries(survival)) {
    sums[kind] ??= { inContext: 0, total: 0 }
    sums[kind].inContext += inContext
    sums[kind].total += total
  }
}

export function transcriptGoals({ rows }) {
  const lcm = rows.filter(({ engineName }) => engineName === 'lcm')
  const failed = lcm.flatMap((row) => row.failed)
  const faults = lcm.flatMap((row) => row.faults)
  const named = (list) =>
    list.length === 0 ? '0' : `${list.length} (${[...new Set(list.map(({ name }) => name))].join(', ')})`
  const refused = lcm.flatMap((row) => row.refused.map((name) => ({ name })))
  return [
    { goal: 'no prompt of lcm outgrows its window', met: refused.length === 0, found: named(refused) },
    { goal: 'no plan of lcm fails', met: failed.length === 0, found: named(failed) },
    { goal: 'lcm loses sight of nothing in any transcript', met: faults.length === 0, found: named(faults) },
  ]
}

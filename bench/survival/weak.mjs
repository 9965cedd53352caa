/**
 * What a summariser that forgets half of what it is shown leaves in view: sessions are replayed through ten summaries of
 * it, each made of the one before, and what the sessions said is looked for in the view that is left.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deriveBudget } from '@palimpsest/core/budget'
import { compactSession, createStoreLog, originalsOf } from '@palimpsest/core/compaction'
import { emptyLedger, groups, survivalOf, textOf } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { readTranscript } from '@palimpsest/core/wire'
import { createCompressor } from '@palimpsest/engines/compressor'
import { exampleSession } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { BenchError } from '../bench-error.mjs'
import { createWriter } from './forgetful-writer.mjs'
import { createTeller, truthOf } from './said.mjs'

const seeds = [21, 22, 23, 24, 25]
const sessionTokens = 600_000
const summaries = 10
const windowTokens = 64_000
/** A window for short transcripts, so that they have ten summaries as well. */
const leastWindowTokens = 12_000
const kinds = ['rules', 'errors', 'decisions', 'files', 'arguments']
const leastShare = 0.9

/** @param {{ readonly folder?: string, readonly windowTokens?: number }} options */
export async function run(options = {}) {
  const rows = []
  for (const forgets of [false, true]) {
    const measured = []
    for (const [i, { name, messages }] of sessionsOf(options).entries()) {
      const writer = createWriter({ seed: seeds[i % seeds.length] + i, forgets })
      const counts = await measure(messages, writer, options.windowTokens)
      if (counts !== undefined) measured.push({ name, ...counts })
    }
    const author = forgets ? 'forgets half' : 'honest'
    if (forgets) for (const each of measured) rows.push(rowOf(`${author}, ${each.name}`, each))
    rows.push(rowOf(`${author}, all`, sum(measured)))
    if (forgets) rows.total = sum(measured)
  }
  const heads = [...kinds, 'summaries', 'calls', 'asked again', 'view tokens', 'its summary']
  const title = `In view after ${summaries} summaries by a model made of code, window ${(options.windowTokens ?? windowTokens).toLocaleString('en')}`
  return { tables: [{ title, heads, rows }], goals: goalsOf(rows.total) }
}

function sessionsOf({ folder }) {
  if (folder === undefined)
    return seeds.map((seed) => ({
      name: `seed ${seed}`,
      messages: exampleSession({ seed, targetTokens: sessionTokens }).messages,
    }))
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new BenchError(`There is no folder ${folder}.`)
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return names.sort().map((name) => ({
    name: name.replace('.jsonl', '').slice(0, 22),
    messages: readTranscript(readFileSync(join(folder, name), 'utf8'), {}).transcript.messages,
  }))
}

/** Undefined for a session that is too short. */
async function measure(messages, writer, wanted) {
  const counter = createCounter()
  const whole = counter.request(messages)
  const contextTokens = wanted ?? Math.min(windowTokens, Math.floor(whole / (summaries * 0.6)))
  if (contextTokens < leastWindowTokens) return undefined
  const replayed = await replay(messages, { writer, counter, contextTokens })
  if (replayed.summaries < Math.min(summaries, 3)) return undefined
  const { view, said, receipt } = replayed
  const text = textOf(view)
  const tells = createTeller(text)
  const truth = truthOf(said)
  const { constraints } = receipt.survival
  const share = (facts, isThere) => ({ there: facts.filter(isThere).length, of: facts.length })
  const shows = (path) => text.includes(path) || survivalOf(fileLedger(path), text).files.inContext > 0
  return {
    rules: { there: constraints?.inContext ?? 0, of: constraints?.total ?? 0 },
    errors: share(truth.errors, tells),
    decisions: share(truth.decisions, tells),
    files: share(truth.files, shows),
    arguments: share(truth.arguments, (value) => text.includes(JSON.stringify(value).slice(1, -1)) || shows(value)),
    summaries: replayed.summaries,
    calls: writer.calls.count,
    again: writer.calls.again,
    viewTokens: counter.request(view),
    summaryTokens: receipt.summary.tokens,
  }
}

function fileLedger(path) {
  return { ...emptyLedger, files: [{ entry: entryId('e'), at: 0, path, touch: 'changed', times: 1 }] }
}

async function replay(messages, { writer, counter, contextTokens }) {
  const store = createMemoryStore()
  let minted = 0
  const mint = () => `id-${String(minted++).padStart(32, '0')}`
  const root = sessionId(mint())
  await store.begin({ id: root, conversation: conversationId('talk'), at: 0 })
  const engine = createCompressor(portsFor(store, writer, mint))
  const budget = deriveBudget({ contextTokens })
  const deps = { store, engine, counter, now: () => 0, mintSession: () => sessionId(mint()) }
  let done = { summaries: 0 }
  let tokens = 0
  for (const { start, messages: group } of groups(messages)) {
    const { id, nextSeq } = await store.compressionTip(root)
    const entries = group.map((message) => ({ id: entryId(mint()), message }))
    await store.append(id, nextSeq, entries, 0)
    for (const message of group) tokens += counter.message(message)
    if (tokens < budget.thresholdTokens) continue
    const request = { session: root, trigger: 'preflight', budget, overheadTokens: 0 }
    const outcome = await compactSession(deps, request, new AbortController().signal)
    const view = (await store.view((await store.compressionTip(root)).id)).map(({ message }) => message)
    tokens = counter.request(view)
    if (outcome.kind !== 'committed' || outcome.receipt.summary.by === 'none') continue
    const said = messages.slice(0, start + group.length)
    done = { summaries: done.summaries + 1, view, said, receipt: outcome.receipt }
    if (done.summaries === summaries) break
  }
  return done
}

function portsFor(store, writer, mint) {
  return {
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    log: createStoreLog(store, () => conversationId('talk')),
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'Search what was said with recall.',
    pause: async () => {},
    now: () => 0,
    wait: () => new Promise(() => {}),
    summaryModels: [writer],
  }
}

function sum(measured) {
  const total = (of) => measured.reduce((all, each) => all + of(each), 0)
  const shares = kinds.map((kind) => [
    kind,
    { there: total((each) => each[kind].there), of: total((each) => each[kind].of) },
  ])
  return {
    ...Object.fromEntries(shares),
    summaries: total((each) => each.summaries),
    calls: total((each) => each.calls),
    again: total((each) => each.again),
    viewTokens: Math.round(total((each) => each.viewTokens) / Math.max(1, measured.length)),
    summaryTokens: Math.round(total((each) => each.summaryTokens) / Math.max(1, measured.length)),
  }
}

function rowOf(name, counts) {
  const { summaries: written, calls, again, viewTokens, summaryTokens } = counts
  return { name, cells: [...kinds.map((kind) => cell(counts[kind])), written, calls, again, viewTokens, summaryTokens] }
}

function cell({ there, of }) {
  return of === 0 ? '-' : `${there}/${of} ${Math.round((100 * there) / of)} %`
}

function goalsOf(total) {
  return ['errors', 'decisions', 'files'].map((kind) => {
    const { there, of } = total[kind]
    const share = of === 0 ? 1 : there / of
    const goal = `${kind} in view after ${summaries} summaries that forget half: at least ${leastShare * 100} %`
    return { goal, met: share >= leastShare, found: `${(share * 100).toFixed(1)} %` }
  })
}

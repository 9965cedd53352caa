/**
 * Whether recall finds the evidence of a question among its first five hits, and how long that takes in one conversation of
 * 200,000 messages, in SQLite and, where nothing else is measured, in Postgres as well. A folder may hold transcripts with
 * questions beside them (`*.side.json`, as LoCoMo's are written).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleSession } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createPostgresStore } from '@palimpsest/stores/postgres'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { startServer, whyNoServer } from '../campaign/postgres-server.mjs'
import { timed } from '../store-workload.mjs'
import { createBm25, createFormer } from './rankings.mjs'
import { generatedTalk } from './talks.mjs'

const seeds = [11, 12, 13, 14, 15]
const firstHits = 5
const ways = ['bm25', 'former', 'ours']

/**
 * Measures recall. Without a folder, or in one without questions, conversations are generated.
 * @param {{ readonly folder?: string, readonly messages?: number, readonly only?: string, readonly postgres?: boolean }} [options]
 */
export async function run({ folder, messages = 200_000, only, postgres = only === 'recall' } = {}) {
  const asked = folder === undefined ? [] : talksIn(folder)
  const talks = asked.length > 0 ? asked : seeds.map((seed) => generatedTalk(seed))
  const rows = []
  for (const talk of talks) rows.push(await askAll(talk))
  const latency = await measureLatency(talks, { messages, postgres })
  const total = sumOf('all', rows)
  return {
    title: 'Recall',
    rows: [...rows, total],
    latency,
    lines: linesOf([...rows, total], latency),
    goals: goalsOf(total, latency),
  }
}

/** Transcripts that have a list of questions beside them. */
function talksIn(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.side.json'))
  return files.flatMap((file) => {
    const path = join(folder, file.replace(/\.side\.json$/, '.jsonl'))
    const { qa } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    if (!Array.isArray(qa) || !existsSync(path)) return []
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const questions = qa
      .filter(({ evidence_msgs: evidence }) => evidence?.length > 0)
      .map(({ question, category, evidence_msgs: evidence }) => ({ question, category, evidence }))
    const texts = lines.filter(({ role }) => role !== undefined).map(({ content }) => textOf(content))
    return [{ name: file.replace(/\.side\.json$/, ''), texts, questions }]
  })
}

function textOf(content) {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '')
}

/** Asks every question of a conversation in every way. */
async function askAll({ name, texts, questions }) {
  const store = createMemoryStore()
  await fill(store, 'talk', texts.map(asMessage))
  const rankings = { bm25: createBm25(texts), former: createFormer(texts), ours: (text) => recalled(store, text) }
  const row = startRow(name)
  for (const { question, category, evidence } of questions) {
    row.questions++
    for (const way of ways) {
      const found = new Set((await rankings[way](question)).slice(0, firstHits))
      count(row[way], category, {
        any: evidence.some((at) => found.has(at)),
        all: evidence.every((at) => found.has(at)),
      })
    }
  }
  await store.end()
  return row
}

async function recalled(store, text) {
  return (await store.search({ text, conversation: 'talk', limit: firstHits })).hits.map(({ index }) => index)
}

function startRow(name) {
  const empty = () => ({ any: 0, all: 0, categories: {} })
  return { name, questions: 0, bm25: empty(), former: empty(), ours: empty() }
}

function count(tally, category, { any, all }) {
  tally.any += Number(any)
  tally.all += Number(all)
  addTo(tally.categories, category, { questions: 1, any: Number(any) })
}

function addTo(categories, category, { questions, any }) {
  const before = categories[category] ?? { questions: 0, any: 0 }
  categories[category] = { questions: before.questions + questions, any: before.any + any }
}

function sumOf(name, rows) {
  const sum = startRow(name)
  for (const row of rows) {
    sum.questions += row.questions
    for (const way of ways) {
      sum[way].any += row[way].any
      sum[way].all += row[way].all
      for (const [category, { questions, any }] of Object.entries(row[way].categories)) {
        addTo(sum[way].categories, category, { questions, any })
      }
    }
  }
  return sum
}

function asMessage(text, i) {
  return { role: i % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] }
}

/** Appends messages to a new conversation. */
async function fill(store, id, messages) {
  await store.begin({ id, conversation: id, at: 1 })
  for (let from = 0; from < messages.length; from += 200) {
    const entries = messages.slice(from, from + 200).map((message, i) => ({ id: `${id}-${from + i}`, message }))
    await store.append(id, from, entries, 2)
  }
}

/** The questions of all talks, in one conversation of what agents and people say in turns. */
async function measureLatency(talks, { messages, postgres }) {
  const said = longTalk(talks, messages)
  const questions = talks.flatMap((talk) => talk.questions.map(({ question }) => question)).slice(0, 200)
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  const found = { messages: said.length, questions: questions.length }
  try {
    const store = await createSqliteStore({ path: join(folder, 'store.db') })
    found.sqlite = await timeQuestions(store, said, questions)
    await store.end()
  } finally {
    rmSync(folder, { recursive: true })
  }
  if (postgres && (await whyNoServer()) === undefined) found.postgres = await onPostgres(said, questions)
  return found
}

async function onPostgres(said, questions) {
  const server = await startServer(['synchronous_commit=off'])
  try {
    const store = await createPostgresStore({ connectionString: server.url })
    const found = await timeQuestions(store, said, questions)
    await store.end()
    return found
  } finally {
    await server.stop()
  }
}

function longTalk(talks, wanted) {
  const people = talks.flatMap(({ texts }) => texts.map(asMessage))
  const said = []
  for (let seed = 1; said.length < wanted; seed++) {
    const { messages } = exampleSession({ seed, targetTokens: 400_000 })
    for (const message of messages) said.push(message)
    for (const message of people.filter((_, i) => (i + seed) % 2 === 0)) said.push(message)
  }
  return said.slice(0, wanted)
}

/** Of so many times that a question is asked the shortest counts: what else keeps the machine busy is not ours. */
const rounds = 3

async function timeQuestions(store, said, questions) {
  await fill(store, 'long', said)
  const ask = (text) => timed(() => store.search({ text, conversation: 'long', limit: firstHits }))
  const times = []
  for (const text of questions) {
    const tries = []
    for (let round = 0; round < rounds; round++) tries.push(await ask(text))
    times.push(Math.min(...tries))
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}

function linesOf(rows, latency) {
  const share = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`
  const cells = (texts) => texts.map((text) => String(text).padStart(14)).join('')
  const lines = [
    `evidence among the first ${firstHits} hits`.padEnd(36) +
      cells(['questions', 'BM25', 'former', 'ours', 'all of it']),
  ]
  for (const { name, questions, ours, ...others } of rows) {
    const any = [others.bm25.any, others.former.any, ours.any, ours.all].map((part) => share(part, questions))
    lines.push(name.padEnd(36) + cells([questions, ...any]))
  }
  const total = rows.at(-1)
  for (const [category, { questions, any }] of Object.entries(total.ours.categories)) {
    const before = ['bm25', 'former'].map((way) => share(total[way].categories[category].any, questions))
    lines.push(`  ${category}`.padEnd(36) + cells([questions, ...before, share(any, questions)]))
  }
  for (const kind of ['sqlite', 'postgres']) {
    const times = latency[kind]
    if (times === undefined) continue
    const what = `one conversation of ${latency.messages.toLocaleString('en')} messages on ${kind}`
    lines.push(`${what}: p50 ${times.p50Ms.toFixed(1)} ms, p95 ${times.p95Ms.toFixed(1)} ms`)
  }
  return lines
}

function goalsOf({ questions, bm25, former, ours }, { sqlite }) {
  const percent = (part) => (100 * part) / questions
  const best = Math.max(bm25.any, former.any)
  return [
    {
      goal: 'recall finds evidence at least 15 points more often than BM25 and the former ranking',
      met: percent(ours.any) >= percent(best) + 15,
      found: `${percent(ours.any).toFixed(1)} % beside ${percent(best).toFixed(1)} %`,
    },
    {
      goal: 'recall within one conversation of 200,000 messages, p95 at most 25 ms',
      met: sqlite.p95Ms <= 25,
      found: `${sqlite.p95Ms.toFixed(1)} ms`,
    },
  ]
}

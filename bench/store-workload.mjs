/** What both databases are measured with: the same sessions, the same questions, the same long chain. */
import { performance } from 'node:perf_hooks'
import { searchText } from '@palimpsest/core/store'
import { exampleSession } from '@palimpsest/simulator'

const batchSize = 8
const queries = [
  'refund',
  'migrations folder',
  '"not that file"',
  'webhook.ts',
  '退款',
  'boarding_pass',
  'ECONNREFUSED',
  '必ず',
  'fare-table',
  'zzzunheard',
  'when did we move the refund webhook to another region?',
]

/** Sessions from many seeds, in the small groups in which an agent appends. @param {number} wanted */
export function makeBatches(wanted) {
  const batches = []
  for (let seed = 1, made = 0; made < wanted; seed++) {
    const { messages } = exampleSession({ seed, targetTokens: 1_000_000 })
    for (let start = 0; start < messages.length && made < wanted; start += batchSize) {
      const batch = messages.slice(start, Math.min(start + batchSize, start + wanted - made)).map((message, i) => ({
        id: `${String(seed).padStart(8, '0')}-0000-7000-8000-${String(start + i).padStart(12, '0')}`,
        conversation: `${String(seed).padStart(8, '0')}-0000-7000-9000-000000000000`,
        place: start + i,
        message,
        text: searchText(message),
      }))
      made += batch.length
      batches.push(batch)
    }
  }
  return batches
}

/** @param {string} conversation the one to search within */
export async function searchAll(store, conversation) {
  const within = []
  const over = []
  for (let round = 0; round < 5; round++) {
    for (const text of queries) {
      within.push(await timed(() => store.search({ text, conversation, limit: 20 })))
      over.push(await timed(() => store.search({ text, limit: 20 })))
    }
  }
  return { withinMs: p95(within.slice(queries.length)), overMs: p95(over.slice(queries.length)) }
}

export async function timed(run) {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function p95(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

/** A conversation of a hundred compactions, opened as an agent that resumes would. */
export async function openLongChain(store) {
  const name = (kind, n) => `0000000a-000${kind}-7000-8000-${String(n).padStart(12, '0')}`
  let session = name(1, 0)
  await store.begin({ id: session, conversation: session, at: 0 })
  for (let n = 0; n < 100; n++) {
    const { nextSeq } = await store.session(session)
    const entries = Array.from({ length: 40 }, (_, i) => ({
      id: name(2, n * 100 + i),
      message: { role: 'user', parts: [{ type: 'text', text: `turn ${n}.${i} ${'word '.repeat(50)}` }] },
    }))
    await store.append(session, nextSeq, entries, n)
    const view = await store.view(session)
    const made = {
      kind: 'made',
      id: name(3, n),
      message: { role: 'user', parts: [{ type: 'text', text: `summary ${n}` }] },
      standsFor: view.slice(0, -20).map(({ id }) => id),
    }
    const kept = view.slice(-20).map(({ id }) => ({ kind: 'kept', id }))
    const continuation = name(1, n + 1)
    await store.compact({ session, basedOnSeq: view.length, continuation, view: [made, ...kept], at: n + 1 })
    session = continuation
  }
  const times = []
  for (let i = 0; i < 5; i++)
    times.push(await timed(async () => store.view((await store.compressionTip(name(1, 0))).id)))
  return Math.min(...times)
}

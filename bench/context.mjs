/** `prepare` of the library for other agents: the time it takes beside a long history, and what it keeps in memory. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createContext } from '@palimpsest/context'

/** Tokens that the history has when it is measured, about. */
const historyTokens = 200_000
const quietCalls = 300
const compactions = 12
const flatCalls = 10_000

const goals = { quietMs: 5, compactionMs: 80, growthMb: 30 }

export async function measureContext() {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-context-'))
  try {
    const quiet = await quietTimes(join(folder, 'quiet.db'), false)
    const parsed = await quietTimes(join(folder, 'parsed.db'), true)
    const compacted = await compactionTimes(join(folder, 'compacted.db'))
    const growthMb = await growth(join(folder, 'flat.db'))
    return {
      historyTokens,
      quiet: shares(quiet),
      parsed: shares(parsed),
      compacted: shares(compacted),
      growthMb,
      flatCalls,
      goals: [
        { name: `nothing due, p95 <= ${goals.quietMs} ms`, met: shares(quiet).p95 <= goals.quietMs },
        { name: `nothing due, parsed anew, p95 <= ${goals.quietMs} ms`, met: shares(parsed).p95 <= goals.quietMs },
        { name: `compaction, p95 <= ${goals.compactionMs} ms`, met: shares(compacted).p95 <= goals.compactionMs },
        { name: `memory after ${flatCalls} calls, <= ${goals.growthMb} MB more`, met: growthMb <= goals.growthMb },
      ],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A call and its result, as an agent that reads files has them: about 1,350 tokens. */
function step(seed) {
  const id = `toolu_${seed}`
  const lines = Array.from({ length: 75 }, (_, i) => {
    const n = (seed * 7919 + i * 104_729) % 99_991
    return `${i + 1}\tconst value${n} = await readRecord(${n}, { limit: ${n % 97}, name: 'record-${n}' })`
  })
  return [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `Now the file ${seed}.` },
        { type: 'tool_use', id, name: 'read', input: { path: `src/file-${seed}.ts` } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: lines.join('\n') }] },
  ]
}

const tools = Array.from({ length: 12 }, (_, i) => ({
  name: i === 0 ? 'read' : `tool_${i}`,
  description: `Does the thing number ${i}, carefully and in order.`,
  input_schema: { type: 'object', properties: { path: { type: 'string' } } },
}))

function bodyOf(messages) {
  return {
    model: 'claude-sonnet-5',
    max_tokens: 8_000,
    system: 'You are a careful engineer. '.repeat(50),
    tools,
    messages,
  }
}

const stepTokens = 2_650
const steps = Math.round(historyTokens / stepTokens)

function longHistory(from) {
  const start = [{ role: 'user', content: 'Read all the files, and never touch src/secrets.ts.' }]
  return [...start, ...Array.from({ length: steps }, (_, i) => step(from + i)).flat()]
}

/** Each call has the history of the last and one more step; its objects are the same, or all of them new. */
async function quietTimes(store, isParsed) {
  const context = await createContext({ store, contextLength: 2_000_000 })
  const times = []
  for (let conversation = 0; conversation < quietCalls / 30; conversation++) {
    const chat = context.conversation(`quiet-${conversation}`)
    const history = longHistory(conversation * 1_000)
    await chat.prepare(bodyOf(history))
    for (let call = 0; call < 30; call++) {
      history.push(...step(100_000 + conversation * 1_000 + call))
      const given = isParsed ? JSON.parse(JSON.stringify(bodyOf(history))) : bodyOf([...history])
      const start = performance.now()
      await chat.prepare(given)
      times.push(performance.now() - start)
    }
  }
  await context.close()
  return times
}

/** In each of several conversations the call that finds it too long. */
async function compactionTimes(store) {
  const context = await createContext({ store, contextLength: 400_000 })
  const times = []
  for (let i = 0; i < compactions + 2; i++) {
    const chat = context.conversation(`compaction-${i}`)
    const history = longHistory(i * 1_000)
    for (let call = 0; ; call++) {
      const start = performance.now()
      const { receipt } = await chat.prepare(bodyOf(history))
      const ms = performance.now() - start
      if (receipt !== undefined && call > 0) {
        // The first ones warm the compiler up.
        if (i >= 2) times.push(ms)
        break
      }
      if (receipt !== undefined) throw new Error('The history is too long from the start.')
      history.push(...step(500_000 + i * 1_000 + call))
      if (call > 60) throw new Error('No compaction came.')
    }
  }
  await context.close()
  return times
}

/** Heap that is held after so many calls, beyond that after a tenth of them. */
async function growth(store) {
  const context = await createContext({ store, contextLength: 40_000 })
  const each = 50
  let early = 0
  for (let call = 0; call < flatCalls; call += each) {
    const chat = context.conversation(`flat-${call}`)
    const history = [{ role: 'user', content: `Task ${call}: read the files.` }]
    for (let i = 0; i < each; i++) {
      await chat.prepare(bodyOf([...history]))
      const [said, result] = step(call + i)
      await chat.observe({
        type: 'message',
        role: 'assistant',
        content: said.content,
        usage: { input_tokens: 1_000, output_tokens: 10 },
      })
      history.push(said, {
        ...result,
        content: [{ ...result.content[0], content: result.content[0].content.slice(0, 400) }],
      })
    }
    if (call + each === Math.max(each, flatCalls / 2)) early = heapMb()
  }
  const late = heapMb()
  await context.close()
  return late - early
}

/** What is garbage is collected first, or the figure would say when that last happened by chance. */
function heapMb() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1_048_576
}

function shares(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) }
}

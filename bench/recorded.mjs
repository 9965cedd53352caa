/**
 * Bills of raw sessions with the pauses that they really had: what our lifetimes cost beside the usual marks at five
 * minutes and at an hour, beside the best in hindsight, and beside the best that is possible without it. Sessions are
 * told in two halves. What a planner knows of earlier conversations is nothing, what it saw in the sessions before (as
 * in a replay of them all), or what the other half shows.
 */

import { learnChannel } from '@palimpsest/core/cache'
import { createCatalogue } from '@palimpsest/core/models'
import { recordedHabits, recordedPauses } from '@palimpsest/core/recorded'
import { createCounter } from '@palimpsest/core/tokens'
import { isSynthetic } from '@palimpsest/core/wire'
import { readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { blindBound, hindsight, kindOf, leastRegret } from './bounds.mjs'
import { chance } from './generate.mjs'
import { createReplayWorld } from './replay-world.mjs'

/** A smaller difference cannot be seen in a bill. */
const seen = 1.0005
/** Our ways: what the planner is told beside the channel. */
const ways = {
  alone: () => ({}),
  'as they came': ({ came }) => ({ known: came }),
  'habits known': ({ known }) => ({ known }),
  'kept warm': ({ came }) => ({ known: came, keepAlive: true }),
}
const draws = 40
const channels = { human: 'agent', gateway: 'chat' }
const seeds = [1, 2, 3]

/** Those whose files tell times. */
export function withTimes(transcripts) {
  return transcripts.filter(({ transcript }) => recordedPauses(transcript) !== undefined)
}

/** @param sessions named transcripts with times; `models` one for each price; `common` what every replay is told */
export async function measureRecorded(sessions, models, common, onProgress) {
  const halves = [0, 1].map((half) => sessions.filter((_, i) => i % 2 === half))
  const known = halves.map((half) =>
    half.map(({ transcript }) => recordedHabits(transcript)).reduce(learnChannel, undefined),
  )
  const rows = []
  const drawn = []
  for (const [r, modelName] of Object.entries(models).map(([rate, name]) => [Number(rate), name])) {
    const bills = []
    let came
    for (const [i, { name, transcript }] of sessions.entries()) {
      onProgress(`recorded r=${r} ${name}`)
      const half = i % 2
      const order = { r, modelName, common, came, known: known[1 - half] }
      bills.push({ half, ...(await billsOf(name, transcript, order)) })
      came = learnChannel(came, recordedHabits(transcript))
    }
    rows.push({ r, sessions: bills, sums: sumsOf(bills), bounds: boundsOf(bills, r) })
    drawn.push(...(await measureDrawn(sessions, { r, modelName, common }, onProgress)))
  }
  return { rows, drawn, goals: rows.flatMap(goalsOf) }
}

/** The same sessions with drawn pauses, for some seeds. */
async function measureDrawn(sessions, { r, modelName, common }, onProgress) {
  const rows = []
  for (const gap of Object.keys(channels)) {
    const sum = { ours: 0, usual: 0, oracle: 0 }
    for (const seed of seeds) {
      let came
      for (const { name, transcript } of sessions) {
        onProgress(`${gap}:${seed} r=${r} ${name}`)
        const options = { route: { channel: channels[gap], known: came }, gap: readGap(`${gap}:${seed}`) }
        const { totals, pauses } = await run(transcript, { r, modelName, common }, options)
        came = learnChannel(came, pauses)
        sum.ours += totals.costUsd
        sum.usual += totals.strategies.system_and_3.costUsd
        sum.oracle += totals.costOracleUsd
      }
    }
    rows.push({ gap, r, seeds: seeds.length, ...sum })
  }
  return rows
}

async function run(transcript, { r, modelName, common }, { route, ...options }) {
  const store = createMemoryStore()
  const model = createCatalogue().find(modelName)
  const plan = { ...common, modelName, model, route: { channel: 'agent', readRate: r, ...route }, ...options }
  const world = createReplayWorld({ store, counter: createCounter() })
  const result = await replay(transcript, plan, world, new AbortController().signal)
  await store.end()
  return result
}

async function billsOf(name, transcript, order) {
  const recorded = { gap: { kind: 'recorded' }, recordedPausesMs: recordedPauses(transcript) }
  const ours = {}
  const uncompacted = {}
  let first
  for (const [way, told] of Object.entries(ways)) {
    const result = await run(transcript, order, { ...recorded, route: told(order) })
    ours[way] = result.totals.costUsd
    uncompacted[way] = result.totals.usual
    first ??= result
  }
  const hour = await run(transcript, order, { ...recorded, route: { pinned: '1h' } })
  const { totals } = first
  const usual = { '5m': totals.strategies.system_and_3.costUsd, '1h': hour.totals.strategies.system_and_3.costUsd }
  return {
    name,
    calls: totals.calls,
    ours,
    usual,
    uncompacted,
    cheaper: Math.min(...Object.values(usual)),
    oracle: totals.costOracleUsd,
    ...shapeOf(first, transcript, createCatalogue().find(order.modelName).prices),
  }
}

/** The prompts as sizes, the silences before them, and what was said. */
function shapeOf({ calls, compactions, totals }, transcript, prices) {
  const pauses = humanTurns(transcript)
  const prompts = calls.map(({ promptTokens }, i) => {
    const compacted = compactions.findLast(({ beforeCall }) => beforeCall === i + 1)
    const before = calls[i - 1]?.promptTokens ?? 0
    return { tokens: promptTokens, shared: Math.min(compacted ? compacted.cache.keptTokens : before, promptTokens) }
  })
  const silences = calls.map(({ atMs }, i) => (i === 0 ? Number.POSITIVE_INFINITY : atMs - calls[i - 1].atMs))
  const isHuman = calls.map((_, i) => pauses.has(i))
  return {
    prompts,
    silences,
    isHuman,
    saidTokens: (totals.output * prices.output) / prices.input,
    inputPrice: prices.input,
  }
}

/** The calls that follow something a person said, but for the first. */
function humanTurns({ messages }) {
  const turns = new Set()
  let call = 0
  for (const message of messages) {
    if (message.role === 'assistant' && !isSynthetic(message)) call++
    else if (message.role === 'user' && call > 0) turns.add(call)
  }
  return turns
}

function sumsOf(bills) {
  const of = (some) => {
    const sum = (count) => some.reduce((total, bill) => total + count(bill), 0)
    const [usual5m, usual1h, cheaper, oracle] = [
      sum(({ usual }) => usual['5m']),
      sum(({ usual }) => usual['1h']),
      sum((bill) => bill.cheaper),
      sum((bill) => bill.oracle),
    ]
    const ours = Object.fromEntries(Object.keys(ways).map((way) => [way, sum((bill) => bill.ours[way])]))
    const usual = { '5m': usual5m, '1h': usual1h }
    const isDearer = (way) => (bill) => bill.ours[way] > bill.usual['5m'] * seen
    const dearer = Object.fromEntries(Object.keys(ways).map((way) => [way, some.filter(isDearer(way)).length]))
    return { sessions: some.length, ours, usual, cheaper, oracle, dearer, uncompacted: uncompactedOf(some) }
  }
  return {
    'first half': of(bills.filter(({ half }) => half === 0)),
    'second half': of(bills.filter(({ half }) => half === 1)),
    'all sessions': of(bills),
  }
}

/** Beside no compaction at all, with the usual marks at five minutes, for as many calls as the window allows that. */
function uncompactedOf(bills) {
  const of = (way) => {
    const each = bills.map(({ uncompacted }) => uncompacted[way])
    const sum = (count) => each.reduce((total, bill) => total + count(bill), 0)
    return {
      ended: each.filter(({ endsAtCall }) => endsAtCall !== null).length,
      usualUsd: sum(({ costUsd }) => costUsd),
      oursUsd: sum(({ oursUsd }) => oursUsd),
      dearer: each.filter(({ costUsd, oursUsd }) => oursUsd > costUsd * seen).length,
    }
  }
  return Object.fromEntries(Object.keys(ways).map((way) => [way, of(way)]))
}

/**
 * Every wait for a person is drawn anew from all waits that were recorded: what the best policy without foresight must
 * expect, relative to what the same draws cost in hindsight; and for each session what any policy risks.
 */
function boundsOf(bills, r) {
  const waits = bills.flatMap(({ silences, isHuman }) => silences.filter((_, i) => isHuman[i]))
  const share = (kind) => waits.filter((ms) => kindOf(ms) === kind).length / waits.length
  const usual = [share(0), share(1), share(2)]
  const sum = { blind: 0, firstShort: 0, hindsight: 0, recorded: 0, oracle: 0 }
  const { pick } = chance(1)
  const regrets = []
  for (const { prompts, silences, isHuman, saidTokens, oracle, inputPrice } of bills) {
    const odds = silences.map((ms, i) => (isHuman[i] ? usual : [0, 1, 2].map((kind) => Number(kindOf(ms) === kind))))
    sum.blind += saidTokens + blindBound(prompts, odds, r)
    sum.firstShort += saidTokens + blindBound(prompts, odds, r, { isFirstShort: true })
    for (let i = 0; i < draws; i++) {
      const kinds = silences.map((ms, at) => kindOf(isHuman[at] ? pick(waits) : ms))
      sum.hindsight += (saidTokens + hindsight(prompts, kinds, r)) / draws
    }
    sum.recorded += saidTokens + hindsight(prompts, silences.map(kindOf), r)
    sum.oracle += (oracle / inputPrice) * 1_000_000
    regrets.push(regretAtFirstWait(prompts, isHuman, saidTokens, r))
  }
  return {
    waits: waits.length,
    usual,
    blind: sum.blind / sum.hindsight,
    firstShort: sum.firstShort / sum.hindsight,
    // How well sizes stand for sessions: what they cost in hindsight beside what the real prompts did.
    likeness: sum.recorded / sum.oracle,
    regrets,
  }
}

/** What was written until the first wait, and what it cost with five minutes. */
function regretAtFirstWait(prompts, isHuman, saidTokens, r) {
  const end = isHuman.indexOf(true)
  const turn = prompts.slice(0, end < 0 ? prompts.length : end)
  const paid = turn.reduce((sum, { tokens, shared }) => sum + r * shared + 1.25 * (tokens - shared), 0)
  const said = (saidTokens * turn.length) / prompts.length
  return leastRegret(turn.at(-1).tokens, paid + said, r)
}

const leastCalls = 3
const mostRegret = 1.03

/** Misses are told like everything else. */
function goalsOf({ r, sums, sessions }) {
  const all = sums['all sessions']
  const most = (goal, value, limit) => ({
    goal: `recorded r=${r} ${goal} ≤ ${limit}`,
    met: value <= limit,
    found: value.toFixed(3),
  })
  const goals = Object.keys(ways).flatMap((way) => [
    most(`cost / oracle, ${way}`, all.ours[way] / all.oracle, 1.05),
    most(`cost / system_and_3 at 5m, ${way}`, all.ours[way] / all.usual['5m'], 0.95),
  ])
  const way = 'alone'
  const ratio = ({ ours, cheaper }) => ours[way] / cheaper
  const long = sessions.filter(({ calls }) => calls >= leastCalls)
  if (long.length > 0) {
    const worst = long.reduce((found, each) => (ratio(each) > ratio(found) ? each : found))
    goals.push(
      most(
        `worst session of ${leastCalls} calls or more (${worst.name}) / cheaper of 5m and 1h`,
        ratio(worst),
        mostRegret,
      ),
    )
  }
  const single = sessions.filter(({ calls }) => calls === 1)
  if (single.length > 0) goals.push(most('worst session of one call', Math.max(...single.map(ratio)), 1))
  return goals
}

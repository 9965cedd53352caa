/**
 * What an agent needs after a compaction: the names that it writes within twenty steps, which were said before, and
 * which nothing showed it since. Measured is the share of them in the view that the compaction left, beside views of as
 * many tokens that were made by simpler means.
 */
import { createCatalogue } from '@palimpsest/core/models'
import { createCounter } from '@palimpsest/core/tokens'
import { isSynthetic } from '@palimpsest/core/wire'
import { readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createReplayWorld } from '../replay-world.mjs'
import { sessionsOf } from './sessions.mjs'
import { hasWord, textOfChat, textOfMessage, wordsOf } from './words.mjs'

const windows = [32_000, 64_000, 200_000]
const horizonSteps = 20
const modelName = 'claude-sonnet-5'
const kinds = ['paths', 'identifiers']
const ways = ['ours', 'tail only', 'drop oldest', 'clear only']
/** At this window the goals hold. */
const goalTokens = 64_000
const leastShare = 0.9

/** @param {{ readonly folder?: string, readonly windowTokens?: number, readonly create?: unknown }} options */
export async function run(options = {}) {
  const sessions = sessionsOf(options)
  const tables = []
  const goals = []
  for (const windowTokens of options.windowTokens === undefined ? windows : [options.windowTokens]) {
    const perSession = []
    for (const session of sessions) perSession.push(await measureSession(session, windowTokens, options))
    const told = perSession.filter(({ compactions }) => compactions > 0)
    if (told.length === 0) continue
    const all = sum('all', told)
    tables.push(tableOf(windowTokens, [...(told.length > 12 ? [] : told), all]))
    if (windowTokens === goalTokens) goals.push(...goalsOf(all))
  }
  return { tables, goals }
}

async function measureSession({ name, transcript }, windowTokens, { create }) {
  const counter = createCounter()
  const { compactions } = await replayed(transcript, windowTokens, counter, create)
  const said = saidOf(transcript.messages)
  const counts = zero(name)
  for (const compaction of compactions) addCompaction(counts, compaction, said, counter)
  return counts
}

/** Replays a session without a summary model. */
export async function replayed(transcript, windowTokens, counter, create) {
  const store = createMemoryStore()
  const options = {
    file: 'bench',
    modelName,
    model: createCatalogue().find(modelName),
    window: { contextTokens: windowTokens },
    budget: {},
    trigger: 'fraction',
    strategy: 'anchored',
    route: { channel: 'headless', readRate: 0.1, keepAlive: false },
    gap: readGap('fast:1'),
    fee: { kind: 'none' },
    systemTokens: 0,
    views: true,
    startMs: 0,
  }
  const world = createReplayWorld({ store, counter, ...(create && { create }) })
  const result = await replay(transcript, options, world, new AbortController().signal)
  await store.end()
  return result
}

/** The conversation as one text, with the place of each message in it. */
export function saidOf(messages) {
  const texts = messages.map(textOfMessage)
  const starts = [0]
  for (const text of texts) starts.push(starts.at(-1) + text.length + 1)
  const steps = messages.flatMap((message, at) => (message.role === 'assistant' && !isSynthetic(message) ? [at] : []))
  const spoken = messages.map((message, at) => (message.role === 'tool' ? ' '.repeat(texts[at].length) : texts[at]))
  return { messages, texts, starts, steps, whole: texts.join('\n'), spoken: spoken.join('\n') }
}

function zero(name) {
  const perWay = () => Object.fromEntries(ways.map((way) => [way, 0]))
  const perKind = () =>
    Object.fromEntries([...kinds, 'tool-only'].map((kind) => [kind, { needed: 0, shown: perWay() }]))
  return { name, compactions: 0, indexTokens: 0, viewTokens: 0, ...perKind() }
}

function sum(name, all) {
  const total = zero(name)
  for (const each of all) {
    for (const field of ['compactions', 'indexTokens', 'viewTokens']) total[field] += each[field]
    for (const kind of [...kinds, 'tool-only']) {
      total[kind].needed += each[kind].needed
      for (const way of ways) total[kind].shown[way] += each[kind].shown[way]
    }
  }
  return total
}

function addCompaction(counts, { beforeCall, view, index }, said, counter) {
  const start = said.steps[beforeCall - 1]
  if (start === undefined) return
  const shown = view.map(textOfChat).join('\n')
  const tokens = view.reduce((total, message) => total + counter.part({ type: 'text', text: textOfChat(message) }), 0)
  const views = {
    ours: [shown, ...(index?.paths ?? []), ...(index?.identifiers ?? [])].join('\n'),
    ...others(said, start, tokens, counter),
  }
  counts.compactions++
  counts.viewTokens += tokens
  counts.indexTokens += indexTokens(shown, counter)
  for (const { word, kind, isToolOnly } of neededAfter(said, beforeCall - 1)) {
    for (const each of isToolOnly ? [kind, 'tool-only'] : [kind]) {
      counts[each].needed++
      for (const way of ways) if (hasWord(views[way], word, kind)) counts[each].shown[way]++
    }
  }
}

const index = /(?:^\[INDEX\]$|^\[INDEX OF EARLIER MESSAGES, REFERENCE ONLY\]$)[\s\S]*?(?=^\[SEAL )/gm

/** Tokens of what is listed under a summary, and in notes. */
function indexTokens(shown, counter) {
  return [...shown.matchAll(index)].reduce((total, [text]) => total + counter.part({ type: 'text', text }), 0)
}

/** Places of what the agent says in the steps after a compaction. */
export function stepsAfter({ steps }, step) {
  return steps.slice(step, step + horizonSteps)
}

/** Names written within the next steps, said before the compaction, and shown by nothing since. */
function neededAfter(said, step) {
  const { texts, starts, steps, whole, spoken } = said
  const from = starts[steps[step]]
  const needed = new Map()
  for (const at of stepsAfter(said, step)) {
    const words = wordsOf(texts[at])
    for (const kind of kinds) {
      for (const word of words[kind]) {
        if (needed.has(word) || hasWord(whole, word, kind, { from, to: starts[at] - 1 })) continue
        if (!hasWord(whole, word, kind, { to: from - 1 })) continue
        needed.set(word, { word, kind, isToolOnly: !hasWord(spoken, word, kind, { to: from - 1 }) })
      }
    }
  }
  return [...needed.values()]
}

/** Views of as many tokens, made by simpler means of what was said before the compaction. */
function others({ messages, texts }, start, tokens, counter) {
  const count = (text) => counter.part({ type: 'text', text })
  const sizes = texts.slice(0, start).map(count)
  return {
    'tail only': newest(texts.slice(0, start), sizes, tokens).join('\n'),
    'drop oldest': dropOldest(messages, texts, { sizes, tokens }).join('\n'),
    'clear only': clearOldest(messages, texts, { sizes, tokens }).join('\n'),
  }
}

/** The newest texts; of the oldest of them as much of its end as has room. */
function newest(texts, sizes, tokens) {
  let room = tokens
  let at = texts.length
  while (at > 0 && sizes[at - 1] <= room) room -= sizes[--at]
  const rest = at === 0 ? '' : texts[at - 1].slice(-Math.floor((texts[at - 1].length * room) / sizes[at - 1]))
  return [...(room > 0 ? [rest] : []), ...texts.slice(at)]
}

/** The beginning stays: system prompt and first request. */
function dropOldest(messages, texts, { sizes, tokens }) {
  const first = messages.findIndex(({ role }) => role === 'user') + 1
  const head = sizes.slice(0, first).reduce((total, size) => total + size, 0)
  if (head >= tokens) return newest(texts.slice(0, sizes.length), sizes, tokens)
  return [...texts.slice(0, first), ...newest(texts.slice(first, sizes.length), sizes.slice(first), tokens - head)]
}

/** Results are cleared from the oldest on; where that is not enough, the oldest messages go. */
function clearOldest(messages, texts, { sizes, tokens }) {
  let over = sizes.reduce((total, size) => total + size, 0) - tokens
  const left = texts.slice(0, sizes.length)
  const lefts = [...sizes]
  for (let at = 0; at < left.length && over > 0; at++) {
    if (messages[at].role !== 'tool' || sizes[at] <= clearedTokens) continue
    over -= sizes[at] - clearedTokens
    left[at] = '[Old tool output cleared]'
    lefts[at] = clearedTokens
  }
  return newest(left, lefts, tokens)
}

const clearedTokens = 6

function tableOf(windowTokens, rows) {
  const share = ({ needed, shown }, way) => (needed === 0 ? '-' : `${((100 * shown[way]) / needed).toFixed(1)} %`)
  const perKind = [...kinds, 'tool-only']
  return {
    title: `Names needed within ${horizonSteps} steps after a compaction that are in the view, window of ${windowTokens.toLocaleString('en')}`,
    heads: ['needed', ...ways],
    rows: rows.flatMap((counts) => [
      ...perKind.map((kind) => ({
        name: `${counts.name.slice(0, 22)}, ${kind}`,
        cells: [counts[kind].needed, ...ways.map((way) => share(counts[kind], way))],
      })),
      ...(counts.name === 'all'
        ? [
            { name: 'compactions', cells: [counts.compactions] },
            { name: 'tokens of a view', cells: [Math.round(counts.viewTokens / counts.compactions)] },
            { name: 'of these in its index', cells: [Math.round(counts.indexTokens / counts.compactions)] },
          ]
        : []),
    ]),
  }
}

function goalsOf(all) {
  return kinds.map((kind) => {
    const share = all[kind].needed === 0 ? 1 : all[kind].shown.ours / all[kind].needed
    const found = `${(share * 100).toFixed(1)} %`
    return { goal: `needed ${kind} in view at ${goalTokens} ≥ ${leastShare * 100} %`, met: share >= leastShare, found }
  })
}

/**
 * Conversations long enough to be compacted again and again, with a summary model that takes seconds and fails in three of
 * ten calls, so that summaries are being prepared for much of the time. Meanwhile processes are killed and stopped, some for
 * longer than a lease lasts. Afterwards the store is held against what was acknowledged, and against the provider's own log.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSimulator } from '@palimpsest/simulator/server'
import { seededRandom } from '../gateway/seeded-random.mjs'
import { openStore } from '../open-store.mjs'
import { busyShare, judgeTalk } from './judge.mjs'
import { startLives } from './lives.mjs'
import { openSummaryDesk } from './summary-desk.mjs'

const mainModel = 'claude-sonnet-5'
const summaryModel = 'claude-haiku-4-5'
const contextTokens = 20_000
const summaryMs = 5_000
/** A lease of a preparation lasts half a minute. */
const beyondLeaseMs = 33_000

/**
 * @param {{ readonly database: string, readonly folder: string, newTarget(): string }} lab
 * @param {{ readonly seed?: number, readonly talks?: number, readonly width?: number, readonly turns?: number,
 * readonly strikes?: boolean }} [options] `width` processes speak at once in each of the conversations
 */
export async function prepared(lab, found, options = {}) {
  const { seed = 1, talks = 3, width = 1, turns = 40, strikes = true } = options
  const random = seededRandom(seed, 'ahead')
  const main = await createSimulator({ model: answering, models: [{ id: mainModel, contextTokens }] })
  const summaries = await createSimulator({ model: answering })
  const desk = await openSummaryDesk([main, summaries], { takesMs: summaryMs, random: seededRandom(seed, 'summaries') })
  const [mainUrl, summaryUrl] = desk.urls
  const target = lab.newTarget()
  const home = join(lab.folder, `home-${seed}-${width}`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), settingsFile(summaryUrl))
  const settings = {
    'model.name': mainModel,
    'model.base_url': mainUrl,
    'model.context_length': String(contextTokens),
  }
  const about = { target, env: { PALIMPSEST_HOME: home, HOME: home }, settings, workspace: home }
  const running = []
  const from = Date.now()
  try {
    for (let n = 0; n < talks; n++) running.push(startTalk({ ...about, n, width, turns }, found))
    let isOver = false
    const trouble = strikes ? disturb(running, random, () => isOver) : undefined
    await Promise.all(running.map(({ done }) => done))
    const to = Date.now()
    isOver = true
    const struck = await trouble
    await Promise.all(running.flatMap(({ places }) => places.map((place) => place.end())))
    const store = await openStore(target)
    for (const problem of await store.verify()) found(JSON.stringify(problem))
    const judged = []
    for (const talk of running) judged.push(await judgeTalk(store, talk, desk.calls, found))
    await store.end()
    return { ...summed(judged), ...struck, busy: busyShare(desk.calls, from, to), turns: turns * width * talks }
  } finally {
    for (const { places } of running) for (const place of places) place.abandon()
    await desk.close()
    await Promise.all([main.close(), summaries.close()])
  }
}

function startTalk({ n, width, turns, ...about }, found) {
  const conversation = `talk-${n}`
  const said = []
  const places = Array.from({ length: width }, (_, w) =>
    startLives({ ...about, conversation, place: `${n}${'ab'[w]}` }, found),
  )
  const speak = async (place, w) => {
    for (let i = 0; i < turns; i++) {
      const no = i * width + w
      const text = `Message ${no} of talk ${n}. ${prose(no, 60)}`
      const outcome = await place.say(`said-${n}-${no}`, text)
      said.push({ text, answer: outcome.text })
      await sleep(300)
    }
  }
  const done = Promise.all(places.map(speak))
  done.catch(() => {})
  return { conversation, places, said, done, lives: () => places.flatMap(({ lives }) => lives) }
}

/** Kills one of them every few seconds, and stops another one at times. */
async function disturb(running, random, isOver) {
  const struck = { kills: 0, stops: 0 }
  const pauses = new Map()
  const all = running.flatMap(({ places }) => places)
  while (!isOver()) {
    // Each lives long enough to outwait the lease of the one before it.
    await sleep((9_000 + 12_000 * random()) / all.length)
    const place = all[Math.floor(random() * all.length)]
    if (isOver() || pauses.has(place)) continue
    if (random() < 0.2) {
      struck.stops++
      const pause = place.pause(random() < 0.6 ? beyondLeaseMs : 4_000).then(() => pauses.delete(place))
      pauses.set(place, pause)
    } else {
      struck.kills++
      await place.kill()
    }
  }
  await Promise.all(pauses.values())
  return struck
}

function settingsFile(url) {
  return `auxiliary:
  compression:
    provider: anthropic
    model: ${summaryModel}
    base_url: ${url}
`
}

/** Says something about each message, always the same, at some length; without tools it is asked for a summary. */
function answering({ messages, tools }) {
  if (tools.length === 0) return summarised(messages)
  const asked = messages.findLast(({ role, parts }) => role === 'user' && nameIn(parts) !== undefined)
  const name = nameIn(asked?.parts ?? []) ?? 'nothing'
  return [{ type: 'text', text: `Answer ${name}. ${prose(Number(/\d+/.exec(name)?.[0] ?? 0), 700)}` }]
}

function summarised(messages) {
  const given = [...new Set(JSON.stringify(messages).match(/Answer \d+ of talk \d+/g) ?? [])].slice(-30)
  const actions = given.map((each, i) => `${i + 1}. ${each} was given.`).join('\n')
  return [{ type: 'text', text: `## Goal\nTo keep the rota of the ferries.\n\n## Completed Actions\n${actions}` }]
}

function nameIn(parts) {
  const texts = parts.map((part) => part.text ?? '').filter((text) => !text.includes('[CONTEXT COMPACTION'))
  return /^Message (\d+ of talk \d+)/.exec(texts.join(''))?.[1]
}

const words = 'ferry berth pier tide rota crew buoy mast chart storm island ticket'.split(' ')

function prose(seed, count) {
  return Array.from({ length: count }, (_, i) => words[(seed * 7 + i * 5 + (i % 3) * seed) % words.length]).join(' ')
}

function summed(judged) {
  const sum = (of) => judged.reduce((total, each) => total + of(each), 0)
  const receipts = judged.flatMap((each) => each.receipts)
  const by = (who) => receipts.filter(({ summary }) => summary.by === who).length
  return {
    compactions: receipts.length,
    prepared: receipts.filter((receipt) => receipt.prepared !== undefined).length,
    byModel: by('model'),
    byCode: by('mechanical'),
    asked: sum(({ asked }) => asked.length),
    brokenOff: sum(({ asked }) => asked.filter(({ end }) => end === 'broken off').length),
    answered: sum(({ answered }) => answered),
    counted: sum(({ counted }) => counted),
    unsure: sum(({ unsure }) => unsure),
    together: sum(({ together }) => together),
  }
}

/** In one line what a run came to. */
export function preparedLine(run) {
  const { turns, kills = 0, stops = 0, busy, compactions, prepared: ahead, byModel, byCode } = run
  const { asked, answered, brokenOff, counted, unsure, together } = run
  return (
    `${turns} turns, ${kills} kills, ${stops} stops, a summary under way ${Math.round(100 * busy)} % of the time; ` +
    `${compactions} compactions (${ahead} prepared; ${byModel} summaries by a model, ${byCode} by code); summary model asked ` +
    `${asked} times, ${answered} answered, ${brokenOff} broken off; counted ${counted} of ${answered}, ${unsure} of them came to a ` +
    `dying process; ${together} prepared at once with another`
  )
}

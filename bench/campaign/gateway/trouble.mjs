import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { drawn, seededRandom } from './seeded-random.mjs'

/**
 * How long a process serves before it is struck, as a multiple of the time that it took to start, so that a busy machine has
 * as many faults to each message as an idle one. Where a start takes a second, two of them are killed every second or two.
 */
const lifeShare = { least: 1.5, more: 2 }
const strokes = { postgres: { stop: 0.06, cut: 0.08, kill: 1 }, sqlite: { stop: 0.03, kill: 1 } }
/** A lease lasts five seconds. */
const stopMs = 7_000
/** Shares of the messages after which things happen once. */
const once = { summariesDown: 0.3, crash: 0.45, summariesUp: 0.6, calm: 0.9 }
const lookMs = 100

/** Disturbs the run until nine tenths of the messages were said; returns when everything serves again. */
export async function makeTrouble({ database, gateways, server, providers, progress, seed }) {
  const counts = { kills: 0, stops: 0, cuts: 0, restarts: 0, crashedAt: undefined, restartedAt: undefined }
  const isCalm = () => progress.said >= progress.messages * once.calm
  const acts = {
    kill: async (place) => {
      counts.kills++
      await gateways.replace(place)
    },
    stop: async (place) => {
      counts.stops++
      await gateways.pause(place, stopMs)
    },
    cut: async () => {
      counts.cuts++
      await cutListeners(server.url)
    },
  }
  const strike = async (place) => {
    const random = seededRandom(seed, `trouble ${place}`)
    for (;;) {
      await sleep(gateways.places[place].startMs * (lifeShare.least + random() * lifeShare.more))
      if (isCalm()) return
      await acts[drawn(random(), strokes[database])](place)
    }
  }
  await Promise.all([...[...gateways.places.keys()].map(strike), strikeOnce({ server, providers, counts, progress })])
  return counts
}

/** What happens once, when its time has come: the summary model is down for a while, and the database crashes. */
async function strikeOnce({ server, providers, counts, progress }) {
  const until = async (share) => {
    while (progress.said < progress.messages * share) await sleep(lookMs)
  }
  await until(once.summariesDown)
  await providers.summariesDown()
  await until(once.crash)
  if (server !== undefined) {
    counts.restarts++
    counts.crashedAt = Date.now()
    await server.crash()
    counts.restartedAt = Date.now()
  }
  await until(once.summariesUp)
  await providers.summariesUp()
}

/** Ends the connections that wait for notifications, as a pooler or a failing network would; a database that is down has none. */
async function cutListeners(url) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'`)
  } catch {
    return
  } finally {
    await client.end().catch(() => undefined)
  }
}

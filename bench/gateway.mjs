/** Measures the gateway beside the bare agent, on the same store and with the same number of processes. */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { whyNoServer } from './campaign/postgres-server.mjs'
import { createGatewayLab, putMessage, serverCpuMs } from './gateway/lab.mjs'

const rounds = 3
const perConversation = 10
const conversationsEach = 40
const posters = 16
/** Messages a second, and how many, where the time until they are begun is measured. */
const moderate = { perSecond: 15, messages: 250, conversations: 40 }

export async function measureGateway() {
  const measured = {}
  for (const kind of ['postgres', 'sqlite']) {
    const reason = kind === 'postgres' ? await whyNoServer() : undefined
    if (reason !== undefined) {
      process.stderr.write(`${kind} is left out: ${reason}\n`)
      continue
    }
    const lab = await createGatewayLab(kind)
    try {
      measured[kind] = await measureOn(lab)
    } finally {
      await lab.end()
    }
  }
  return { ...measured, goals: Object.entries(measured).flatMap(([kind, figures]) => goalsOf(kind, figures)) }
}

/** In turns, so that whatever else keeps the machine busy slows both. All processes live through all of it. */
async function measureOn(lab) {
  const fleets = []
  for (const at of lab.databases.keys()) fleets.push(await startFleet(lab, at))
  for (const fleet of fleets) {
    await byAgents(fleet, 'warm')
    await throughGateways(fleet, 'warm')
  }
  const resident = []
  for (let round = 0; round < rounds; round++) {
    for (const fleet of fleets) {
      add(fleet.costs.agents, await costing(lab, fleet, () => byAgents(fleet, String(round)), fleet.agents))
      add(fleet.costs.gateways, await costing(lab, fleet, () => throughGateways(fleet, String(round)), fleet.gateways))
    }
    resident.push(await residentOf(fleets))
  }
  const starts = await measureStarts(fleets.at(-1))
  resident.push(await residentOf(fleets))
  for (const part of fleets.flatMap(({ gateways, agents }) => [...gateways, ...agents])) await part.stop()
  const bySize = fleets.map(({ gateways, costs }) => ({
    size: gateways.length,
    agents: ratesOf(costs.agents),
    gateways: ratesOf(costs.gateways),
  }))
  return { bySize, starts, residentBytes: resident }
}

/** As many gateways and as many bare agents on one database, one more than on the database before it. */
async function startFleet(lab, at) {
  const parts = (role) => Promise.all(Array.from({ length: at + 1 }, () => lab.start(role, at)))
  const [gateways, agents] = [await parts('gateway'), await parts('agents')]
  const costs = { agents: blank(), gateways: blank() }
  return { database: lab.databases[at], store: lab.stores[at], gateways, agents, costs }
}

/** The mean of all gateways. */
async function residentOf(fleets) {
  const sizes = []
  for (const { gateways } of fleets) for (const part of gateways) sizes.push(await part.call('residentBytes'))
  return sum(sizes) / sizes.length
}

function textsOf(name) {
  return Array.from({ length: perConversation }, (_, i) => `Message ${i} of conversation ${name}: where were we?`)
}

/** Returns the number of turns. */
async function byAgents({ agents }, name) {
  const runs = agents.map((part, n) => {
    const conversations = Array.from({ length: conversationsEach }, (_, i) => textsOf(`${name}-${n}-${i}`))
    return part.call('run', conversations)
  })
  await Promise.all(runs)
  return agents.length * conversationsEach * perConversation
}

/** Each poster has some conversations and puts one message into each in turn; the time runs until all are dealt with. */
async function throughGateways({ store, gateways }, name) {
  const conversations = Array.from({ length: gateways.length * conversationsEach }, (_, i) => `g-${name}-${i}`)
  let posted = 0
  const poster = async (own) => {
    for (let i = 0; i < perConversation; i++)
      for (const each of own) await putMessage(gateways[posted++ % gateways.length].url, each, textsOf(each)[i])
  }
  const shares = Array.from({ length: posters }, (_, n) => conversations.filter((_, i) => i % posters === n))
  await Promise.all(shares.map(poster))
  while ((await store.inbox.backlog()).waiting > 0) await sleep(20)
  return conversations.length * perConversation
}

/** Work with what it cost: time, processor time and, on Postgres, what the server counted. */
async function costing({ server, simulators }, { database }, work, parts) {
  const look = async () => ({
    ownMs: sum(parts.map((part) => part.cpuMs())),
    providerMs: sum(simulators.map((part) => part.cpuMs())),
    serverMs: server === undefined ? 0 : serverCpuMs(server.port),
    ...(server !== undefined && (await countsOf(database))),
  })
  const before = await look()
  const startedAt = performance.now()
  const turns = await work()
  const wallMs = performance.now() - startedAt
  const after = await look()
  const spent = Object.entries(after).map(([key, value]) => [key, value - before[key]])
  return { turns, wallMs, ...Object.fromEntries(spent) }
}

/** The server adds up what its processes did when these rest for a moment. */
async function countsOf(url) {
  await sleep(1_100)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`SELECT xact_commit::float8 AS transactions,
    (tup_inserted + tup_updated + tup_deleted)::float8 AS rows FROM pg_stat_database WHERE datname = current_database()`)
  await client.end()
  return rows[0]
}

/** Puts messages at moments that do not depend on each other; each start is an event of the log. */
async function measureStarts({ store, gateways }) {
  const { perSecond, messages, conversations } = moderate
  const puts = []
  for (let i = 0; i < messages; i++) {
    const conversation = `s-${i % conversations}`
    puts.push(putMessage(gateways[i % gateways.length].url, conversation, `Message ${i}.`))
    await sleep((-Math.log(1 - Math.random()) * 1000) / perSecond)
  }
  await Promise.all(puts)
  while ((await store.inbox.backlog()).waiting > 0) await sleep(20)
  const waits = []
  for (let n = 0; n < conversations; n++)
    for (const { at, event } of await store.events.after(`s-${n}`, 0, 1_000))
      if (event.kind === 'started') waits.push(at - mintedAt(event.entry))
  waits.sort((a, b) => a - b)
  const quantile = (share) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]
  return { count: waits.length, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) }
}

/** An entry is named by a UUID of version 7, which begins with the time at which it was put. */
function mintedAt(entry) {
  return Number.parseInt(entry.replaceAll('-', '').slice(0, 12), 16)
}

function blank() {
  return { turns: 0, wallMs: 0, ownMs: 0, providerMs: 0, serverMs: 0, transactions: 0, rows: 0 }
}

function add(total, more) {
  for (const [key, value] of Object.entries(more)) total[key] += value
}

function ratesOf({ turns, wallMs, ...spent }) {
  const perTurn = Object.fromEntries(Object.entries(spent).map(([key, value]) => [key, value / turns]))
  return { perSecond: turns / (wallMs / 1000), perTurn }
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0)
}

function goalsOf(kind, { bySize, starts, residentBytes }) {
  const goal = (text, met, found) => ({ goal: `${kind}: ${text}`, met, found })
  const growth = residentBytes.at(-1) / residentBytes[0]
  return [
    ...bySize.map(({ size, agents, gateways }) => {
      const ratio = gateways.perSecond / agents.perSecond
      const text = `turns with ${size} ${size === 1 ? 'process' : 'processes'} at least 0.8 of those of the bare agent`
      return goal(text, ratio >= 0.8, `${ratio.toFixed(2)}`)
    }),
    goal('from put to start, p95 below 25 ms', starts.p95 < 25, `${starts.p95} ms`),
    goal(
      'resident memory grows by at most 10 % after the first round',
      growth <= 1.1,
      `${((growth - 1) * 100).toFixed(1)} %`,
    ),
  ]
}

// The same agent on every host: it reads 60 files in a window of 32,000 tokens, offline, with our simulator as the provider.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '@palimpsest/context'
import { promptTokens } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

export const steps = 60
export const question = 'Read all files, and never touch secrets.txt.'
export const system = 'Be brief.'
export const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
export const maxTokens = 2_000

/** A package that is installed here, with its major version; before 1.0, with the minor one. */
export function installed(name) {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return `${name} ${/^(?:0\.)?\d+/.exec(version)[0]}`
}

/** Runs the agent in a conversation, where there is a context to name it to. */
export function named({ context }, work) {
  return context ? context.run('chat-42', work) : work()
}

/** What the tool of the agent finds in a file. */
export function fileText(path) {
  const seed = Number(/\d+/.exec(path)?.[0] ?? 0)
  return Array.from({ length: 400 }, (_, i) => `word${(seed * 7919 + i * 104729) % 99991}`).join(' ')
}

/**
 * Runs an agent four times: as it is, as it is in a window without end, there with our breakpoints alone, and with us. The agent is given where its provider
 * is, and a context; without one it runs as it is. It returns what its host keeps. Some hosts do not tell the last answer, or
 * what was counted for it. One row of the table is printed.
 */
export async function compare(host, model, agent, { uncounted = 0, unsaid = 0 } = {}) {
  const alone = await once(model, 32_000, agent)
  const endless = await once(model, 2_000_000, agent)
  const marked = await once(model, 2_000_000, agent, await openContext(2_000_000))
  const ours = await once(model, 32_000, agent, await openContext(32_000))
  const forget = new Set(['id', 'signature', 'createdAt', 'encrypted_content', 'usage'])
  const plain = (kept) => JSON.stringify(kept, (key, value) => (forget.has(key) ? undefined : value))
  assert.equal(marked.compactions, 0)
  assert.equal(ours.error, undefined)
  assert.equal(ours.refusals, 0)
  assert.equal(ours.calls, steps + 1, 'every call is made once')
  assert.deepEqual(ours.observed, ours.prompts.slice(0, steps + 1 - uncounted), 'every call is counted once')
  assert.ok(ours.compactions > 1)
  assert.equal(breaksIn(ours.bodies), ours.compactions, 'each body extends the last, but at compactions')
  assert.deepEqual(ours.logs, [2 * steps + 2 - unsaid], 'the log says it once')
  assert.equal(plain(ours.kept), plain(endless.kept))
  const columns = ({ calls, refusals, sent, usd, cached, compactions }) => ({
    calls,
    refusals,
    sent,
    usd,
    cached,
    compactions,
  })
  console.log(
    `ROW ${JSON.stringify({ host, model, alone: columns(alone), endless: columns(endless), marked: columns(marked), ours: columns(ours) })}`,
  )
}

/** How many of the bodies do not begin with all that the one before had, breakpoints aside. */
function breaksIn(bodies) {
  const histories = bodies.map((text) => {
    const { messages, input } = JSON.parse(text, unmarked)
    return (messages ?? input).map((message) => JSON.stringify(message))
  })
  return histories.filter((history, i) => (histories[i - 1] ?? []).some((message, at) => history[at] !== message))
    .length
}

/** Without breakpoints, and in one spelling: what carries one is written anew, as a list of parts, with its fields in our order. */
function unmarked(key, value) {
  if (key === 'cache_control') return undefined
  if (key === 'content' && typeof value === 'string') return [{ text: value, type: 'text' }]
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
}

/** Hears what is sent to a provider, whatever sends it. */
function listenTo(url) {
  const bodies = []
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.startsWith(url)) bodies.push(await request.clone().text())
    return fetch(input, init)
  }
  return { bodies, stop: () => Object.assign(globalThis, { fetch }) }
}

async function openContext(contextLength) {
  const events = []
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-agent-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'state.db')
  const context = await createContext({ store: path, contextLength, onEvent: (event) => events.push(event) })
  return { context, events, path }
}

async function once(model, contextTokens, agent, opened) {
  const reads = Array.from({ length: steps }, (_, i) => ({
    text: `Reading ${i}.`,
    calls: [{ name: 'read', input: { path: `f${i}.txt` } }],
  }))
  const simulator = await createSimulator({
    model: scripted([...reads, 'Done.']),
    models: [{ id: model, contextTokens }],
  })
  const { bodies, stop } = listenTo(simulator.url)
  let kept
  let error
  try {
    kept = await agent({
      url: simulator.url,
      model,
      context: opened?.context,
      fetch: opened?.context.fetch ?? globalThis.fetch,
    })
  } catch (thrown) {
    error = thrown
    if (opened !== undefined) console.error(thrown)
  }
  stop()
  await opened?.context.close()
  const logs = opened === undefined ? [] : await logsIn(opened.path)
  await simulator.close()
  const fine = simulator.calls.filter(({ status }) => status === 200)
  const sum = (read) => fine.reduce((total, { usage = {} }) => total + (read(usage) ?? 0), 0)
  const sent = sum(promptTokens)
  const events = opened?.events ?? []
  for (const { kind, message } of events) if (kind === 'problem') console.error(message)
  return {
    calls: fine.length,
    refusals: simulator.calls.length - fine.length,
    sent,
    usd: fine.reduce((total, { cost }) => total + (cost?.kind === 'known' ? cost.usd : Number.NaN), 0),
    cached: sum(({ cacheRead }) => cacheRead) / sent,
    compactions: events.filter(({ kind }) => kind === 'compacted').length,
    prompts: fine.map(({ usage }) => promptTokens(usage)),
    observed: events.filter(({ kind }) => kind === 'observed').map(({ usage }) => promptTokens(usage)),
    logs,
    bodies,
    kept,
    error,
  }
}

/** How many messages each conversation has that is in a store. */
async function logsIn(path) {
  const store = await createSqliteStore({ path })
  const logs = []
  for (const { id } of await store.conversations()) logs.push((await store.originals(id)).length)
  await store.end()
  return logs
}

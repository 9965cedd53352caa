import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, type GatewayStore, type Lane } from '@palimpsest/core/store'
import type { GatewayEvent } from '@palimpsest/gateway'
import type { Fault, Injection, SimulatedModel } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOpenAgent } from '../compose-gateway.ts'

const chat = conversationId('chat')
const never = new AbortController().signal
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
const said = (n: number, text = `message ${n}`) => ({ entry: entryId(`in-${n}`), message: user(text) })

/** Answers with how many user messages it was shown. */
const counting: SimulatedModel = ({ messages }) => {
  const shown = messages.filter(({ role }) => role === 'user').length
  return [{ type: 'text', text: `I was shown ${shown} messages.` }]
}

async function openDesk(
  options: {
    readonly window?: number
    readonly settings?: Readonly<Record<string, string>>
    readonly simulated?: SimulatedModel
  } = {},
) {
  const { window = 32_000, settings, simulated = counting } = options
  const inject: Injection[] = []
  const model = 'claude-sonnet-5'
  const simulator = await createSimulator({ model: simulated, models: [{ id: model, contextTokens: window }], inject })
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-gateway-'))
  mkdirSync(join(folder, 'work'))
  onTestFinished(async () => {
    await simulator.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const store: GatewayStore = createMemoryStore()
  const open = createOpenAgent({
    store,
    results: [],
    env: { PALIMPSEST_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'test' },
    workspace: join(folder, 'work'),
    settings: {
      'model.name': model,
      'model.provider': 'anthropic',
      'model.base_url': simulator.url,
      'model.context_length': String(window),
      ...settings,
    },
  })
  const take = async (holder: string): Promise<Lane> =>
    (await store.inbox.take(chat, holder, 60_000)) ?? expect.unreachable('the lane is held')
  const events: GatewayEvent[] = []
  const strike = (fault: Fault) => inject.push({ ...fault, onCall: simulator.calls.length + 1 })
  const home = join(folder, 'home')
  return { store, simulator, open, take, home, events, onEvent: (event: GatewayEvent) => events.push(event), strike }
}

const texts = async (store: GatewayStore) =>
  (await store.originals(chat)).map(({ id, message }) => `${message.role} ${id.startsWith('in-') ? id : ''}`.trim())

test('a message is said once under its entry, and its answer is had again without a call', async () => {
  const { store, simulator, open, take, onEvent } = await openDesk()
  const agent = await open(await take('one'), { channel: 'web' })
  const first = await agent.turn(said(1), onEvent, never)
  expect(first).toMatchObject({ kind: 'answered', text: 'I was shown 1 messages.' })
  expect(await agent.turn(said(1), onEvent, never)).toEqual(first)
  expect(simulator.calls).toHaveLength(1)
  expect(await texts(store)).toEqual(['user in-1', 'assistant'])
})

test('a turn that was cut off after its message was kept goes on under another holder', async () => {
  const { store, open, take, onEvent, strike } = await openDesk()
  const lane = await take('one')
  const agent = await open(lane, { channel: 'web' })
  strike({ kind: 'bad-key' })
  expect(await agent.turn(said(1), onEvent, never)).toMatchObject({ kind: 'refused' })
  await store.inbox.yield(lane)
  const other = await open(await take('two'), { channel: 'web' })
  expect(await other.turn(said(1), onEvent, never)).toMatchObject({ kind: 'answered', text: 'I was shown 1 messages.' })
  expect(await texts(store)).toEqual(['user in-1', 'assistant'])
})

test('an agent whose lane was lost can write nothing', async () => {
  const { store, open, take, onEvent } = await openDesk()
  const lane = await take('one')
  const agent = await open(lane, { channel: 'web' })
  await agent.turn(said(1), onEvent, never)
  await store.inbox.yield(lane)
  await take('two')
  await expect(agent.turn(said(2), onEvent, never)).rejects.toMatchObject({ code: 'store/fenced' })
  expect(await texts(store)).toEqual(['user in-1', 'assistant'])
})

test('an agent that is closed before it said anything leaves what waits for the conversation', async () => {
  const { store, open, take } = await openDesk()
  await store.inbox.put([{ entry: entryId('in-1'), conversation: chat, source: 'web:chat:1', body: {}, at: 1 }])
  const lane = await take('one')
  const agent = await open(lane, { channel: 'web' })
  await agent.close()
  expect(await store.conversation(chat)).toMatchObject({ messages: 0 })
  expect(await store.inbox.next(lane)).toMatchObject({ entry: 'in-1' })
})

/** Answers at length, and each time otherwise. */
const talkative: SimulatedModel = ({ messages }) => {
  const heard = messages.findLast(({ role }) => role === 'user')?.parts.map((part) => ('text' in part ? part.text : ''))
  const lines = Array.from({ length: 60 }, (_, n) => `Line ${n} of the answer to ${heard} goes on for quite a while.`)
  return [{ type: 'text', text: lines.join('\n') }]
}

test('an answer that was compacted since is had again as it was, under its own entry', async () => {
  const { store, open, take, onEvent } = await openDesk({ window: 8_000, simulated: talkative })
  const agent = await open(await take('one'), { channel: 'telegram' })
  for (let n = 1; n <= 6; n++) {
    const first = await agent.turn(said(n), onEvent, never)
    await agent.tidy(never)
    expect(await agent.turn(said(n), onEvent, never)).toEqual(first)
  }
  expect((await store.receipts(chat)).length).toBeGreaterThan(1)
  expect(await texts(store)).toHaveLength(12)
})

/** Some 500 messages of a group, 95 % of a window of 32,000 tokens in all. */
const overnight = Array.from({ length: 500 }, (_, n) =>
  said(
    n + 100,
    `Ann, message ${n}: the ferry of ${n % 24} o'clock was late again, who can take the ${n % 7}th shift? ${'Please say so. '.repeat(7)}`,
  ),
)

test('a group that talked overnight is made fit before the agent sees the next message, with one friendly line', async () => {
  const { store, open, take, events, onEvent } = await openDesk()
  const agent = await open(await take('one'), { channel: 'telegram' })
  await agent.turn(said(1, 'Always answer in English. Keep the rota of the ferries.'), onEvent, never)
  await agent.note(overnight)
  await agent.note(overnight.slice(0, 3))
  expect(await store.originals(chat)).toHaveLength(502)
  events.length = 0
  expect(await agent.turn(said(2, 'Who is on shift?'), onEvent, never)).toMatchObject({ kind: 'answered' })
  const receipts = await store.receipts(chat)
  expect(receipts.map(({ value }) => value)).toMatchObject([{ trigger: 'hygiene' }])
  const notices = events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []))
  expect(notices).toEqual(['This chat had grown long, so its older part was summarised first. Nothing is lost.'])
  expect(await store.originals(chat)).toHaveLength(504)
  expect(await store.verify()).toEqual([])
})

test('with compaction switched off nothing is made fit, and the refusal of the provider is told with what to do', async () => {
  const { store, open, take, onEvent } = await openDesk({
    window: 24_000,
    settings: { 'compression.enabled': 'false' },
  })
  const agent = await open(await take('one'), { channel: 'telegram' })
  await agent.note(overnight)
  const answer = await agent.turn(said(2, 'Who is on shift?'), onEvent, never)
  expect(answer).toMatchObject({ kind: 'refused', text: expect.stringMatching(/switched off.*\/compress/s) })
  expect(await store.receipts(chat)).toEqual([])
})

test('commands act on the conversation of the chat, and show no other to a platform', async () => {
  const { open, take, onEvent } = await openDesk()
  const agent = await open(await take('one'), { channel: 'telegram' })
  await agent.turn(said(1), onEvent, never)
  expect((await agent.command('/usage', never)).join('\n')).toMatch(/token/)
  expect((await agent.command('/undo', never)).join('\n')).toBe('There is no compaction to take back.')
  expect((await agent.command('/sessions', never)).join('\n')).toMatch(/There is no command \/sessions/)
  expect((await agent.command('/help', never)).join('\n')).not.toMatch(/\/search|\/memory/)
})

describe('an agent between two lanes', () => {
  test('goes on under the next one, and can write nothing in between', async () => {
    const { store, open, take, onEvent } = await openDesk()
    const lane = await take('one')
    const agent = await open(lane, { channel: 'web' })
    await agent.turn(said(1), onEvent, never)
    await store.inbox.yield(lane)
    await expect(agent.note([said(2)])).rejects.toMatchObject({ code: 'store/fenced' })
    const next = await take('one')
    expect(agent.retake?.(next)).toBe(true)
    expect(await agent.turn(said(3), onEvent, never)).toMatchObject({ text: 'I was shown 2 messages.' })
    await store.inbox.yield(next)
    await take('two')
    await expect(agent.turn(said(4), onEvent, never)).rejects.toMatchObject({ code: 'store/fenced' })
    expect(await texts(store)).toEqual(['user in-1', 'assistant', 'user in-3', 'assistant'])
  })

  test('follows what was done to the conversation without a lane', async () => {
    const { store, open, take, onEvent } = await openDesk()
    const lane = await take('one')
    const agent = await open(lane, { channel: 'web' })
    await agent.turn(said(1), onEvent, never)
    await store.inbox.yield(lane)
    const { tip } = (await store.conversation(chat)) ?? expect.unreachable('it is there')
    await store.append(tip, 2, [{ id: entryId('aside'), message: user('said from a terminal') }], 1)
    agent.retake?.(await take('one'))
    expect(await agent.turn(said(2), onEvent, never)).toMatchObject({ text: 'I was shown 3 messages.' })
  })

  test('is opened anew when the settings have changed, and after a command', async () => {
    const { open, take, store, home } = await openDesk()
    const lane = await take('one')
    const [changed, commanded] = [await open(lane, { channel: 'web' }), await open(lane, { channel: 'web' })]
    await store.inbox.yield(lane)
    const next = await take('one')
    expect(changed.retake?.(next)).toBe(true)
    await commanded.command('/model claude-haiku-4-5', never)
    expect(commanded.retake?.(next)).toBe(false)
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'config.yaml'), 'compression:\n  enabled: false\n')
    expect(changed.retake?.(next)).toBe(false)
  })

  test('takes nothing away when it is closed, not even a conversation without a word in it', async () => {
    const { open, take, store } = await openDesk()
    const lane = await take('one')
    const agent = await open(lane, { channel: 'web' })
    await agent.command('/help', never)
    await store.inbox.yield(lane)
    const body = { kind: 'answer' }
    await store.inbox.put([{ entry: entryId('in-1'), conversation: chat, source: 's', body, at: 1 }])
    await agent.close()
    expect(await store.inbox.backlog()).toMatchObject({ waiting: 1 })
    expect(await store.conversation(chat)).toMatchObject({ messages: 0 })
  })
})

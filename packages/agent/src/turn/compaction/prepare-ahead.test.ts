import { isObject, type Json } from '@palimpsest/core/json'
import { conversationId } from '@palimpsest/core/store'
import { promptTokens } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createAgentDesk, type DeskOptions, lineTo, ways } from '../agent-desk.arbitrary.ts'
import { slowCompressor } from './slow-compressor.arbitrary.ts'

const [anthropic] = ways
const talk = conversationId('talk')

/** Steps that say much: clearing results alone makes too little room. */
const wordySteps = Array.from({ length: 26 }, (_, i) => ({
  text: `Step ${i}. ${'I look at the next numbers. '.repeat(60)}`,
  calls: [{ name: 'terminal', input: { command: `seq 1 ${40 + i}` } }],
}))

/** An agent that works for many steps, and a model for its summaries that answers when it is let. */
async function deskWith(options: DeskOptions = {}, steps = wordySteps) {
  const store = createMemoryStore()
  const writer = slowCompressor(store)
  const desk = await createAgentDesk(anthropic, {
    store,
    simulator: { model: scripted([...steps, 'All done.', ...steps, 'Done again.']) },
    ...options,
    change: (parts) => ({ engine: writer.engine, summaryRoutes: ['slow'], ...options.change?.(parts) }),
  })
  writer.bill((usage) => desk.agent.noteUsage(usage, desk.parts.model))
  const receipts = async () => (await store.receipts(talk)).flatMap(({ value }) => (isObject(value) ? [value] : []))
  return { ...desk, writer, receipts }
}

const by = ({ summary }: Readonly<Record<string, Json | undefined>>) => (isObject(summary) ? summary.by : undefined)

test('nobody waits for a summary model that does not answer: the turn goes on', async () => {
  const { turn, writer, receipts, store, agent } = await deskWith()
  expect(await turn('Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
  expect(writer.asked()).toBe(1)
  expect((await receipts()).map(by)).not.toContain('model')
  await agent.end()
  expect(writer.stopped()).toBe(1)
  expect(await store.verify()).toEqual([])
})

test('what was prepared is shown at the threshold, is billed there, and the receipt says that nothing was waited for', async () => {
  const { turn, writer, receipts, notices, lineage, simulator } = await deskWith()
  writer.release()
  expect(await turn('Never touch main.yaml. Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
  const shown = (await receipts()).filter((receipt) => by(receipt) === 'model')
  expect(shown.length).toBeGreaterThan(0)
  for (const receipt of shown)
    expect(receipt).toMatchObject({ prepared: { reused: 'whole' }, waited: { for: 'nothing' }, calls: 1 })
  expect(notices().join('\n')).toContain('(summary by slow, prepared)')
  const billed = simulator.calls.reduce((sum, { usage }) => sum + (usage ? (promptTokens(usage) ?? 0) : 0), 0)
  const kept = (await lineage()).reduce((sum, { usage }) => sum + (promptTokens(usage) ?? 0), 0)
  expect(kept).toBe(billed + writer.asked() * writer.promptTokens)
})

test('a preparation goes on while the user is idle, and is used in the next turn', async () => {
  const { turn, writer, receipts, agent } = await deskWith({}, wordySteps.slice(0, 22))
  await turn('Count far.')
  expect(writer.asked()).toBe(1)
  writer.release()
  await agent.tidy(() => {}, new AbortController().signal)
  await turn('Go on.')
  expect((await receipts())[0]).toMatchObject({ prepared: { reused: 'whole' }, calls: 1 })
})

test.each(['undo', 'model', 'end'] as const)(
  'a preparation that runs is stopped by %s, and leaves nothing',
  async (what) => {
    const { turn, writer, agent, store, simulator } = await deskWith({}, wordySteps.slice(0, 22))
    await turn('Count far.')
    expect(writer.asked()).toBe(1)
    if (what === 'undo') await agent.undo()
    if (what === 'model') await agent.speakWith(lineTo(simulator, anthropic, 32_000))
    if (what === 'end') await agent.end()
    expect(writer.stopped()).toBe(1)
    expect(await store.state.get(talk, 'prepared')).toBeUndefined()
    expect(await store.verify()).toEqual([])
  },
)

test('a user who asks for a compaction gets one of his own: what is being prepared is stopped', async () => {
  const { turn, writer, agent, receipts } = await deskWith({}, wordySteps.slice(0, 22))
  await turn('Count far.')
  const done = agent.compress(undefined, () => {}, new AbortController().signal)
  await writer.until(2)
  expect(writer.stopped()).toBe(1)
  writer.release()
  expect((await done).kind).toBe('committed')
  const [receipt] = await receipts()
  expect(receipt).toMatchObject({ trigger: 'manual', summary: { by: 'model' }, waited: { for: 'summary' } })
  expect(receipt).not.toHaveProperty('prepared')
})

test('of two processes on one conversation only one prepares', async () => {
  const held = new Set<string>()
  const change: NonNullable<DeskOptions['change']> = () => ({
    alone: async (conversation, work, purpose = 'compaction') => {
      const name = `${conversation} ${purpose}`
      if (held.has(name)) return 'taken'
      held.add(name)
      return work(new AbortController().signal).finally(() => held.delete(name))
    },
  })
  const { turn, writer, agent } = await deskWith({ change }, wordySteps.slice(0, 22))
  held.add(`${talk} preparation`)
  await turn('Count far.')
  expect(writer.asked()).toBe(0)
  await agent.end()
})

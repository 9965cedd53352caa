import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@palimpsest/core/message'
import { scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { expect, onTestFinished, test } from 'vitest'
import { openStore, type RuntimeEvent } from '../compose.ts'
import { createRuntime } from '../compose-runtime.ts'
import { createLongDesk, never } from '../long-run/long-desk.arbitrary.ts'
import { keepTranscript } from '../store/keep-transcript.ts'
import { insightsJson, insightsOf } from '../usage/insights-of.ts'

const text = (words: string) => [{ type: 'text' as const, text: words }]

/** More than the threshold of a small window. */
const long: readonly Message[] = Array.from({ length: 54 }, (_, i): readonly Message[] => [
  { role: 'user', parts: text(`Say word number ${i}. ${'And think about it. '.repeat(100)}`) },
  { role: 'assistant', parts: text(`word ${i}`) },
]).flat()

test.each([
  ['refused', 'refused'],
  ['aborted', 'aborted'],
] as const)('after a compaction and a call that was %s the status is that of the next request', async (_, ended) => {
  const desk = await createLongDesk({ settings: { 'compression.protect_last_n': '2' } })
  const id = await keepTranscript(desk.store, { messages: long })
  const runtime = await desk.open((await desk.store.conversation(id))?.tip)
  const { promptTokens: before = 0, thresholdTokens } = runtime.status()
  expect(before).toBeGreaterThan(thresholdTokens)
  desk.strikeAll({ kind: 'bad-key' })
  const cancel = new AbortController()
  const onEvent = (event: RuntimeEvent) => {
    if (ended === 'aborted' && event.kind === 'notice' && event.text.startsWith('Compressed')) cancel.abort()
  }
  expect((await runtime.turn('Go on.', onEvent, cancel.signal)).kind).toBe(ended)
  const { promptTokens = 0, costUsd, compactions } = runtime.status()
  expect(compactions).toBe(1)
  expect(promptTokens).toBe((await runtime.context()).promptTokens)
  expect(promptTokens).toBeLessThan(thresholdTokens)
  expect(costUsd ?? 0).toBe(0)
})

test('a compaction that does nothing, an undo and another model leave a status that is true', async () => {
  const desk = await createLongDesk({ settings: { 'compression.protect_last_n': '2' } })
  const id = await keepTranscript(desk.store, { messages: long })
  const runtime = await desk.open((await desk.store.conversation(id))?.tip)
  const expectTrue = async () => expect(runtime.status().promptTokens).toBe((await runtime.context()).promptTokens)
  await runtime.compress(undefined, () => {}, never)
  await expectTrue()
  await runtime.compress(undefined, () => {}, never)
  await expectTrue()
  await runtime.undo()
  await expectTrue()
  await runtime.switchModel('claude-haiku-5-5')
  await expectTrue()
})

test('a call that the user declines has not failed, and the time of the question is not its own', async () => {
  const call = { name: 'write_file', input: { path: 'a.txt', content: 'x' } }
  const simulator = await createSimulator({ model: scripted([{ calls: [call] }, 'You said no.']) })
  onTestFinished(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-status-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'work'))
  const store = await openStore(join(folder, 'state.db'))
  onTestFinished(() => store.end())
  const runtime = await createRuntime({
    store,
    env: { PALIMPSEST_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'test' },
    workspace: join(folder, 'work'),
    channel: 'terminal',
    settings: { 'model.name': 'claude-sonnet-5', 'model.base_url': simulator.url },
    confirm: async () => false,
  })
  const events: RuntimeEvent[] = []
  await runtime.turn('Write a file.', (event) => events.push(event), never)
  const ofTool = events.filter(({ kind }) => kind.startsWith('tool-') && kind !== 'tool-call')
  expect(ofTool.map(({ kind }) => kind)).toEqual(['tool-started', 'tool-asking', 'tool-answered', 'tool-ended'])
  expect(ofTool.at(-1)).toMatchObject({ isDeclined: true })
  const { tools } = insightsJson(await insightsOf(store, { now: Date.now() }))
  expect(tools).toMatchObject([{ tool: 'write_file', calls: 1, failed: 0, declined: 1 }])
})

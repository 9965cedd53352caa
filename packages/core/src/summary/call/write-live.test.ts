import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { assistant, user } from '../../testing/build.ts'
import { ask, ledger, model, perfect, run, show, talk } from '../fake-model.arbitrary.ts'
import { headings, parseSections } from '../sections/headings.ts'
import type { SummaryRequest } from '../summarise.ts'

const { messages, facts } = talk(10)
/** It has the conversation before it, and tells all that it was ever shown. */
const knowing = (prompt: string) => `${perfect(facts.join(' '), 1, new AbortController().signal)}\n${prompt.length}`
const onTop = (writer = model(knowing, 50_000, 'main, live'), more: Partial<SummaryRequest> = {}) =>
  ask({ messages, view: messages, ledger, live: { model: writer, staysFrom: 'Now the tests.\nAll of them.' }, ...more })

test('the model of the conversation is asked on top of it: nothing of it is sent again', async () => {
  const live = model(knowing, 50_000, 'main, live')
  const other = model(perfect)
  const { body, note, failures } = await run(onTop(live), other)
  expect([live.prompts.length, other.prompts.length]).toEqual([1, 0])
  expect(facts.filter((fact) => live.prompts[0]?.includes(fact))).toEqual([])
  expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
  expect(note).toMatchObject({ by: 'model', model: 'main, live', chunks: 1, coverage: 1 })
  expect(failures).toEqual([])
  expect(Object.keys(parseSections(body).texts)).toEqual([...headings])
  expect(parseSections(body).texts['Constraints & Preferences']).toContain('Never push to main.')
})

test('it is told the form, the size, the topic, and where that begins which stays', async () => {
  const live = model(knowing, 50_000)
  await run(onTop(live, { focus: 'the database schema', targetTokens: 1_234 }))
  const [prompt = ''] = live.prompts
  for (const said of ['## Active Task', '1234 tokens', 'the database schema', '"Now the tests."', 'call no tool'])
    expect(prompt).toContain(said)
  expect(prompt).not.toContain('All of them.')
  expect(prompt).not.toContain('earlier summary')
})

test('a summary that stands there already is brought up to date', async () => {
  const live = model(knowing, 50_000)
  await run(onTop(live, { previous: '## Critical Context\n- FACT-1' }))
  expect(live.prompts[0]).toContain('Continue the numbers')
  expect(live.prompts[0]).not.toContain('FACT-1\n')
})

test('what was cleared before it cannot see, and its coverage says so', async () => {
  const view = messages.map((shown, i) => (i < 20 ? { ...shown, id: entryId(`line ${i}`) } : shown))
  const { note } = await run(onTop(undefined, { view }))
  expect(note.coverage).toBeGreaterThan(0.4)
  expect(note.coverage).toBeLessThan(0.6)
})

test.each([
  ['says nothing', () => ''],
  ['refuses', () => "I'm sorry, but I can't help with that."],
  [
    'is down',
    () => {
      throw new Error('fetch failed')
    },
  ],
])('where it %s, the text is sent to those who write summaries', async (_, reply) => {
  const live = model(reply, 50_000, 'main, live')
  const { note, failures, body } = await run(onTop(live), model(perfect))
  expect(note).toMatchObject({ by: 'model', model: 'aux', coverage: 1 })
  expect(failures).toMatchObject([{ model: 'main, live' }])
  expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
})

test('where it fails and nobody else can write, code does', async () => {
  const { note, body } = await run(onTop(model(() => '', 50_000)))
  expect(note.by).toBe('mechanical')
  expect(body).toContain('Never push to main.')
})

test('where its window is full it is not asked', async () => {
  const live = model(knowing, 2_000)
  const { note, failures } = await run(onTop(live), model(perfect))
  expect(live.prompts).toEqual([])
  expect(note.model).toBe('aux')
  expect(failures).toMatchObject([{ cause: 'overflow' }])
})

test('secrets are neither in what it is asked nor in what is kept of its answer', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
  const live = model((prompt) => `${knowing(prompt)}\n- token ${key}`, 50_000)
  const said = show([user(`Use ${key}.`), assistant('Done.')])
  const view = [...messages, ...said]
  const { body } = await run(
    onTop(live, { messages: view, view, live: { model: live, staysFrom: `${key} is the key` }, focus: key }),
  )
  expect(live.prompts.join()).not.toContain(key)
  expect(live.prompts.join()).toContain('[REDACTED')
  expect(body).not.toContain(key)
})

test('it is told the day in the question alone, and dates what was done by it', async () => {
  const live = model(knowing, 50_000)
  const { flags } = await run(onTop(live, { at: Date.UTC(2026, 2, 4, 23, 59) }))
  expect(live.prompts[0]).toContain('Today is 2026-03-04 (UTC).')
  expect(flags.filter((flag) => flag.startsWith('unverified'))).toEqual([])
})

import { deriveBudget } from '@palimpsest/core/budget'
import { listedNames, type SummaryModel, textOf } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, checkOpenAiChat, result, user } from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const budget = deriveBudget({ contextTokens: 32_000 })
const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

const reader = (n: number) => `reader_of_${String.fromCharCode(97 + n)}`

/** Reads of files whose contents name what their paths do not. */
function reads(from: number, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, i) => from + i).flatMap((n) => [
    assistant(`Part ${n} next.`, call('read', { path: `/repo/src/part-${n}.ts` }, `r${n}`)),
    result(`r${n}`, `call(${reader(n)})\n// see /repo/docs/note-${n}.md ${token}\n${'// plain words\n'.repeat(600)}`),
  ])
}

const indexNotes = (view: readonly Message[]) =>
  view.filter((message) => textOf([message]).startsWith('[INDEX OF EARLIER MESSAGES'))

test('where results were cleared and nothing was summarised, an index names what they held, without secrets', async () => {
  const stand = await createStand()
  await stand.say([user('Read all parts.'), ...reads(0, 12), user('Go on with part 3.')])
  expect(await stand.compress(budget)).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'none' } } })
  const view = await stand.view()
  const { paths, identifiers } = listedNames(view)
  expect(paths).toContain('/repo/docs/note-0.md')
  expect(identifiers).toContain(reader(0))
  expect(textOf(indexNotes(view))).not.toContain(token)
  const chat = codecs['openai-chat'].encode({ messages: view })
  expect(checkOpenAiChat(chat.value)).toEqual([])
})

test('the next compaction has one index, its own', async () => {
  const stand = await createStand()
  await stand.say([user('Read all parts.'), ...reads(0, 12), user('Go on.')])
  await stand.compress(budget)
  await stand.say([...reads(12, 8), user('Go on.')])
  expect(await stand.compress(budget)).toMatchObject({ kind: 'committed' })
  const view = await stand.view()
  expect(indexNotes(view).length).toBeLessThanOrEqual(1)
  const text = textOf(view)
  const names = Array.from({ length: 20 }, (_, n) => reader(n))
  expect(names.filter((name) => !text.includes(name))).toEqual([])
})

const forgetful: SummaryModel = {
  name: 'forgetful',
  contextTokens: 100_000,
  async *write() {
    yield '## Goal\nWrite the importer, all parts of it.\n## Completed Actions\n1. Read /repo/src/part-0.ts and /repo/src/part-1.ts: plain words.'
  },
}

test('changed files that a summary forgot are in view, whether an index has room for them or not', async () => {
  const writes = Array.from({ length: 30 }, (_, n) => [
    assistant(`Part ${n} next.`, call('write', { path: `lib/table-${n}.ts`, content: 'line\n'.repeat(9) }, `w${n}`)),
    result(`w${n}`, 'Written.'),
  ]).flat()
  for (const overheadTokens of [0, 7_150]) {
    const stand = await createStand([forgetful])
    await stand.say([user('Write the importer.'), ...writes, ...reads(0, 12), user('Go on.')])
    const outcome = await stand.compress(budget, { trigger: 'manual', overheadTokens })
    expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'model' } } })
    const view = await stand.view()
    const shown = [textOf(view), ...listedNames(view).paths].join('\n')
    const names = Array.from({ length: 30 }, (_, n) => `lib/table-${n}.ts`)
    expect(names.filter((name) => !shown.includes(name))).toEqual([])
  }
})

import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createLcmStand } from '../lcm/lcm-stand.arbitrary.ts'
import { createStand, type Stand } from './stand.arbitrary.ts'

const budget = deriveBudget({ contextTokens: 16_000 })
let calls = 0

function ran(command: string, output: string): readonly Message[] {
  const id = `s${calls++}`
  return [assistant(call('terminal', { command }, id)), result(id, output)]
}

function planned(...states: readonly string[]): readonly Message[] {
  const todos = states.map((status, i) => ({ content: `Step ${i} of the plan`, status }))
  const id = `s${calls++}`
  return [assistant(call('TodoWrite', { todos }, id)), result(id, 'Todos have been modified.')]
}

function work(): readonly Message[] {
  return Array.from({ length: 25 }, (_, i) =>
    ran(`make part-${i}`, `part ${i} of ${calls} is built\n`.repeat(60)),
  ).flat()
}

const start: readonly Message[] = [
  user('Please fix issue #12.'),
  ...ran('git checkout -b fix/12', "Switched to a new branch 'fix/12'"),
  ...planned('completed', 'in_progress', 'pending'),
  ...ran('npm run dev &', 'Local: http://localhost:3000/'),
  ...ran('pytest', 'FAILED tests/test_cart.py::test_total - no\n1 failed, 2 passed in 0.10s'),
]
const later: readonly Message[] = [
  ...planned('completed', 'completed', 'in_progress'),
  ...ran('pytest', '3 passed in 0.10s'),
  ...ran('pkill -f "npm run dev"', ''),
]

async function activeState(view: Stand['view'] | (() => Promise<readonly Message[]>)): Promise<readonly string[]> {
  const texts = (await view()).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  )
  const [, section = ''] = texts.join('\n').split('## Active State\n')
  return (section.split('\n\n')[0] ?? '').split('\n')
}

const before = [
  '- [branch] fix/12: current (#2)',
  '- [plan] 1 of 3 items done (#3)',
  '- [plan] Step 1 of the plan: in progress',
  '- [plan] Step 2 of the plan: pending',
  '- [test] tests/test_cart.py::test_total: fails (`pytest`, #8)',
  '- [server] http://localhost:3000: running (`npm run dev`, #6)',
]
const after = [
  '- [branch] fix/12: current (#2)',
  '- [plan] Step 2 of the plan: in progress',
  expect.stringMatching(/^- \[test\] tests\/test_cart\.py::test_total: passes \(`pytest`, #\d+\)$/),
  expect.stringMatching(/^- \[server\] http:\/\/localhost:3000: stopped /),
]

/** It copies what the summary before it said, as models do. */
const copyist: SummaryModel = {
  name: 'copyist',
  contextTokens: 100_000,
  async *write() {
    yield `## Goal\nFix issue #12.\n\n## Active State\n${before.join('\n')}\n- Parts are built by make, part by part.\n\n## Completed Actions\n1. Built the parts.`
  },
}

test.each([
  ['code', []],
  ['a model', [copyist]],
])('a summary by %s says what the task stands at, and the next one what it stands at by then', async (_, models) => {
  const stand = await createStand(models)
  await stand.say([...start, ...work()])
  expect((await stand.compress(budget)).kind).toBe('committed')
  expect(await activeState(stand.view)).toEqual(expect.arrayContaining(before))
  await stand.say([...later, ...work()])
  expect((await stand.compress(budget)).kind).toBe('committed')
  const state = await activeState(stand.view)
  expect(state).toEqual(expect.arrayContaining(after))
  expect(state.join('\n')).not.toMatch(/fails|: running|1 of 3/)
})

test('what the task stands at goes from file to file', async () => {
  const first = await createStand()
  await first.say([...start, ...work()])
  expect((await first.compress(budget)).kind).toBe('committed')
  const second = await createStand()
  await second.say([...(await first.view()), ...later, ...work()])
  expect((await second.compress(budget)).kind).toBe('committed')
  const state = (await activeState(second.view)).map((line) => line.replace(/#\d+/, '#2'))
  expect(state).toEqual(expect.arrayContaining(after))
  expect(state.join('\n')).not.toMatch(/fails|: running/)
})

test('the note of lcm says it as well, and its records do not', async () => {
  const stand = await createLcmStand()
  await stand.say([...start, ...work(), ...work()])
  expect(await stand.compact({ trigger: 'overflow' })).toMatchObject({ kind: 'committed' })
  const messages = (await stand.view()).map(({ message }) => message)
  expect(await activeState(async () => messages.slice(-12))).toEqual(expect.arrayContaining(before))
  expect(JSON.stringify(messages).split('[branch] fix/12').length).toBe(2)
})

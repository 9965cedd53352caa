import { expect, test } from 'vitest'
import { lessErrors } from '../ledger/errors/less-errors.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import { readFacts } from '../ledger/read-facts.ts'
import { entryId } from '../log/entry.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { ledgerOfSummary } from './ledger-of-summary.ts'

const body = [
  '## Constraints & Preferences\n- Never push to main.',
  '## Blocked\n- Error seen: FAILED test_9.py (and 59 like it)\n- Waiting for the user.',
  '## Critical Context\n- Error seen: Error: disk full (3 times)\n- port: 5432',
].join('\n')
const index = [
  'Paths by folder (* changed):\nsrc/ a.ts*',
  'Errors:\n- FAILED  test_9.py (and 59 like it)\n- Error: no route',
  'Decisions:\n- user: "We decided to use SQLite."\n- assistant: "We decided to call it x."',
].join('\n')
const ledger = ledgerOfSummary(entryId('s'), { body, index, quotes: [] })

test('what a summary lists is known again as what it is', () => {
  expect(ledger.constraints.map(({ text }) => text)).toEqual(['Never push to main.'])
  expect(ledger.decisions.map(({ by, text }) => `${by}: ${text}`)).toEqual([
    'assistant: We decided to call it x.',
    'user: We decided to use SQLite.',
  ])
  expect(ledger.files.map(({ path }) => path)).toEqual(['src/a.ts'])
  expect(ledger.requests).toEqual([])
})

test('what was done to files holds, whatever is done to them next', () => {
  const told = ledgerOfSummary(entryId('s'), {
    body: '## Relevant Files\n- src/new.ts: created\n- /r/a.ts: changed (came up 2 times)\n- src/b.ts: uses the parser',
    index: 'Paths by folder (* changed):\nsrc/ c.ts* d.ts gone.ts(deleted)',
    quotes: [],
  })
  expect(told.files.map(({ path, touch }) => `${touch} ${path}`)).toEqual([
    ...['deleted src/gone.ts', 'changed src/c.ts', 'changed /r/a.ts', 'created src/new.ts'],
  ])
})

test.each([
  ['fix the build', ['fix the build']],
  ['fix the build\n\nthen lint\n\nok, go on', ['fix the build\n\nthen lint']],
  ['None.', []],
])('the task %j is still a request', (task, requests) => {
  const told = ledgerOfSummary(entryId('s'), {
    body: `## Active Task\n${task}\n\n## Goal\nNone.`,
    index: '',
    quotes: [],
  })
  expect(told.requests.map(({ text }) => text)).toEqual(requests)
})

test('errors are counted on, the newest last', () => {
  expect(ledger.errors.map(({ line, times, varied = false }) => [line, times, varied])).toEqual([
    ['Error: no route', 1, false],
    ['Error: disk full', 3, false],
    ['FAILED  test_9.py', 60, true],
  ])
})

test('only what a summary says to block is open', () => {
  expect(ledger.errors.filter(({ settled }) => settled !== true).map(({ line }) => line)).toEqual(['FAILED  test_9.py'])
})

test('what will be read again is not counted twice', () => {
  const again = [
    { entry: entryId('t'), at: 1, line: 'FAILED test_55.py', times: 10 },
    { entry: entryId('t'), at: 1, line: 'Error: no route', times: 1 },
  ]
  expect(lessErrors(ledger, again).errors.map(({ times }) => times)).toEqual([3, 50])
  expect(lessErrors(emptyLedger, again).errors).toEqual([])
})

test('an error that a summary says blocks is over once its command runs without it', () => {
  const told = ledgerOfSummary(entryId('s'), {
    body: '## Blocked\n- Error seen: Error: a is missing (2 times) (from `npm test`)\n- Error seen: Error: b (from `make`)',
    index: '',
    quotes: [],
  })
  const ran = [assistant(call('sh', { command: 'npm test' })), result('sh', 'all passed')]
  const { errors } = readFacts(
    told,
    ran.map((message, i) => ({ id: entryId(`e${i}`), message })),
  )
  expect(errors.map(({ line, times, settled = false }) => [line, times, settled])).toEqual([
    ['Error: b', 1, false],
    ['Error: a is missing', 2, true],
  ])
})

test('messages before a summary say nothing newer than it does', () => {
  const earlier = readFacts(
    emptyLedger,
    [
      user('Use tabs. Never push to main. See src/early.ts.'),
      assistant(call('sh', { command: 'npm test' })),
      result('sh', 'Error: a is missing\nexit code: 1'),
    ].map((message, i) => ({ id: entryId(`e${i}`), message })),
  )
  const known = ledgerOfSummary(
    entryId('s'),
    {
      body: '## Constraints & Preferences\n- Never push to main.\n\n## Completed Actions\n1. Ran `npm test` -> exit 0',
      index: '',
      quotes: [],
    },
    earlier,
  )
  expect(known.constraints.map(({ text, state }) => `${state}: ${text}`)).toEqual([
    'cancelled: Use tabs.',
    'standing: Never push to main.',
  ])
  expect(known.commands).toEqual([])
  expect(known.errors.map(({ line, settled }) => [line, settled])).toEqual([['Error: a is missing', true]])
  expect(known.files.map(({ path }) => path)).toEqual(['src/early.ts'])
})

import { expect, test } from 'vitest'
import { emptyLedger } from '../../ledger/ledger.ts'
import { readFacts } from '../../ledger/read-facts.ts'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, result, user } from '../../testing/build.ts'
import { estimateText } from '../../tokens/estimate-text.ts'
import { doneCalls } from './done-calls.ts'
import { mechanical } from './mechanical.ts'

const shown = (messages: readonly Message[]) => messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
const read = (...messages: readonly Message[]) => {
  const items = shown(messages)
  return doneCalls(items, readFacts(emptyLedger, items))
}
const did = (name: string, input: Parameters<typeof call>[1], output = 'ok', more = {}) => [
  assistant(call(name, input)),
  result(name, output, more),
]

test('what a tool did is told with what it was given and what came of it', () => {
  const refund = did('refund_order', { order_id: 'A-7731', amount: 49.9 }, '{"refund":"rf_1"}')
  expect(read(...refund)).toMatchObject([
    { text: 'refund_order order_id: A-7731, amount: 49.9', outcome: ': {"refund":"rf_1"}', times: 1 },
  ])
  expect(read(...did('send_email', { to: 'a@b.io' }, 'no such mailbox', { isError: true }))[0]?.outcome).toBe(
    ' -> failed: no such mailbox',
  )
  expect(read(...refund, ...refund)).toMatchObject([{ times: 2 }])
})

test.each([
  ['bash', { command: 'make' }],
  ['write', { path: 'a.ts', content: 'x' }],
  ['get_order', { id: 'A-7731' }],
  ['mcp__crm__listCustomers', {}],
  ['web_search', { query: 'flights' }],
  ['todo_write', { todos: [] }],
  ['sequentialthinking', { thought: 'hm' }],
])('%s tells elsewhere what it did, or did nothing', (name, input) => {
  expect(read(...did(name, input))).toEqual([])
})

test('a call that named a file hides no other call of its tool', () => {
  const sent = [did('send_email', { to: 'a@b.io', file: 'src/a.ts' }), did('send_email', { to: 'c@d.io' })].flat()
  expect(read(...sent).map(({ text }) => text)).toContain('send_email to: c@d.io')
})

test('a query that is run may change something', () => {
  expect(read(...did('execute_sql', { query: 'DELETE FROM orders' }))).toHaveLength(1)
})

test('what runs a file did something', () => {
  const ran = did('mcp__jupyter__notebook_execute_cell', { notebook: 'a.ipynb', cell: 3 }, 'AUC 0.83')
  expect(read(...ran)).toMatchObject([{ outcome: ': AUC 0.83' }])
  expect(read(...did('runTests', { path: 'tests/' }))).toHaveLength(1)
  expect(read(...did('prune_images', { path: 'a.ts' }))).toEqual([])
})

test('no secret is told', () => {
  const [only] = read(
    ...did('login', { user: 'kim', password: 'correct-horse-9' }, 'token: ghp_16C7e42F292c6912E7710c838347Ae178B4a'),
  )
  expect(JSON.stringify(only)).not.toMatch(/horse|ghp_/)
})

test('a mechanical summary numbers them among the commands, as they happened', () => {
  const items = shown([
    user('refund A-7731'),
    ...did('bash', { command: 'npm test' }),
    ...did('refund_order', { order_id: 'A-7731' }, 'done'),
    ...did('bash', { command: 'npm run lint' }),
  ])
  const ledger = readFacts(emptyLedger, items)
  const request = { ledger, messages: 7, task: {}, targetTokens: 2_000, countText: estimateText }
  const body = mechanical({ ...request, calls: doneCalls(items, ledger) })
  expect(body).toMatch(/1\. Ran `npm test`.*\n2\. Called `refund_order order_id: A-7731`: done\n3\. Ran `npm run lint`/)
})

import { describe, expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import type { Message, ToolMessage } from '../../message/message.ts'
import { assistant, call, result, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { startDraft } from '../plan/view-draft.ts'
import { askedRow } from './asked-row.ts'
import { callsBefore } from './calls-before.ts'

const counter = createCounter()

/** The row that is told for the last of these messages. */
function rowOf(...messages: readonly Message[]): string | undefined {
  const { items } = startDraft(
    messages.map((message, index) => ({ id: entryId(`e${index}`), index, message })),
    counter,
    0,
  )
  const asked = callsBefore(items)(items.length - 1)
  return asked && askedRow(messages.at(-1) as ToolMessage, asked)
}

const ran = (command: string, output: string) =>
  rowOf(assistant(call('terminal', { command }, 'c')), result('c', output))
const others = (write: (n: number) => string) => Array.from({ length: 40 }, (_, n) => write(n)).join('\n')

describe('the row that a call asked for', () => {
  test.each([
    [
      'kubectl get pods --all web-7f9',
      'NAME  READY',
      (n: number) => `api-${n}  1/1  Running`,
      'web-7f9  0/1  CrashLoopBackOff',
    ],
    ['ps aux | grep nginx', 'PID', (n: number) => `${n}0  node worker`, '4211 root nginx: master process'],
    ["psql -c 'select * from users where id = 4217'", 'id | name', (n: number) => `${n} | Bo`, '4217 | Ann | blocked'],
    [
      'curl -s https://api.example.com/v1/users/4217',
      '[',
      (n: number) => `{"id":${n},"name":"Bo"},`,
      '{"id":4217,"name":"Ann","state":"blocked"}',
    ],
  ])('%s', (command, head, other, row) => {
    expect(ran(command, [head, others(other), row, others((n) => other(n + 50))].join('\n'))).toBe(
      row.replace(/ {2,}/g, ' '),
    )
  })

  test('is found within one long line of JSON', () => {
    const users = Array.from({ length: 60 }, (_, n) => ({ id: n + 4_200, name: `N${n}`, state: 'open' }))
    expect(ran('api users --id=4217', JSON.stringify(users))).toContain('"id":4217,"name":"N17"')
  })

  test('is followed by its fields where a line holds one of them', () => {
    const order = { id: 'A-4711', state: 'refused', total: '12.50 EUR' }
    const text = JSON.stringify(
      [...Array.from({ length: 20 }, (_, n) => ({ id: `B-${n}`, state: 'ok' })), order],
      null,
      2,
    )
    expect(rowOf(assistant(call('get_order', { order_id: 'A-4711' }, 'c')), result('c', text))).toMatch(
      /^"id": "A-4711", "state": "refused", "total": "12.50 EUR"/,
    )
  })

  test('is chosen by what the user said where the call itself says nothing', () => {
    const repository = others((n) => `"field_${n}": ${n},`).replace('"field_7": 7', '"open_issues": 196')
    const asked = assistant(call('get_repository', {}, 'c'))
    expect(rowOf(user('How many open issues are there?'), asked, result('c', repository))).toContain(
      '"open_issues": 196',
    )
    expect(rowOf(user('Well?'), asked, result('c', repository))).toBeUndefined()
  })

  test('is the total of what ended well', () => {
    expect(ran('make', `${others(() => 'compiling it')}\n12 files compiled, 3 passed\nbye`)).toBe(
      '12 files compiled, 3 passed',
    )
    expect(ran('make', `${others(() => 'compiling it')}\n12 files compiled, 3 passed\nexit code: 2`)).toBeUndefined()
  })

  test('is the first under the heading where there are few', () => {
    expect(ran('docker ps', `CONTAINER ID   IMAGE\n9f2c11   shop:1.4   Up 3 hours${' '.repeat(200)}`)).toBe(
      '9f2c11 shop:1.4 Up 3 hours',
    )
  })

  test.each([
    ['where all rows have the words', 'grep -rn price src', others((n) => `src/a.ts:${n}:price += ${n}`)],
    ['in prose', 'explain prices', `${others(() => 'It goes on and on')}\nThis is about prices and more`],
    ['in what only repeats the question', 'run lamps', `${others(() => 'it goes on')}\nrun: lamps`],
    ['in the text of a file', 'cat src/price.js', others((n) => `const cat${n} = ${n}`)],
  ])('stands out nowhere %s', (_, command, output) => {
    expect(ran(command, output)).toBeUndefined()
  })

  test('never tells a secret', () => {
    const secret = ['sk', 'ant', 'api03', 'Zx9'.repeat(30)].join('-')
    const row = ran('env | grep SHOP_KEY', `${others((n) => `A${n}=${n}`)}\nSHOP_KEY=${secret}`)
    expect(row).toContain('SHOP_KEY')
    expect(row).not.toContain('Zx9')
  })
})

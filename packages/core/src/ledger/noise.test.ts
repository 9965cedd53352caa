import { describe, expect, test } from 'vitest'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { doneCalls } from '../summary/mechanical/done-calls.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { errorLines } from './errors/error-lines.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { readFacts } from './read-facts.ts'

const shown = (messages: readonly Message[]) => messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
const read = (...messages: readonly Message[]): Ledger => readFacts(emptyLedger, shown(messages))
const rules = (text: string) => read(user(text)).constraints.map((rule) => rule.text)
const identifiers = (text: string) => read(user(text)).identifiers.map(({ kind, text: name }) => `${kind} ${name}`)

describe('a description is no rule', () => {
  test.each([
    'The connect method must be called before any query is sent.',
    '`flush()` should only be called from the writer thread.',
    'Callers must hold the lock while they iterate.',
    'Only `close()` releases the handle.',
    'The old value is overwritten, which may not match what the reader expects.',
    "We don't always have a token at that point.",
    'The script prints "You must be logged in to push" and exits.',
    'I get a warning: "Do not use this option in production" on every start.',
    'the output is: "Never run this as root"',
    'Ask me for the details you need to be sure.',
    "I'd prefer that",
    'You must really love that team!',
    "Don't hesitate to ask.",
    'Use "tool [command] --help" for more information about a command.',
    '{"type":"result","text":"No changes. Do not edit by hand.","isError":false}',
    'log: "Done.\\n\\n> pkg@1.0.0 check\\n> lint\\n\\nNever fails.\\n"',
  ])('%s', (text) => expect(rules(text)).toEqual([]))

  test.each([
    'Never call flush() from the writer thread.',
    'All methods must have a docstring.',
    'The API must not change.',
    'Users may not see the data of others.',
    'Only maintainers may push to main.',
    'Always show "Do not close this window" while it runs.',
    'Make sure the page says "You must be logged in".',
    'You must call connect before each query.',
    'I would prefer tabs over spaces.',
    'Set "strict": true and never turn it off.',
    "Don't be clever: no metaprogramming.",
  ])('a rule of the user stays one: %s', (text) => expect(rules(text)).toEqual([text]))
})

describe('identifiers', () => {
  test.each([
    ...['see parser.rs:607', 'store_test.go:58 fails', 'main.py:1024', 'node:20', 'step:12'],
    ...[
      'a 64-bit number',
      'the 12-character prefix',
      '0-indexed',
      'it took 1m11s',
      'about 20-30K',
      'matches A-Za-z0-9',
    ],
    ...['goroutine at 0x14000111570', 'offset 0x12c', 'SELECT it BEFORE the UPDATE', `at https://$${'{host}'}/v1`],
  ])('nobody comes back to what "%s" names', (text) => expect(identifiers(text)).toEqual([]))

  test.each([
    ['db.example.com:5432', 'port db.example.com:5432'],
    ['redis:6379', 'port redis:6379'],
    ['backend:80', 'port backend:80'],
    ['127.0.0.1:8080', 'port 127.0.0.1:8080'],
    ['error 0x80070005', 'name 0x80070005'],
    ['booking QWERTZ', 'name QWERTZ'],
    ['42-ABC7', 'name 42-ABC7'],
  ])('%s is still one', (text, found) => expect(identifiers(text)).toContain(found))
})

test('whoever works and says what comes next decides nothing; a user who says so does', () => {
  for (const step of ["Let's try to build it again.", "Now let's remove the old import.", "Let's start with step 1."]) {
    expect(read(assistant(step)).decisions).toEqual([])
    expect(read(user(step)).decisions).toHaveLength(1)
  }
  expect(read(assistant("Let's go with SQLite.")).decisions).toHaveLength(1)
  expect(read(user('If the decision is not clear, ask.')).decisions).toEqual([])
})

test('a page or a program that tells of failures states none', () => {
  const page = [
    '### 3. ERROR: HANDLING',
    '6. **Unknown command** gives an error: see below',
    'fmt.Println("x not found")',
  ]
  const code = [
    'const name = isOne ? "error" : "errors"',
    'npm error A complete log of this run can be found in: /x.log',
  ]
  expect(errorLines([...page, ...code].join('\n'))).toEqual([])
  expect(errorLines('npm error code 2\nerror: script "test" exited with code 1')).toHaveLength(2)
})

test('keeping a list of tasks and fetching pages is no work done', () => {
  const calls = ['TaskCreate', 'TaskUpdate', 'WebFetch', 'web_fetch', 'ExitPlanMode', 'send_invoice']
  const messages = calls.flatMap((name) => [assistant(call(name, { subject: 'x' })), result(name, 'ok')])
  expect(doneCalls(shown(messages), emptyLedger).map(({ text }) => text)).toEqual(['send_invoice subject: x'])
})

test('examples and pieces of programs are no files', () => {
  const text = 'see /path/to/config.ts application/vnd.github+json and x\\n+\\t\\tslog.Int/y.go but src/real/file.ts'
  expect(read(user(text)).files.map(({ path }) => path)).toEqual(['src/real/file.ts'])
})

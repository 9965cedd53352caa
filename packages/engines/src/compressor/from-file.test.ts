import { deriveBudget } from '@palimpsest/core/budget'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const rounds = 4
const failures = 40

function round(n: number): readonly Message[] {
  const work = Array.from({ length: failures }, (_, i): readonly Message[] => [
    assistant(call('terminal', { command: `pytest tests/test_${n}_${i}.py` }, `c${n}_${i}`)),
    result(
      `c${n}_${i}`,
      `FAILED tests/test_${n}_${i}.py::test_a - AssertionError: ${i * 7}\n${'noise\n'.repeat(200)}exit code: 1`,
    ),
  ])
  return [user(`Work on part ${n}.`), ...work.flat(), assistant(`Part ${n} is done; decided to use approach ${n}.`)]
}

/** Compacts a conversation as if it came from a file: nothing is known of it but its messages. */
async function compressed(messages: readonly Message[]): Promise<readonly Message[]> {
  const stand = await createStand()
  await stand.say(messages)
  const outcome = await stand.compress(deriveBudget({ contextTokens: 16_000 }))
  expect(outcome.kind).toBe('committed')
  return stand.view()
}

function summaryIn(messages: readonly Message[]): string {
  const texts = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
  const found = texts.filter((text) => text.startsWith('[CONTEXT COMPACTION'))
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

test('a conversation compacted from file to file counts every failure once, and says nothing in its own words again', async () => {
  let messages: readonly Message[] = []
  for (let n = 0; n < rounds; n++) {
    messages = await compressed([...messages, ...round(n)])
    const summary = summaryIn(messages)
    const told = /Error seen: FAILED [^\n]*/g
    expect(summary.match(told)).toHaveLength(1)
    expect(summary).toContain(`(and ${failures * (n + 1) - 1} like it)`)
    expect(summary).not.toMatch(/By the \w+: (?:user|assistant):/)
    for (let part = 0; part <= n; part++)
      expect(summary.split(`- By the assistant: Part ${part} is done;`).length).toBeLessThanOrEqual(2)
    const [, actions = ''] = summary.split('## Completed Actions\n')
    const lines = (actions.split('\n\n')[0] ?? '').split('\n')
    const gone = Number(/^\((\d+) /.exec(lines[0] ?? '')?.[1] ?? 0)
    const numbers = lines.flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? [])
    expect(numbers.length).toBeGreaterThan(0)
    expect(gone + numbers.length).toBe(Number(numbers.at(-1)))
  }
})

function read(n: number): readonly Message[] {
  return Array.from({ length: 40 }, (_, i): readonly Message[] => [
    assistant(call('read', { path: `src/${n}/f${i}.ts` }, `r${n}_${i}`)),
    result(`r${n}_${i}`, `export const a${i} = ${n}\n`.repeat(60)),
  ]).flat()
}

function tested(n: number, output: string): readonly Message[] {
  return [assistant(call('terminal', { command: 'make test' }, `t${n}`)), result(`t${n}`, output)]
}

test('what was ended or passed since the beginning of a file stays so, however often the file is compressed', async () => {
  const first = await compressed([
    user('Use tabs. Deploy only on Mondays.'),
    ...tested(0, 'Error: a is missing\nexit code: 2'),
    ...read(0),
    user('Use spaces instead of tabs.'),
    ...tested(1, '12 passed\nexit code: 0'),
    ...read(1),
    user('Go on with the parser.'),
  ])
  const second = summaryIn(await compressed([...first, ...read(2), user('And the lexer.')]))
  const [, rules = ''] = second.split('## Constraints & Preferences\n')
  expect(rules.split('\n\n')[0]).toBe('- Deploy only on Mondays.\n- Use spaces instead of tabs.')
  expect(second).toContain('Ran `make test` -> exit 0: 12 passed')
  expect(second).toContain('## Blocked\nNone.')
})

test('a rule that was changed stays so, with the change, however often the file is compressed', async () => {
  let messages = await compressed([
    user('Keep lines under 100 characters.'),
    ...read(0),
    user('make it 110'),
    ...read(1),
  ])
  for (let n = 2; n < 5; n++) {
    const rules = summaryIn(messages).split('## Constraints & Preferences\n')[1]?.split('\n\n')[0]
    expect(rules).toBe('- Keep lines under 100 characters. → now: make it 110')
    messages = await compressed([...messages, ...read(n), user(`Go on with part ${n}.`)])
  }
})

test('a failure that is over when a file is compacted again blocks no more', async () => {
  const failing = tested(0, 'Error: a is missing\nexit code: 2')
  const first = await compressed([user('Fix it.'), ...read(0), ...failing, ...read(1), user('Go on with the tests.')])
  expect(summaryIn(first)).toContain('## Blocked\n- Error seen: Error: a is missing (from `make test`)')
  const second = await compressed([
    ...first,
    ...tested(1, '12 passed\nexit code: 0'),
    ...read(2),
    user('Now the docs.'),
  ])
  expect(summaryIn(second)).toContain('## Blocked\nNone.')
})

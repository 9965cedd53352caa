import { expect, test } from 'vitest'
import type { Shown } from '../contract/occasion.ts'
import { readIndex } from '../ledger/fact-index/read-index.ts'
import { renderIndex } from '../ledger/fact-index/render-index.ts'
import { emptyLedger, type Ledger } from '../ledger/ledger.ts'
import { readFacts } from '../ledger/read-facts.ts'
import { entryId } from '../log/entry.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { createCounter } from '../tokens/count.ts'
import { ask, model, type Reply, run } from './fake-model.arbitrary.ts'
import { itemKey, itemsOf, numberIn, parseSections } from './sections/headings.ts'
import type { SummaryRequest } from './summarise.ts'

const counter = createCounter()
const countText = (text: string) => counter.part({ type: 'text', text })
const names = ['berth', 'cabin', 'fare', 'seat', 'vessel', 'pier', 'crew', 'meal', 'route', 'ticket']

/** One stretch of work: a choice, a file that is changed, a command that fails for good, and one that is mended. */
function stretch(i: number): readonly Shown[] {
  const name = names[i] ?? ''
  const [broken, mended] = [`npx vitest run src/${name}`, `npx tsc -p ${name}`]
  const messages = [
    user(`Please look after the ${name} module. Let's use a ${name} table with ${i + 2} columns.`),
    assistant('', call('write_file', { path: `src/${name}/${name}.ts`, content: 'x' }, `w${i}`)),
    result(`w${i}`, 'Written.'),
    assistant('', call('bash', { command: mended }, `m${i}`)),
    result(`m${i}`, `src/${name}.ts: error TS23${i}0: ${name} has no column\n[exit code 2]`, { isError: true }),
    assistant('', call('bash', { command: broken }, `b${i}`)),
    result(`b${i}`, `AssertionError: ${name} ${i} was expected to sail\n[exit code 1]`, { isError: true }),
    assistant('', call('bash', { command: mended }, `n${i}`)),
    result(`n${i}`, '[exit code 0]'),
    assistant(`The ${name} module is written, ${'and more words about how it went '.repeat(30)}`),
  ]
  return messages.map((message, at) => ({ id: entryId(`e${i}-${at}`), message, index: i * 1_000 + at }))
}

/** Keeps every other line of the earlier summary, the other half next time, and says little of the rest. */
const forgetful =
  (round: number): Reply =>
  (prompt, attempt) => {
    const earlier = /\[src-\d+ earlier summary\]\n([\s\S]*?)\n\[src-\d+ end\]/.exec(prompt)?.[1] ?? ''
    const lines = earlier.split('\n').filter((line) => line.startsWith('## ') || line.trim() !== '')
    const kept = lines.filter((line, at) => line.startsWith('## ') || (at + round + attempt) % 2 === 0)
    return `${kept.join('\n')}\n## Completed Actions\n1. Worked on the ${names[round]} module in round ${round}, as the user asked.`
  }

/** A longer one, as a large window has: more files, a failure that is not mended, and a log full of others. */
function longStretch(i: number): readonly Shown[] {
  const name = names[i] ?? ''
  const files = Array.from({ length: 15 }, (_, n) => `src/${name}/part-${n}/${name}.ts`)
  const log = Array.from(
    { length: 60 },
    (_, n) => `ERROR ${names[n % 10]} ${'of the old log '.repeat(n % 9)}went wrong`,
  )
  const messages = [
    ...files.flatMap((path, n) => [
      assistant('', call('write_file', { path, content: 'x' }, `f${n}`)),
      result(`f${n}`, 'Written.'),
      assistant('', call('bash', { command: `make ${name}-${n}` }, `k${n}`)),
      result(`k${n}`, `Error: ${names[n % 10]} ${name} has no rudder\n[exit code 2]`, { isError: true }),
      assistant('', call('bash', { command: `make ${name}-${n}` }, `l${n}`)),
      result(`l${n}`, '[exit code 0]'),
    ]),
    assistant('', call('bash', { command: `cat ${name}.log` }, 'log')),
    result('log', `${log.join('\n')}\n${'line\n'.repeat(40)}`),
  ]
  const short = stretch(i)
  return [
    ...short,
    ...messages.map((message, at) => ({ id: entryId(`l${i}-${at}`), message, index: i * 1_000 + short.length + at })),
  ]
}

async function tenSummaries(stretchOf = stretch, more: Partial<SummaryRequest> = {}) {
  let ledger: Ledger = emptyLedger
  let previous: string | undefined
  const flags: string[] = []
  const asked: number[] = []
  const bodies: string[] = []
  for (let round = 0; round < names.length; round++) {
    const messages = stretchOf(round)
    ledger = readFacts(ledger, messages)
    const author = model(forgetful(round))
    const request = ask({ messages, ledger, targetTokens: 1_500, ...more, ...(previous !== undefined && { previous }) })
    const { body, flags: said } = await run(request, author)
    previous = body
    bodies.push(body)
    flags.push(...said)
    asked.push(author.prompts.length)
  }
  return { body: previous ?? '', bodies, flags, asked, ledger }
}

test('after ten summaries by a model that forgets half, what matters is still there', async () => {
  const { body, flags, asked } = await tenSummaries()
  const all = (fact: (name: string, i: number) => string) => names.filter((name, i) => body.includes(fact(name, i)))
  expect(all((name, i) => `AssertionError: ${name} ${i} was expected to sail`)).toEqual(names)
  expect(all((name, i) => `Let's use a ${name} table with ${i + 2} columns.`)).toEqual(names)
  expect(all((name) => `src/${name}/${name}.ts`)).toEqual(names)
  expect(body).not.toContain('has no column')
  expect(flags.filter((flag) => flag.startsWith('facts-restored: ')).length).toBeGreaterThan(5)
  expect(flags).toContain('summary-asked-again')
  expect(Math.max(...asked)).toBe(2)
})

test('ten summaries of a large window keep what still fails and name what was changed, once', async () => {
  const { body, ledger } = await tenSummaries(longStretch, { targetTokens: 6_400, hasIndex: true })
  for (const [i, name] of names.entries()) expect(body).toContain(`AssertionError: ${name} ${i} was expected to sail`)
  const index = renderIndex(ledger, { maxTokens: 6_400, countText, shown: body, listsChanges: true })
  const changed = readIndex(index).files.map(({ path }) => path)
  const written = names.flatMap((name) => Array.from({ length: 15 }, (_, n) => `src/${name}/part-${n}/${name}.ts`))
  expect(changed).toEqual(expect.arrayContaining(written))
  expect(written.filter((path) => body.includes(`- ${path}:`))).toEqual([])
  expect(body).not.toContain('has no rudder')
})

test('ten summaries say nothing twice, go on counting, and do not grow beyond their size', async () => {
  const { bodies } = await tenSummaries()
  for (const body of bodies) {
    const { texts } = parseSections(body)
    const { 'Active Task': _, ...sections } = texts
    const bullets = Object.values(sections).flatMap((text = '') => itemsOf(text).filter((item) => /^[-\d]/.test(item)))
    expect(bullets.map(itemKey)).toEqual([...new Set(bullets.map(itemKey))])
    const numbers = itemsOf(texts['Completed Actions'] ?? '').map((item) => numberIn(item) ?? 0)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(countText(body)).toBeLessThan(1_500 * 1.25 + 200)
  }
  expect(bodies.at(-1)).toContain('10. Worked on the ticket module')
})

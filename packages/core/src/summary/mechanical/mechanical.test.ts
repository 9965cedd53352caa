import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyLedger, type Ledger } from '../../ledger/ledger.ts'
import { entryId } from '../../log/entry.ts'
import { estimateText } from '../../tokens/estimate-text.ts'
import { headings, parseSections, writeSections } from '../sections/headings.ts'
import { type MechanicalRequest, mechanical } from './mechanical.ts'

const at = (n: number) => ({ entry: entryId(`e${n}`), at: n })
const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
const ledger: Ledger = {
  ...emptyLedger,
  requests: many(3, (i) => ({ ...at(i), text: `request number ${i}` })),
  constraints: [
    { ...at(0), text: 'Never push to main.', state: 'standing' },
    { ...at(1), text: 'Use tabs.', state: 'cancelled' },
  ],
  files: [
    { ...at(0), path: 'src/changed.ts', touch: 'changed', times: 2 },
    { ...at(5), path: 'src/seen.ts', touch: 'mentioned', times: 9 },
  ],
  commands: many(4, (i) => ({
    ...at(i),
    command: `npm run step-${i}`,
    exitCode: i % 2,
    outcome: `outcome ${i}`,
    times: 1,
  })),
  errors: many(5, (i) => ({ ...at(i), line: `Error: number ${i}`, times: 1 })),
  decisions: [{ ...at(2), text: 'We use SQLite.', by: 'user' }],
  identifiers: [{ ...at(2), kind: 'port', text: '5432', times: 1, from: 'user' }],
}
const write = (more: Partial<MechanicalRequest> = {}) =>
  mechanical({
    ledger,
    messages: 42,
    task: { text: 'Fix the build.' },
    targetTokens: 2_000,
    countText: estimateText,
    ...more,
  })
const section = (body: string, heading: (typeof headings)[number]) => parseSections(body).texts[heading] ?? ''

test('tells what the assistant said last, in place of what an older summary tells', () => {
  const first = write({ lastAnswer: 'Step 1 is done.' })
  const again = write({ previous: first, lastAnswer: 'Step 2 is done.' })
  const files = '- [files] src/changed.ts: changed'
  expect(section(first, 'Active State')).toBe(`${files}\n- The assistant last said: Step 1 is done.`)
  expect(section(again, 'Active State')).toBe(`${files}\n- The assistant last said: Step 2 is done.`)
})

test('says that it is mechanical and how many messages it stands for', () => {
  expect(write()).toMatch(/^Mechanical summary: .* It stands for 42 messages\./)
})

test('has all headings, and each fact in its place', () => {
  const body = write()
  expect(Object.keys(parseSections(body).texts)).toEqual([...headings])
  expect(section(body, 'Active Task')).toBe('Fix the build.')
  expect(section(body, 'Constraints & Preferences')).toBe('- Never push to main.')
  expect(section(body, 'Completed Actions')).toContain('4. Ran `npm run step-3` -> exit 1: outcome 3')
  expect(section(body, 'Key Decisions')).toContain('We use SQLite.')
  expect(section(body, 'Blocked')).toMatch(/number 4[\s\S]*number 3[\s\S]*number 2$/)
  expect(section(body, 'Critical Context')).toContain('Error: number 0')
  expect(section(body, 'Critical Context')).toContain('5432')
  expect(section(body, 'Goal')).toBe('- First asked: request number 0')
  expect(section(body, 'Pending User Asks')).toMatch(/number 2[\s\S]*number 1$/)
  expect(section(body, 'Relevant Files')).toMatch(/^- src\/changed.ts: changed \(came up 2 times\)\n- src\/seen.ts/)
  expect(section(body, 'In Progress')).toBe('None.')
})

test('above an index, names are left to it', () => {
  const body = write({ hasIndex: true })
  expect(section(body, 'Relevant Files')).toBe('- src/changed.ts: changed (came up 2 times)')
  expect(section(body, 'Critical Context')).not.toContain('5432')
})

test('of a stretch nothing is said to have been asked first', () => {
  const body = write({ isStretch: true })
  expect(section(body, 'Goal')).toBe('None.')
  expect(section(body, 'Pending User Asks')).toMatch(/number 2[\s\S]*number 1[\s\S]*number 0$/)
})

test('an error that was settled blocks nothing', () => {
  const [first, ...others] = ledger.errors.toReversed()
  const errors = [...others.toReversed(), ...(first === undefined ? [] : [{ ...first, settled: true as const }])]
  const body = write({ ledger: { ...ledger, errors } })
  expect(section(body, 'Blocked')).toMatch(/^\S.*number 3[\s\S]*number 2[\s\S]*number 1$/)
  expect(section(body, 'Critical Context')).toContain('Error: number 4')
})

test('a request that is the active task is not listed again', () => {
  const body = write({ task: { text: 'request number 2' } })
  expect(section(body, 'Pending User Asks')).not.toContain('number 2')
})

test('what was asked since stands before what an older summary says was asked', () => {
  const asked = (from: number) => many(20, (i) => ({ ...at(i), text: `request ${from + i} ${'about it '.repeat(20)}` }))
  const first = write({ ledger: { ...emptyLedger, requests: asked(100) }, targetTokens: 800 })
  const again = write({ ledger: { ...emptyLedger, requests: asked(200) }, previous: first, targetTokens: 800 })
  const numbers = [...section(again, 'Pending User Asks').matchAll(/request (\d+)/g)].map(([, n]) => Number(n))
  expect(numbers.length).toBeGreaterThan(4)
  expect(numbers).toEqual(numbers.toSorted().toReversed())
  expect(numbers[0]).toBe(219)
  expect(numbers.at(-1)).toBeGreaterThan(200)
})

test('actions are numbered as they happened, whichever of them found room first', () => {
  const commands = many(6, (i) => ({
    ...at(i),
    command: `step-${i}${i % 2 === 0 ? '' : ' --flag=7'.repeat(15)}`,
    times: 1,
  }))
  const body = write({ ledger: { ...ledger, commands }, targetTokens: 600 })
  const numbers = [...section(body, 'Completed Actions').matchAll(/step-(\d)/g)].map(([, n]) => Number(n))
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers).toEqual(numbers.toSorted())
})

test('a short task takes away no request that merely holds its letters', () => {
  const body = write({ task: { text: '2' } })
  expect(section(body, 'Pending User Asks')).toContain('request number 2')
  expect(section(write({ task: { text: 'r' } }), 'Goal')).toContain('request number 0')
})

test('a word to go on is nothing that is still to be done', () => {
  const requests = ['port the parser', 'yes', 'ok, go on'].map((text, i) => ({ ...at(i), text }))
  const body = write({ ledger: { ...ledger, requests }, task: { text: 'port the parser\n\nok, go on' } })
  expect(section(body, 'Pending User Asks')).toBe('None.')
})

test('a long request that is the task is known by its beginning', () => {
  const long = 'port the parser '.repeat(200)
  const requests = [{ ...at(0), text: `${long.slice(0, 1_500)}… [1700 more characters]` }]
  const body = write({ ledger: { ...ledger, requests }, task: { text: long } })
  expect(section(body, 'Goal')).toBe('None.')
})

test('a request that was called off is told as such, whatever an older summary says of it', () => {
  const asked = (calledOff?: true) =>
    ledger.requests.map((request, i) => (i === 1 && calledOff ? { ...request, calledOff } : request))
  const first = write()
  expect(section(first, 'Pending User Asks')).toContain('- Asked (may be done): request number 1')
  const again = section(write({ previous: first, ledger: { ...ledger, requests: asked(true) } }), 'Pending User Asks')
  expect(again.match(/number 1/g)).toHaveLength(1)
  expect(again).toContain('- Called off: request number 1')
})

test('what is asked behind a long text is told', () => {
  const requests = [{ ...at(0), text: `A log:\n${'line of it\n'.repeat(90)}Why does it fail on arm64?` }]
  const body = write({ ledger: { ...ledger, requests } })
  expect(section(body, 'Goal')).toMatch(/^- First asked: A log: line of it .* \[…\] .* Why does it fail on arm64\?$/)
})

test('when room is short the newest stay', () => {
  const commands = many(500, (i) => ({ ...at(i), command: `npm run step-${i}`, exitCode: 0, times: 1 }))
  const actions = section(write({ ledger: { ...ledger, commands }, targetTokens: 1_000 }), 'Completed Actions')
  expect(actions).toContain('step-499`')
  expect(actions).not.toContain('step-0`')
})

test('keeps to its size whatever the ledger holds; only rules of the user may exceed it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b ', '\n', '漢', '## Goal\n'), minLength: 1, maxLength: 60 })
  const facts = fc.array(text, { maxLength: 60 })
  fc.assert(
    fc.property(facts, facts, facts, fc.integer({ min: 300, max: 1_500 }), (rules, lines, commands, targetTokens) => {
      const body = write({
        targetTokens,
        previous: `## Completed Actions\n${lines.join('\n')}\n## Critical Context\n${lines.join('\n- ')}`,
        ledger: {
          ...ledger,
          constraints: rules.map((rule, i) => ({ ...at(i), text: rule, state: 'standing' })),
          errors: lines.map((line, i) => ({ ...at(i), line, times: 1 })),
          commands: commands.map((command, i) => ({ ...at(i), command, times: 1 })),
        },
      })
      const sections = parseSections(body)
      for (const rule of rules) expect(sections.texts['Constraints & Preferences']).toContain(rule.trimEnd())
      const rest = writeSections({ ...sections, texts: { ...sections.texts, 'Constraints & Preferences': 'None.' } })
      expect(estimateText(rest)).toBeLessThanOrEqual(targetTokens * 1.1 + 100)
    }),
    { numRuns: 100 },
  )
})

const byModel = [
  '## Goal\nShip the importer.',
  '## Completed Actions\n1. Refactored src/changed.ts to use streams (edit)\n2. Ran `npm run step-1` -> exit 1 (run)',
  '## Key Decisions\n- Streams instead of buffers\n## Remaining Work\n- document the importer',
  '## Constraints & Preferences\n- Prefers short answers\n- Use tabs.',
].join('\n')

test('carries on what a model wrote, and continues its numbers', () => {
  const body = write({ previous: byModel })
  expect(section(body, 'Goal')).toBe('Ship the importer.')
  expect(section(body, 'Completed Actions')).toContain('1. Refactored src/changed.ts to use streams (edit)')
  expect(section(body, 'Completed Actions')).toContain('2. Ran `npm run step-1` -> exit 1: outcome 1')
  expect(section(body, 'Completed Actions')).toContain('3. Ran `npm run step-0`')
  expect(section(body, 'Key Decisions')).toContain('Streams instead of buffers')
  expect(section(body, 'Remaining Work')).toContain('document the importer')
  expect(section(body, 'Constraints & Preferences')).toBe('- Prefers short answers\n- Never push to main.')
  expect(body).toContain('carries on the summary before it')
})

test('written again over its own text it says the same, and counts on', () => {
  const once = write({ previous: byModel })
  const twice = write({ previous: once, messages: 0 })
  expect(parseSections(twice).texts).toEqual(parseSections(once).texts)
  expect(write({ previous: write(), messages: 8 })).toContain('It stands for 50 messages.')
})

test('of an earlier summary that is too long the oldest actions go first', () => {
  const actions = many(400, (i) => `${i + 1}. Did thing number ${i + 1} in file-${i + 1}.ts`).join('\n')
  const body = write({ previous: `${byModel}\n## Completed Actions\n${actions}`, targetTokens: 1_500 })
  expect(section(body, 'Completed Actions')).toContain('400. Did thing')
  expect(section(body, 'Completed Actions')).not.toContain('thing number 1 ')
  expect(section(body, 'Completed Actions')).toMatch(/^\(\d+ earlier actions left out\)/)
  expect(section(body, 'Goal')).toBe('Ship the importer.')
})

test('a task that is very long is cut in the middle and says where the whole is', () => {
  const task = { text: `BEGIN ${'many words here '.repeat(2_000)}END`, reference: 'read #7' }
  const said = section(write({ task, targetTokens: 5_000 }), 'Active Task')
  expect(said).toMatch(/^BEGIN [\s\S]*characters left out; in full: read #7[\s\S]*END$/)
  expect(estimateText(said)).toBeLessThan(1_100)
})

test('only equal lines are one error several times; others are like it', () => {
  const errors: Ledger['errors'] = [
    { ...at(0), line: 'Error: disk full', times: 3 },
    { ...at(1), line: 'FAILED test_9.py', times: 130, varied: true },
  ]
  const blocked = section(write({ ledger: { ...ledger, errors } }), 'Blocked')
  expect(blocked).toBe('- Error seen: FAILED test_9.py (and 129 like it)\n- Error seen: Error: disk full (3 times)')
})

test('an error that is counted on is not told again as it was counted before', () => {
  const counted = (n: number, times: number): Ledger => {
    const errors = [{ ...at(n), line: `FAILED test_${n}.py`, times, varied: true as const }]
    return { ...emptyLedger, errors }
  }
  const body = write({ previous: write({ ledger: counted(9, 60) }), ledger: counted(19, 120) })
  expect(body.match(/Error seen/g)).toHaveLength(1)
  expect(section(body, 'Blocked')).toBe('- Error seen: FAILED test_19.py (and 119 like it)')
})

test('actions left out and actions shown are as many as the last number says, however often it is written again', () => {
  let previous: string | undefined
  for (let round = 0; round < 6; round++) {
    const commands = many(30, (i) => ({ ...at(i), command: `npm run step-${round}-${i}`, exitCode: 0, times: 1 }))
    previous = write({ ledger: { ...emptyLedger, commands }, targetTokens: 700, ...(previous && { previous }) })
    const lines = section(previous, 'Completed Actions').split('\n')
    const gone = Number(/^\((\d+) earlier actions left out\)$/.exec(lines[0] ?? '')?.[1] ?? 0)
    const shown = lines.filter((line) => /^\d+\. /.test(line))
    expect(gone + shown.length).toBe(Number.parseInt(lines.at(-1) ?? '', 10))
    if (round > 1) expect(gone).toBeGreaterThan(0)
  }
})

const crowded = [
  ['Goal', 'Pending User Asks', 'Critical Context', 'Relevant Files'].map(
    (heading) => `## ${heading}\n${many(30, (i) => `- ${heading} ${i} with some more words to it`).join('\n')}`,
  ),
  `## Completed Actions\n${many(9, (i) => `${i + 1}. Ran \`npm run early-${i}\` -> exit 0`).join('\n')}`,
]
  .flat()
  .join('\n')

test('what was done is carried on even where all else would take the room', () => {
  const body = write({ previous: crowded, ledger: emptyLedger, targetTokens: 700 })
  expect(section(body, 'Completed Actions')).toContain('9. Ran `npm run early-8` -> exit 0')
  expect(section(body, 'Pending User Asks')).not.toBe('None.')
})

test('a long task leaves room in a small summary for what was done', () => {
  const task = { text: `BEGIN ${'many words here '.repeat(2_000)}END` }
  const body = write({ previous: crowded, ledger: emptyLedger, targetTokens: 800, task })
  expect(section(body, 'Completed Actions')).toContain('9. Ran `npm run early-8` -> exit 0')
  expect(estimateText(body)).toBeLessThanOrEqual(800)
})

test('where no action fits, it says how many there were, and goes on counting', () => {
  const actions = many(12, (i) => `${i + 1}. Ran ${`\`npm run a-very-long-step-${i}\` `.repeat(60)}`).join('\n')
  const none = write({ previous: `## Completed Actions\n${actions}`, ledger: emptyLedger, targetTokens: 300 })
  expect(section(none, 'Completed Actions')).toBe('(12 earlier actions left out)')
  const [said, next] = section(write({ previous: none }), 'Completed Actions').split('\n')
  expect(said).toBe('(12 earlier actions left out)')
  expect(next).toMatch(/^13\. Ran /)
})

test('what a topic is about finds room before what is newer', () => {
  const busy: Ledger = {
    ...emptyLedger,
    commands: many(60, (i) => ({ ...at(i), command: i < 5 ? `psql -f db/schema-${i}.sql` : `npm run ${i}`, times: 1 })),
  }
  const told = (focus?: string) => section(write({ ledger: busy, targetTokens: 400, focus }), 'Completed Actions')
  const onTopic = (text: string) => text.match(/schema-\d/g)?.length ?? 0
  expect([onTopic(told()), onTopic(told('the database schema'))]).toEqual([0, 5])
  expect(told('the database schema')).toContain('npm run 59')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryId } from '../log/entry.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { conversation } from '../wire/conversation.arbitrary.ts'
import { ask, ledger, model, perfect, type Reply, run, show, signal, talk } from './fake-model.arbitrary.ts'
import { headings, parseSections } from './sections/headings.ts'

test('a model writes the summary in one call when the source fits its window', async () => {
  const writer = model(perfect)
  const { body, note, flags, failures } = await run(ask({ activeTask: 'Fix the build.' }), writer)
  expect(writer.prompts).toHaveLength(1)
  expect(note).toMatchObject({ by: 'model', model: 'aux', chunks: 1, coverage: 1 })
  expect([flags, failures]).toEqual([[], []])
  expect(Object.keys(parseSections(body).texts)).toEqual([...headings])
  expect(parseSections(body).texts['Active Task']).toBe('Fix the build.')
})

test('a long request that stands outside of the summarised messages is told by its number, never by an id', async () => {
  const long = `Sort these rows. ${'row '.repeat(4_000)}`
  const view = [{ id: entryId('some-id'), index: 7, message: user(long) }]
  const requests = [{ entry: entryId('some-id'), at: 7, text: long, times: 1 }]
  const request = ask({ activeTask: long, ledger: { ...ledger, requests }, view })
  const told = parseSections((await run(request, model(perfect))).body).texts['Active Task'] ?? ''
  expect(told).toContain('#7')
  expect(told).not.toContain('some-id')
  const { view: _, ...unseen } = request
  expect(parseSections((await run(unseen, model(perfect))).body).texts['Active Task']).not.toContain('some-id')
})

test.each([
  ['in one call', 100_000, undefined],
  ['as an update', 100_000, '## Critical Context\n- FACT-1\n- FACT-2'],
  ['in chunks of a small window', 8_000, undefined],
  ['in chunks and an update', 8_000, '## Critical Context\n- FACT-1\n- FACT-2'],
  ['in a window that holds barely a message', 1_900, undefined],
  [
    'with an earlier summary larger than the window',
    4_000,
    `## Critical Context\n${'- an old thing FACT-1\n'.repeat(2_000)}- FACT-2`,
  ],
])('nothing that it was shown is missing from a perfect summary, %s', async (_, contextTokens, previous) => {
  const { messages, facts } = talk(30)
  const writer = model(perfect, contextTokens)
  const { body, note, failures } = await run(ask({ messages, ...(previous !== undefined && { previous }) }), writer)
  expect(failures).toEqual([])
  const missing = [...facts, ...(previous === undefined ? [] : ['FACT-1', 'FACT-2'])].filter(
    (fact) => !body.includes(fact),
  )
  expect(missing).toEqual([])
  expect(note).toMatchObject({ by: 'model', coverage: 1 })
})

test.each([
  ['one call', 100_000, 2_500],
  ['chunks', 9_000, 2_500],
  ['one call and little room', 100_000, 600],
])(
  'after five compactions nothing that was ever shown is missing, with %s each',
  async (_, contextTokens, targetTokens) => {
    let previous: string | undefined
    const facts: string[] = []
    for (let round = 1; round <= 5; round++) {
      const said = talk(12, round * 1_000)
      facts.push(...said.facts)
      const request = ask({ messages: said.messages, targetTokens, ...(previous !== undefined && { previous }) })
      const { body, failures } = await run(request, model(perfect, contextTokens))
      expect(failures).toEqual([])
      expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
      previous = body
    }
  },
)

test('an update that keeps a long earlier summary is not too long', async () => {
  const facts = Array.from({ length: 400 }, (_, i) => `FACT-${i + 1}`)
  const previous = `## Critical Context\n${facts.map((fact) => `- ${fact}`).join('\n')}`
  const { note, flags, failures } = await run(
    ask({ messages: talk(1).messages, previous, targetTokens: 600 }),
    model(perfect),
  )
  expect([note.by, flags, failures]).toEqual(['model', ['summary-long'], []])
})

test('digests that are too long together are merged by calls, and lose nothing', async () => {
  const { messages, facts } = talk(120)
  const writer = model(perfect, 8_000)
  const { body, flags } = await run(ask({ messages, targetTokens: 600 }), writer)
  expect(writer.prompts.some((prompt) => prompt.includes('summary 1 of'))).toBe(true)
  expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
  expect(flags).toContain('summary-long')
})

test('one message that is larger than the window is shown in parts', async () => {
  const facts = Array.from({ length: 300 }, (_, i) => `FACT-${i}`)
  const lines = facts.map((fact) => `${'a long line of output '.repeat(12)}${fact}`)
  const writer = model(perfect, 8_000)
  const { body, note } = await run(
    ask({ messages: show([user('go'), ...[assistant(call('run')), result('run', lines.join('\n'))]]) }),
    writer,
  )
  expect(facts.filter((fact) => !new RegExp(`${fact}\\b`).test(body))).toEqual([])
  expect(note.chunks).toBeGreaterThan(3)
  expect(writer.prompts.some((prompt) => prompt.includes('It is part 2 of'))).toBe(true)
})

test('chunks are asked for four at a time, and progress is told', async () => {
  let [now, most] = [0, 0]
  const slow: Reply = async function* (prompt) {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    now--
    yield perfect(prompt, 0, signal()) as string
  }
  const told: (readonly [number, number])[] = []
  const { note } = await run(
    ask({ messages: talk(60).messages, onProgress: (...step) => told.push(step) }),
    model(slow, 6_000),
  )
  expect(most).toBe(4)
  expect(told[0]).toEqual([0, note.chunks])
  expect(told.at(-1)).toEqual([note.chunks, note.chunks])
})

test('the same input gives the same bytes', async () => {
  const request = ask({ messages: talk(40).messages })
  const [one, two] = [await run(request, model(perfect, 6_000)), await run(request, model(perfect, 6_000))]
  expect(one).toEqual(two)
})

test('rules of the user that a model forgot are put back, cancelled ones are not', async () => {
  const { body } = await run(
    ask({ ledger }),
    model((prompt, n, s) => `## Constraints & Preferences\n- Use tabs.\n${perfect(prompt, n, s)}`),
  )
  expect(parseSections(body).texts['Constraints & Preferences']).toBe('- Never push to main.')
})

test('identifiers that no source holds are marked and reported', async () => {
  const { body, flags } = await run(
    ask({ ledger }),
    model((p, n, s) => `## Relevant Files\n- src/a.ts, \`src/made-up.ts\`\n${perfect(p, n, s)}`),
  )
  expect(body).toContain('`src/made-up.ts` [unverified]')
  expect(flags).toEqual(['unverified: src/made-up.ts'])
})

test('without a model the ledger writes it and says so', async () => {
  const { body, note, flags } = await run(ask({ ledger, activeTask: 'Fix it.' }))
  expect(note).toMatchObject({ by: 'mechanical' })
  expect(flags).toEqual(['mechanical'])
  expect(body).toMatch(/mechanical/i)
  expect(body).toContain('40 messages')
  for (const fact of ['Never push to main.', 'npm test', 'exit 1', 'src/a.ts', 'Fix it.']) expect(body).toContain(fact)
  expect(body).not.toContain('Use tabs.')
})

test('a summary without headings is filed, not thrown away', async () => {
  const { body, flags } = await run(
    ask(),
    model(() => 'The user asked to look into FACT-1000; the run failed with exit 1.'),
  )
  expect(flags).toContain('headings-missing')
  expect(parseSections(body).texts['Critical Context']).toContain('FACT-1000')
})

test('a focus reaches the model, with the rule that rules stay', async () => {
  const writer = model(perfect)
  await run(ask({ focus: 'database schema' }), writer)
  expect(writer.prompts[0]).toMatch(/60 to 70 %.*database schema.*standing rule/s)
})

test('an update names only sections that exist', async () => {
  const writer = model(perfect)
  await run(ask({ previous: '## Goal\nx' }), writer)
  const quoted = writer.prompts[0]?.split('[src-1 earlier')[0]?.match(/"[A-Z][a-z]+(?: [A-Z&]\w*)+"/g) ?? []
  expect(quoted.length).toBeGreaterThan(3)
  for (const name of quoted) expect(headings).toContain(name.slice(1, -1))
})

test('whatever was said and whatever a model answers, a whole summary comes out', async () => {
  const answer = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<think>',
      '## Goal\nx',
      '[src-1 ',
      '{}',
      '\\## Goal',
      '\ud800',
      '## Completed Actions\n1. a\n1. a',
    ),
    fc.constant('PERFECT'),
  )
  const window = fc.constantFrom(0, 500, 1_500, 2_500, 20_000, Number.POSITIVE_INFINITY)
  const previous = fc.option(fc.string(), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(conversation, answer, window, previous, async ({ messages }, said, contextTokens, earlier) => {
      const writer = model((prompt, n, s) => (said === 'PERFECT' ? perfect(prompt, n, s) : said), contextTokens)
      const request = ask({ messages: show(messages), ledger, ...(earlier !== undefined && { previous: earlier }) })
      const { body, note } = await run(request, writer)
      expect(Object.keys(parseSections(body).texts)).toEqual([...headings])
      expect(body).toContain('Never push to main.')
      expect(note.coverage).toBeGreaterThan(0)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['one call', 100_000, undefined],
  ['an update', 100_000, '## Critical Context\n- FACT-1'],
  ['chunks', 8_000, undefined],
])('every prompt tells the day, with %s', async (_, contextTokens, previous) => {
  const writer = model(perfect, contextTokens)
  const { messages } = talk(30)
  const at = Date.UTC(2026, 2, 4)
  await run(ask({ messages, at, ...(previous !== undefined && { previous }) }), writer)
  expect(writer.prompts.filter((prompt) => !prompt.includes('write "by 2026-03-04"'))).toEqual([])
})

test('where nobody knows the day, none is told', async () => {
  const writer = model(perfect)
  await run(ask(), writer)
  expect(writer.prompts.join()).not.toContain('Today is')
})

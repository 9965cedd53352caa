import { expect, test } from 'vitest'
import { redactedMark } from '../redact/redact.ts'
import { changedFile, decisionFact, errorFact, ledgerWith } from './facts/ledger-facts.arbitrary.ts'
import { ask, model, run, talk } from './fake-model.arbitrary.ts'

const { messages } = talk(10)
const paths = [1, 2, 3, 4, 5, 6].map((at) => `src/part-${at}.ts`)
const ledger = ledgerWith({
  errors: [errorFact('Error: FACT-1003 failed with exit 1', 1)],
  decisions: [decisionFact("Let's use FACT-1001 for all of it", 1)],
  files: paths.map((path, at) => changedFile(path, at)),
})
const request = ask({ messages, ledger })
const poor = '## Critical Context\n- FACT-1000 and FACT-1004 were looked into, with some words that say nothing'
const rich = `## Relevant Files\n${paths.map((path) => `- ${path} was changed`).join('\n')}\n## Blocked\n- Error: FACT-1003 failed`

test('a summary that lost too much is asked for once more, with what it lost', async () => {
  const author = model((_, attempt) => (attempt === 1 ? poor : rich))
  const { body, flags } = await run(request, author)
  expect(author.prompts).toHaveLength(2)
  expect(author.prompts[1]).toMatch(/left out too much[\s\S]*\[src-\d+ left out\]\n(?:- .*\n)+\[src-\d+ end\]/)
  expect(author.prompts[1]).toContain('- src/part-1.ts: changed')
  expect(flags).toEqual(['summary-asked-again', 'facts-restored: 2'])
  expect(body).toContain('src/part-1.ts was changed')
})

test.each([
  ['worse', poor],
  ['no summary at all', 'I am sorry, I cannot help with that.'],
])('if the second answer is %s, the first counts', async (_, second) => {
  const first = `${poor}\n- src/part-1.ts and src/part-2.ts were changed`
  const author = model((_, attempt) => (attempt === 1 ? first : second))
  const { body, note } = await run(request, author)
  expect(author.prompts).toHaveLength(2)
  expect(note.by).toBe('model')
  expect(body).toContain('src/part-1.ts and src/part-2.ts were changed')
})

test('a model is never asked more than twice for one summary', async () => {
  const author = model((_, attempt) => (attempt === 1 ? '' : poor))
  const { flags } = await run(request, author)
  expect(author.prompts).toHaveLength(2)
  expect(flags).toEqual(['facts-restored: 8'])
})

test('a good summary is not asked for again, and nothing is added to it', async () => {
  const author = model(
    () => `${rich}\n## Key Decisions\n- FACT-1001 is used for all of it\n- Error: FACT-1003 failed with exit 1`,
  )
  const { flags } = await run(request, author)
  expect(author.prompts).toHaveLength(1)
  expect(flags).toEqual([])
})

test('a secret in a fact reaches neither the model nor the summary', async () => {
  const secret = `ghp_${'a1B2c3D4'.repeat(5)}`
  const leaky = { ...ledger, errors: [errorFact(`Error: bad token ${secret}`, 1)] }
  const author = model(() => poor)
  const { body } = await run(ask({ messages, ledger: leaky }), author)
  expect([...author.prompts, body].join('\n')).not.toContain(secret)
  expect(body).toContain(`Error: bad token ${redactedMark}`)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manyTools } from '../../turn/many-tools.arbitrary.ts'
import { createStand } from '../tool-stand.arbitrary.ts'
import { findTools } from './find-tools.ts'
import { searchTools } from './search-tools.ts'

const tools = manyTools().tools ?? []
const { context, remove } = createStand()
remove()
const signal = new AbortController().signal
const ask = (input: unknown, maxChars?: number) =>
  findTools(tools).run(input, { ...context, ...(maxChars !== undefined && { maxChars }) }, signal)

test.each([
  ['github_delete_board', 'github_delete_board'],
  ['update a page of the wiki', 'wiki_update_page'],
  ['calendar invoices export', 'calendar_export_invoice'],
  ['createIssue in Jira', 'jira_create_issue'],
])('the best tool for "%s" is %s', (query, name) => {
  expect(searchTools(tools, query)[0]?.name).toBe(name)
})

test('what fits nothing finds nothing, and says what to do', async () => {
  expect(searchTools(tools, '☃ zzz')).toEqual([])
  expect((await ask({ query: 'zzz' })).text).toMatch(/None of the tools.*Try other words/)
})

test('many hits come in pages, and a page that is not there is refused', async () => {
  const first = await ask({ query: 'jira' })
  expect(first.text).toMatch(/\[page 1 of 6; 30 tools fit\]$/)
  const second = await ask({ query: 'jira', page: '2' })
  expect(second.text).not.toContain(first.text.split(' ')[0])
  expect(await ask({ query: 'jira', page: 7 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('only 6'),
  })
})

test('an answer names and describes, and never outgrows its room', async () => {
  expect((await ask({ name: 'wiki_list_page' })).text).toMatch(
    /^wiki_list_page \(wiki\): Lets you list.*"required".*Not run/s,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('jira', 'page', 'create issue', '', 'board of calendar'),
      fc.integer({ min: 500, max: 30_000 }),
      async (query, maxChars) => {
        const { text } = await ask({ query }, maxChars)
        expect(text.length).toBeLessThanOrEqual(maxChars)
        expect(text).not.toBe('')
      },
    ),
    { numRuns: 40 },
  )
})

test('its description names every group in a bounded space, whatever the plugins are', () => {
  const { description } = findTools(tools)
  for (const group of ['jira', 'github', 'wiki', 'billing', 'calendar']) expect(description).toContain(`${group}: `)
  expect(description.length).toBeLessThan(2_400)
  const wide = tools.flatMap((tool) => Array.from({ length: 20 }, (_, n) => ({ ...tool, name: `${tool.name}_${n}` })))
  expect(findTools(wide).description.length).toBeLessThan(2_400)
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { configMarkdown } from './config-markdown.ts'
import { configTable } from './config-table.ts'

const path = fileURLToPath(new URL('../../../../docs/configuration.md', import.meta.url))
const begin = '<!-- settings: generated, "npm test -- config-markdown -u" writes it anew -->\n'
const end = '\n<!-- end of settings -->'

test('the page lists every setting as the schema has it', async () => {
  const page = readFileSync(path, 'utf8')
  const [before, rest = ''] = page.split(begin)
  const after = rest.slice(rest.indexOf(end))
  expect(rest).toContain(end)
  await expect(`${before}${begin}${configMarkdown()}${after}`).toMatchFileSnapshot(path)
})

test('a bar in a cell does not end it', () => {
  const lines = configMarkdown().split('\n')
  expect(lines).toHaveLength(configTable().length + 2)
  for (const line of lines) expect(line.match(/(?<!\\)\|/g)).toHaveLength(5)
})

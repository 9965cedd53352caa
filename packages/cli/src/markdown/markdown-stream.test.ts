import fc from 'fast-check'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import { width } from '../terminal/width.ts'
import { createMarkdown } from './markdown-stream.ts'

const plain = pc.createColors(false)
const coloured = pc.createColors(true)

function shown(pieces: readonly string[], colours = plain, columns = 40): string {
  const markdown = createMarkdown({ colours, columns: () => columns })
  return pieces.map((piece) => markdown.push(piece)).join('') + markdown.end()
}

test('words are shown as they come, and never taken back', () => {
  const markdown = createMarkdown({ colours: plain, columns: () => 40 })
  expect(markdown.push('Hello wor')).toBe('Hello')
  expect(markdown.push('ld, this')).toBe(' world,')
  expect(markdown.push('\n')).toBe(' this\n')
  expect(markdown.end()).toBe('')
})

test('a bold stretch waits for its end, and what follows waits with it', () => {
  const markdown = createMarkdown({ colours: coloured, columns: () => 40 })
  expect(markdown.push('so **very ')).toBe('so')
  expect(markdown.push('much** so ')).toBe(` ${coloured.bold('very')} ${coloured.bold('much')} so`)
})

test('a mark that nobody closes is shown as it is, and holds nobody up for long', () => {
  const markdown = createMarkdown({ colours: plain, columns: () => 80 })
  expect(markdown.push(`glob *.ts ${'word '.repeat(60)}`)).toContain('*.ts')
  expect(shown(['glob *.ts and 2 * 3'])).toBe('glob *.ts and 2 * 3\n')
})

test.each([
  ['a_snake_case_name', 'a_snake_case_name\n'],
  ['use `a  b` here', 'use `a  b` here\n'],
  ['[docs](https://a.b/c)', 'docs (https://a.b/c)\n'],
  ['\\*not bold\\*', '*not bold*\n'],
  ['- one\n  - two\n3. three', '• one\n  • two\n3. three\n'],
  ['# Title\ntext', '# Title\ntext\n'],
  ['text\n## Next', 'text\n\n## Next\n'],
  ['```ts\nconst a = *1* | 2\n```', '```ts\nconst a = *1* | 2\n```\n'],
  ['````\n```\n````\nafter', '````\n```\n````\nafter\n'],
  ['> said', '│ said\n'],
  ['-5 degrees', '-5 degrees\n'],
  ['3.14 is pi', '3.14 is pi\n'],
])('%j is shown as %j', (source, expected) => {
  expect(shown([source])).toBe(expected)
})

test('with colours code loses its fence and its ticks', () => {
  expect(shown(['```ts\nlet a\n```\nuse `a`'], coloured)).toBe(
    `  ${coloured.dim('ts')}\n  ${coloured.cyan('let a')}\nuse ${coloured.cyan('a')}\n`,
  )
})

test('a second row of an item stands under its first word', () => {
  expect(shown(['- one two three four five six seven eight'], plain, 24)).toBe(
    '• one two three four\n  five six seven eight\n',
  )
})

test('rows of wide characters end in time, and none begins with a full stop', () => {
  const rows = shown(['看看这个文件里有什么东西，然后告诉我结果是什么。'], plain, 22).trimEnd().split('\n')
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows) {
    expect(width(row)).toBeLessThanOrEqual(24)
    expect(row).not.toMatch(/^[，。]/)
  }
})

const table = ['| name | n |', '|:--|--:|', '| a `x|y` | 1 |', '| bc 中文 | 2,000 |'].join('\n')

test('a table is shown when it is complete, its columns aligned', () => {
  expect(shown([table])).toBe(
    ['name    │     n', '────────┼──────', 'a `x|y` │     1', 'bc 中文 │ 2,000', ''].join('\n'),
  )
})

test('a table that is too wide wraps its cells', () => {
  const wide = `| a | b |\n|---|---|\n| ${'long '.repeat(10)}| ${'text '.repeat(10)}|`
  for (const row of shown([wide], plain, 30).split('\n')) expect(width(row)).toBeLessThanOrEqual(30)
})

test('a table with too many columns becomes a list of its rows', () => {
  const row = (cell: string) => `|${`${cell}|`.repeat(8)}`
  const text = shown([[row('heading'), row('---'), row('content')].join('\n')], plain, 30)
  expect(text).toContain('heading: content\n')
})

test('no escape sequence of a model reaches the terminal', () => {
  expect(shown(['a\u001b[2Jb\u0007c'], plain)).toBe('a\\u001b[2Jb\\u0007c\n')
})

const fragment = fc.constantFrom(
  'word',
  ' ',
  '**',
  '*',
  '_',
  '`',
  '\n',
  '# ',
  '- ',
  '> ',
  '|',
  '1. ',
  '中',
  '[a](b)',
  '```\n',
  '🚀',
)

test('how the text was cut into pieces makes no difference', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (parts, size) => {
      const text = parts.join('')
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
      expect(shown(pieces)).toBe(shown([text]))
    }),
  )
})

test('every word that is written is shown', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 120 }), (list, columns) => {
      const rows = shown([list.join(' ')], plain, columns)
      expect(rows.split(/\s+/).filter((word) => word !== '')).toEqual(list)
      for (const row of rows.split('\n')) expect(width(row)).toBeLessThanOrEqual(columns)
    }),
  )
})

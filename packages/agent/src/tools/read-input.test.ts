import { expect, test } from 'vitest'
import { z } from 'zod'
import { builtInTools } from './built-in-tools.ts'
import { readInput, schemaOf } from './read-input.ts'

const type = z.strictObject({
  path: z.string(),
  limit: z.int().min(1).max(50).default(10),
  deep: z.boolean().optional(),
  edits: z.array(z.strictObject({ old: z.string(), count: z.int().optional() })).optional(),
  globs: z.array(z.string()).optional(),
})
const schema = schemaOf(type)
const read = (raw: unknown) => readInput(type, schema, raw)

test.each([
  ['a number written as text', { path: 'a', limit: '10' }, { path: 'a', limit: 10 }],
  ['a switch written as text', { path: 'a', deep: 'true' }, { path: 'a', limit: 10, deep: true }],
  ['text written as a number', { path: 12 }, { path: '12', limit: 10 }],
  ['a list written as JSON', { path: 'a', edits: '[{"old":1}]' }, { path: 'a', limit: 10, edits: [{ old: '1' }] }],
  [
    'a lone item',
    { path: 'a', edits: { old: 'x', count: '2' } },
    { path: 'a', limit: 10, edits: [{ old: 'x', count: 2 }] },
  ],
  ['a lone text', { path: 'a', globs: '*.ts' }, { path: 'a', limit: 10, globs: ['*.ts'] }],
  ['null for nothing', { path: 'a', limit: null, deep: null }, { path: 'a', limit: 10 }],
  ['more than there can be', { path: 'a', limit: 1e6 }, { path: 'a', limit: 50 }],
  ['the whole as text', '{"path":"a"}', { path: 'a', limit: 10 }],
])('mends %s', (_, raw, input) => {
  expect(read(raw)).toEqual({ kind: 'good', input })
})

test.each([
  ['path', {}],
  ['path', { path: null }],
  ['limit', { path: 'a', limit: 'ten' }],
  ['limit', { path: 'a', limit: '' }],
  ['limit', { path: 'a', limit: 0 }],
  ['deep', { path: 'a', deep: 'perhaps' }],
  ['edits[0].old', { path: 'a', edits: [{}] }],
  ['file_path', { path: 'a', file_path: 'b' }],
])('names the field that is wrong: %s', (field, raw) => {
  const reading = read(raw)
  expect(reading.kind === 'bad' && reading.reason).toContain(field)
})

test.each([undefined, null, 3, [], 'text'])('%j is not an input, and says what is', (raw) => {
  const reading = read(raw)
  expect(reading.kind === 'bad' && reading.reason).toContain('path (string, required)')
})

test('an input cannot reach what every object has', () => {
  expect(read(JSON.parse('{"path":"a","__proto__":{"limit":3}}')).kind).not.toBe('good')
  expect(read({ path: 'a', constructor: 'x' }).kind).toBe('bad')
})

test('every tool shows the model a closed object with a word on each field it must fill', () => {
  for (const { name, schema: shown, description } of builtInTools) {
    expect([name, shown.type, shown.additionalProperties]).toEqual([name, 'object', false])
    expect(description.length).toBeGreaterThan(40)
    expect(JSON.stringify(shown)).not.toContain('9007199254740991')
  }
  expect(builtInTools.map(({ name }) => name)).toEqual([
    'read_file',
    'write_file',
    'patch',
    'list_files',
    'search_files',
    'terminal',
    'recall',
    'read_original',
    'memory',
  ])
})

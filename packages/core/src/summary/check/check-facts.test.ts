import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { parseSections } from '../sections/headings.ts'
import { restoreConstraints } from '../sections/restore-constraints.ts'
import { checkFacts } from './check-facts.ts'

const source = [
  'edited /repo/src/store/open.ts and C:\\\\work\\\\notes.md',
  'commit 3f2a91c0b7 fixes #482, see https://example.org/a/b?c=1',
  'id 123e4567-e89b-12d3-a456-426614174000, version 2.14.3, ticket ABC-99',
].join('\n')
const check = (body: string, earlier = '') => checkFacts(body, { sources: [source], earlier }, async () => undefined)

test.each([
  'Changed src/store/open.ts.',
  'Changed ./src/store/open.ts, then `/repo/src/store/open.ts:12`.',
  'Wrote work/notes.md',
  'Commit 3f2a91c fixes #482 (v2.14.3, ABC-99).',
  'See https://example.org/a/b?c=1.',
  'input/output and read/write take 3.5 s or 40 %',
])('%s names nothing unknown', async (body) => {
  expect(await check(body)).toEqual({ body, unverified: [] })
})

test.each([
  ['src/store/close.ts', 'Changed src/store/close.ts today'],
  ['deadbeef12', 'Commit deadbeef12 broke it'],
  ['#999', 'Issue #999 is open'],
  ['https://example.com/x', 'See https://example.com/x.'],
  ['2.14.4', 'Version 2.14.4'],
  ['123e4567-e89b-12d3-a456-426614174001', 'id 123e4567-e89b-12d3-a456-426614174001'],
])('%s is marked as unverified', async (identifier, body) => {
  const checked = await check(body)
  expect(checked.unverified).toEqual([identifier])
  expect(checked.body).toContain(`${identifier} [unverified]`)
})

test('a mark is set once, behind the code span', async () => {
  const once = await check('see `lib/x.ts` and lib/x.ts')
  expect(once.body).toBe('see `lib/x.ts` [unverified] and lib/x.ts')
  expect((await check(once.body)).body).toBe(once.body)
})

test('what was doubtful in the earlier summary stays doubtful', async () => {
  expect((await check('see lib/x.ts', 'see lib/x.ts [unverified] there')).unverified).toEqual(['lib/x.ts'])
})

const rule = (text: string, state: 'standing' | 'superseded' | 'cancelled' = 'standing') => ({
  text,
  state,
  entry: entryId('e'),
  at: 0,
})
const restore = (body: string, ...rules: readonly ReturnType<typeof rule>[]) =>
  restoreConstraints(parseSections(body), rules).texts['Constraints & Preferences']

test('a rule that is missing comes back word for word', () => {
  expect(restore('## Goal\nx', rule('Never  push!'))).toBe('- Never  push!')
  expect(restore('## Constraints & Preferences\nNone.', rule('必ずテストを書く'))).toBe('- 必ずテストを書く')
  expect(restore('## Constraints & Preferences\n- Be terse.', rule('No emojis.'))).toBe('- Be terse.\n- No emojis.')
})

test('a rule that is there is not said twice', () => {
  expect(restore('## Constraints & Preferences\n- User: "No emojis." (twice)', rule('No emojis.'))).toBe(
    '- User: "No emojis." (twice)',
  )
})

test('an ended rule goes, unless it still stands in other words or its end is told', () => {
  const said = '## Constraints & Preferences\n- Use tabs.\n- "Use CRLF."\n- Use tabs. was called off'
  expect(restore(said, rule('Use tabs.', 'cancelled'), rule('Use CRLF.', 'superseded'))).toBe(
    '- Use tabs. was called off',
  )
  expect(restore(said, rule('Use tabs.', 'cancelled'), rule('Use tabs.'))).toContain('- Use tabs.')
})

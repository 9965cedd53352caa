import { user } from '@palimpsest/core/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLcmToolStand, tinyBudget } from './lcm-tool-stand.arbitrary.ts'
import { dullMessages, oddMessages, pagedGrep } from './tool-walk.arbitrary.ts'

test('only this conversation is read', async () => {
  const stand = await createLcmToolStand()
  const { store } = stand
  const other = { id: 'other', conversation: 'elsewhere' } as unknown as Parameters<typeof store.begin>[0]
  await store.begin({ ...other, at: 0 })
  await store.append(other.id, 0, [{ id: 'strange' as never, message: user('a narwhal') }], 0)
  await stand.say([user('a dolphin')])
  expect((await pagedGrep(stand, { query: 'narwhal' })).body).toContain('No hits. Try')
  expect((await pagedGrep(stand, { query: 'narwha', mode: 'literal' })).hits).toEqual([])
  for (const tool of ['lcm_read', 'lcm_expand', 'lcm_describe'])
    expect((await stand.tool(tool, 'strange')).body).toContain('Nothing in this conversation is called "strange"')
})

test.each([
  ['lcm_read', '#57', 'Step 12'],
  ['lcm_read', 57, 'Step 12'],
  ['lcm_read', { message: '57' }, 'Step 12'],
  ['lcm_read', { message: ['#57'] }, 'Step 12'],
  ['lcm_read', '{"message": "message 57"}', 'Step 12'],
  ['lcm_read', [{ id: '#57 user, 2026' }], 'Step 12'],
  ['lcm_read', { arguments: { Message: '`#57`' } }, 'Step 12'],
  ['lcm_read', {}, 'Say which message'],
  ['lcm_read', { message: '#99999' }, 'Did you mean #88?'],
  ['lcm_read', { message: 57, offset: '90000' }, 'past its end'],
  ['lcm_read', 'id-nowhere', 'Nothing in this conversation'],
  ['lcm_expand', '12-20', 'Step'],
  ['lcm_expand', { node: '#0-88' }, 'No record covers #0-88'],
  ['lcm_expand', { node: '#900-950' }, 'Did you mean #88?'],
  ['lcm_expand', { node: '#12-20', cursor: 'what' }, 'A cursor is'],
  ['lcm_expand', { node: '#12-20', cursor: '999:0' }, 'past the end'],
  ['lcm_describe', { node: { from: 12, to: 20 } }, 'expanding shows'],
  ['lcm_describe', { node: true }, 'Name a record'],
  ['lcm_grep', { query: '  ' }, 'The query is empty'],
  ['lcm_grep', { pattern: 'module 12' }, '#59 tool'],
  ['lcm_grep', { q: 'module 12' }, '#59 tool'],
  ['lcm_grep', 'module 12', '#59 tool'],
  ['lcm_grep', { regex: 'module\\s12:' }, '#59 tool'],
  ['lcm_grep', { query: 'module\\s12:', regex: true }, '#59 tool'],
  ['lcm_grep', { query: ['module 12'], limit: '3' }, '#59 tool'],
  ['lcm_grep', { query: '(a', mode: 'regex' }, '"mode": "literal"'],
  ['lcm_grep', { query: 'a', mode: 'fuzzy' }, 'it is words, literal or regex'],
  ['lcm_grep', { query: 'a', role: 'robot' }, 'it is user, assistant, tool or system'],
  ['lcm_grep', { query: 'a', since: 'yesterday' }, 'write it as 2026-01-31'],
  ['lcm_grep', { query: 'a', range: '#500-600' }, 'the last message is #88'],
  ['lcm_grep', { query: 'a', range: 'there' }, 'A range is written as'],
  ['lcm_grep', { query: 'a', cursor: 'zzz' }, 'no cursor of this search'],
  ['lcm_grep', { query: 'xyzzyx' }, 'No hits. Try fewer or other words'],
])('%s with %j is understood or explained', async (tool, input, expected) => {
  const stand = await forgiving
  expect((await stand.tool(tool, input)).body).toContain(expected)
})

const forgiving = (async () => {
  const stand = await createLcmToolStand()
  await stand.say([...oddMessages, user('Go.'), ...dullMessages(0, 20)])
  await stand.compress(tinyBudget())
  return stand
})()

test('a stretch that is no record is answered with the one that covers it', async () => {
  const stand = await forgiving
  const { notes } = await stand.tool('lcm_describe', '20..13')
  expect(notes[0]).toBe('read as #13-20')
  expect(notes[1]).toMatch(/^no record is exactly #13-20; #\d+-\d+ is the smallest that covers it$/)
})

test('whatever the arguments are, the answer is one, and explains', async () => {
  const stand = await forgiving
  const names = [
    'query',
    'pattern',
    'mode',
    'role',
    'since',
    'until',
    'range',
    'limit',
    'cursor',
    'node',
    'message',
    'offset',
    'format',
    'max_tokens',
  ]
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      '#3',
      '#12-20',
      '20-12',
      'regex',
      'literal',
      'json',
      'i3@50',
      's20@60',
      '1:5',
      '2026-01-02',
      -1,
      1e21,
      3.5,
    ),
    fc.string({ unit: 'binary' }),
  )
  const input = fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('lcm_grep', 'lcm_describe', 'lcm_expand', 'lcm_read'),
      input,
      async (tool, given) => {
        const reply = await stand.tool(tool, given as never)
        expect(reply.scope).toContain('messages')
        expect(`${reply.scope}${reply.body}`.isWellFormed()).toBe(true)
        if (tool !== 'lcm_read') expect(reply.body).not.toBe('')
      },
    ),
    { numRuns: 400 },
  )
})

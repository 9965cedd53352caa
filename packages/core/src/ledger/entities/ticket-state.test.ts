import { expect, test } from 'vitest'
import { user } from '../../testing/build.ts'
import { did, ran, statesOf } from './told-state.arbitrary.ts'

test.each([
  ['Please fix issue #12 today.', ['#12']],
  ['Look at PR 345 and pull request #346', ['#345', '#346']],
  ['See https://github.com/acme/shop/issues/7 first.', ['acme/shop#7']],
  ['https://gitlab.com/acme/shop/-/merge_requests/8', ['acme/shop#8']],
  ['ABC-123: the cart is empty', ['ABC-123']],
  ['Work on ticket SHOP-9.', ['SHOP-9']],
  ['acme/shop#12 is next', ['acme/shop#12']],
])('"%s" names a ticket', (said, names) => {
  expect(Object.keys(statesOf('ticket', user(said)))).toEqual(names)
})

test.each([
  ['You are my #1 helper, use the colour #333 and step #2.'],
  ['Encode it as UTF-8 with SHA-256, and ask GPT-4.'],
  ['There are 12 issues and 3 tickets; issue 1.5 of the paper, task 3 of 4.'],
  ['see https://example.com/pull/notes and https://github.com/acme/shop/pulls'],
])('"%s" names none', (said) => {
  expect(statesOf('ticket', user(said))).toEqual({})
})

test('what the command line of a forge did to a ticket is its state', () => {
  const create = ran('gh pr create --fill', 'https://github.com/acme/shop/pull/44\n')
  expect(statesOf('ticket', create)).toEqual({ 'acme/shop#44': 'open' })
  expect(statesOf('ticket', create, ran('gh pr merge 44 --squash', ''))).toEqual({ 'acme/shop#44': 'merged' })
  expect(statesOf('ticket', create, ran('gh pr merge 44 --auto'))).toEqual({ 'acme/shop#44': 'open' })
  expect(statesOf('ticket', user('Close issue #12'), ran('gh issue close 12'))).toEqual({ '#12': 'closed' })
  expect(statesOf('ticket', ran('gh issue close 12', 'no such issue', { isError: true }))).toEqual({})
  expect(statesOf('ticket', ran('gh pr view 5 -R acme/shop', 'title:\tx\nstate:\tMERGED\n'))).toEqual({
    'acme/shop#5': 'merged',
  })
  expect(statesOf('ticket', ran('gh issue view 6 --json state,body', '{"body":"b","state":"CLOSED"}'))).toEqual({
    '#6': 'closed',
  })
  expect(statesOf('ticket', ran('gh issue list', '12  OPEN  a\n13  OPEN  b'))).toEqual({})
})

test('a tool for tickets names the one it works on', () => {
  const get = did('mcp__github__get_issue', { owner: 'acme', repo: 'shop', issue_number: 9 }, '{"state":"open"}')
  const jira = did('jira_update_issue', { issue_key: 'SHOP-3', fields: {} }, 'done')
  expect(statesOf('ticket', get, jira)).toEqual({ 'acme/shop#9': 'open', 'SHOP-3': 'named' })
})

import { expect, test } from 'vitest'
import { parseSections } from './headings.ts'
import { withoutRepeats } from './without-repeats.ts'

const once = (body: string) => withoutRepeats(parseSections(body)).texts

test('a bullet that occurs again, in the same section or another, is said once', () => {
  const body = '## Blocked\n- Port is  taken.\n- port is taken.\n* x\n\n## Critical Context\n- Port is taken.\n- y'
  expect(once(body)).toEqual({ Blocked: '- Port is  taken.\n* x', 'Critical Context': '- y' })
})

test('lines of prose and code may repeat, and so may the words of the task', () => {
  const body = '## Active Task\n- a\n- a\n\n## Critical Context\n```\n}\n}\n```\n- a'
  expect(once(body)).toEqual({ 'Active Task': '- a\n- a', 'Critical Context': '```\n}\n}\n```\n- a' })
})

import { expect, test } from 'vitest'
import { constraintsOf } from './constraints-of.ts'

const section = (...lines: readonly string[]) =>
  `## Goal\nShip.\n\n## Constraints & Preferences\n${lines.join('\n')}\n\n## Blocked\nNone.`

test('a rule may take several lines, and may lead into a list', () => {
  const rules = [
    'Never delete branches that start\nwith release/.',
    'Do not touch these:\n- src/a.ts\n- src/b.ts',
    'Never push to main.',
  ]
  expect(constraintsOf(section(...rules.map((rule) => `- ${rule}`)))).toEqual(rules)
})

test('lines without bullets are rules of their own where no line has one', () => {
  expect(constraintsOf(section('Never push.', 'Use tabs.'))).toEqual(['Never push.', 'Use tabs.'])
})

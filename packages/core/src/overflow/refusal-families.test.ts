import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { freshAttempts, nextAttempt, type RecoveryStep } from './next-attempt.ts'
import { readRefusal } from './read-refusal.ts'
import type { Refusal, RefusalFacts, RefusedRequest } from './refusal.ts'

interface FamilyRow {
  readonly family: string
  readonly from: string
  readonly facts: RefusalFacts
  readonly request?: RefusedRequest
  readonly means: Refusal
  readonly step: RecoveryStep['kind']
}

/** The second file was written when the first was understood, to see whether families are read and not sentences. */
const rows = ['refusal-families', 'refusal-families-held-out'].flatMap((name): readonly FamilyRow[] =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')),
)

const usual: RefusedRequest = { promptTokens: 100_000, maxTokens: 32_000, contextTokens: 200_000 }

function check({ facts, request = usual, means, step }: FamilyRow): void {
  expect(readRefusal(facts, request)).toEqual(means)
  expect(nextAttempt(freshAttempts({ ...request, mayCompact: true }), means).step.kind).toBe(step)
}

describe('refusals by family', () => {
  test.each(rows)('$family, $from: $facts.message', check)

  test.each(rows)('$family, $from, means the same however it is wrapped: $facts.message', (row) => {
    const { message, type, code } = row.facts
    const body = JSON.stringify({ error: { message, type, code } })
    for (const said of [body, JSON.stringify({ error: body }), `Error: ${message}`, message.toUpperCase()])
      check({ ...row, facts: { ...row.facts, message: said } })
  })
})

test.each(rows.filter(({ means }) => means.kind === 'input-too-long' || means.kind === 'output-too-long'))(
  '$family, $from, means the same in a stream, where there is no status: $facts.message',
  (row) => {
    const { status: _, ...facts } = row.facts
    check({ ...row, facts })
  },
)

describe('docs/refusals.md', () => {
  const page = readFileSync(new URL('../../../../docs/refusals.md', import.meta.url), 'utf8')
  const lines = page.split('\n').flatMap((line) => {
    const [, family, example, steps] = /^\| ([^|]+) \| `(.+)` \| ([^|]+) \|$/.exec(line) ?? []
    return family === undefined ? [] : [{ family, example, steps: steps?.split(', ') }]
  })

  test('has a line for each family', () => {
    expect(lines.map(({ family }) => family)).toEqual([...new Set(rows.map(({ family }) => family))].sort(byLine))
  })

  test.each(lines)('tells of $family an example from the table, and all that follows', ({ family, example, steps }) => {
    const own = rows.filter((row) => row.family === family)
    expect(own.map(({ facts }) => facts.message)).toContain(example)
    expect(new Set(steps)).toEqual(new Set(own.map(({ step }) => step)))
  })

  function byLine(a: string, b: string): number {
    return lines.findIndex(({ family }) => family === a) - lines.findIndex(({ family }) => family === b)
  }
})

test('the table is large and of many kinds', () => {
  expect(rows.length).toBeGreaterThanOrEqual(220)
  expect(new Set(rows.map(({ means }) => means.kind)).size).toBeGreaterThanOrEqual(9)
})

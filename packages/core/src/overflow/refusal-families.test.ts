import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { freshAttempts, nextAttempt, type Step } from './next-attempt.ts'
import { readRefusal } from './read-refusal.ts'
import type { Refusal, RefusalFacts, RefusedRequest } from './refusal.ts'

interface FamilyRow {
  readonly family: string
  readonly from: string
  readonly facts: RefusalFacts
  readonly request?: RefusedRequest
  readonly means: Refusal
  readonly step: Step['kind']
}

/** The second file was written when the first was understood, to see whether families are read and not sentences. */
const rows = ['refusal-families', 'refusal-families-held-out'].flatMap((name): readonly FamilyRow[] =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')),
)

const usual: RefusedRequest = { promptTokens: 100_000, maxTokens: 32_000, contextTokens: 200_000 }

function check({ facts, request = usual, means, step }: FamilyRow): void {
  expect(readRefusal(facts, request)).toEqual(means)
  expect(nextAttempt(freshAttempts({ ...request, mayCompress: true }), means).step.kind).toBe(step)
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

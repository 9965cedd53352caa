import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ledger } from '../../ledger/ledger.ts'
import { createCounter } from '../../tokens/count.ts'
import { parseSections, writeSections } from '../sections/headings.ts'
import { bodies, changedFile, decisionFact, errorFact, ledgers, ledgerWith } from './ledger-facts.arbitrary.ts'
import { restoreFacts } from './restore-facts.ts'

const counter = createCounter()
const countText = (text: string) => counter.part({ type: 'text', text })
const restore = (body: string, ledger: Ledger, targetTokens = 1_000, elsewhere = '') => {
  const { sections, facts } = restoreFacts(parseSections(body), { ledger, targetTokens, countText, elsewhere })
  return { body: writeSections(sections), facts }
}

test('putting back twice is putting back once', () => {
  fc.assert(
    fc.property(bodies, ledgers, fc.integer({ min: 20, max: 400 }), (body, ledger, target) => {
      const once = restore(body, ledger, target).body
      expect(restore(once, ledger, target)).toEqual({ body: once, facts: 0 })
    }),
  )
})

test('never adds more than its share', () => {
  fc.assert(
    fc.property(bodies, ledgers, fc.integer({ min: 0, max: 400 }), (body, ledger, target) => {
      const before = countText(writeSections(parseSections(body)))
      const headings = 12
      const most = Math.max(target * 1.25, before + target * 0.15) + headings
      expect(countText(restore(body, ledger, target).body)).toBeLessThanOrEqual(Math.max(most, before))
    }),
  )
})

test('never reports an error that is over', () => {
  fc.assert(
    fc.property(bodies, ledgers, (body, ledger) => {
      const restored = restore(body, ledger, 4_000).body
      for (const { line, settled } of ledger.errors)
        if (settled === true) expect(restored.split('\n')).not.toContain(`- Error seen: ${line}`)
    }),
  )
})

const ledger = ledgerWith({
  errors: [errorFact('TypeError: open of null', 3), errorFact('Error: port 5432 is taken', 4)],
  decisions: [decisionFact("Let's use SQLite because it needs no server.", 2)],
  files: [changedFile('src/store/open.ts', 5), changedFile('src/store/read.ts', 5, { touch: 'read' })],
})

test('what a summary dropped comes back under its heading', () => {
  const { body, facts } = restore('## Goal\n- A store.', ledger)
  expect(facts).toBe(4)
  expect(parseSections(body).texts).toEqual({
    Goal: '- A store.',
    Blocked: '- Error seen: Error: port 5432 is taken\n- Error seen: TypeError: open of null',
    'Key Decisions': "- By the user: Let's use SQLite because it needs no server.",
    'Relevant Files': '- src/store/open.ts: changed',
  })
})

test('what is said in other words, or elsewhere in view, is not said again', () => {
  const said = [
    '## Blocked\n- `npm test` fails: TypeError: open of null',
    '## Key Decisions\n- Use SQLite, because it needs no server (user)',
    '## Relevant Files\n- /repo/src/store/open.ts: opens the file',
  ].join('\n\n')
  expect(restore(said, ledger, 1_000, 'Error: port 5432 is taken').facts).toBe(0)
})

test('what another fact says in nearly the same words is still missing', () => {
  const similar = ledgerWith({
    decisions: [decisionFact('Decision: back to `held`, as what was checked stays checked.')],
  })
  const said = '## Key Decisions\n- Decision: back to `open`, as what was checked stays checked.'
  expect(restore(said, similar).facts).toBe(1)
})

test('a line that code put there goes once its error is settled', () => {
  const before = restore('', ledger).body
  const later = { ...ledger, errors: ledger.errors.map((error) => ({ ...error, settled: true as const })) }
  expect(restore(before, later).body).not.toContain('Error')
})

test('what matters most is put back first', () => {
  const many = ledgerWith({
    decisions: Array.from({ length: 30 }, (_, i) => decisionFact(`Let's use plan ${i} for part ${i}`, i)),
  })
  const { body } = restore('', many, 200)
  expect(body).toContain('plan 29')
  expect(body).not.toContain('plan 0 ')
})

test('changed files are left to an index below, also those that code had put there', () => {
  const options = { ledger, targetTokens: 1_000, countText, hasIndex: true }
  const { sections, facts } = restoreFacts(parseSections(restore('## Goal\n- A store.', ledger).body), options)
  expect(facts).toBe(0)
  expect(sections.texts['Relevant Files']).toBeUndefined()
  expect(sections.texts.Blocked).toContain('port 5432')
})

test('a record of a stretch that is over blocks nothing', () => {
  const options = { ledger, targetTokens: 1_000, countText, isRecord: true }
  const { texts } = restoreFacts(parseSections(''), options).sections
  expect(texts.Blocked).toBeUndefined()
  expect(texts['Critical Context']).toContain('port 5432')
})

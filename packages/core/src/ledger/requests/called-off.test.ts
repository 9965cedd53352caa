import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { user } from '../../testing/build.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

const calledOffBy = (...said: readonly string[]) =>
  readFacts(
    emptyLedger,
    said.map((text, i) => ({ id: entryId(`e${i}`), message: user(text) })),
  )
    .requests.filter(({ calledOff }) => calledOff === true)
    .map(({ text }) => text)

test.each([
  ['Refactor the handlers into packages.', 'Forget the refactoring.'],
  ['An exchange please, to my office.', 'Forget the exchange. I want a refund instead.'],
  ['Add a CSV export.', 'Actually, never mind the CSV export'],
  ['Rename the module berths to quays.', 'Please cancel the renaming of the module berths.'],
  ['Book a table for two.', 'Call off the table.'],
  ['Bitte ein Changelog schreiben.', 'Vergiss das Changelog.'],
])('%s is called off by: %s', (request, word) => {
  expect(calledOffBy(request, 'Write the README.', word)).toEqual([request])
})

test.each([
  ['Refactor the handlers.', "Don't forget the handlers."],
  ['Refactor the handlers.', 'Forget what I said about tabs.'],
  ['Refactor the handlers.', 'Forget the README.'],
  ['Refactor the handlers.', 'Never mind.'],
  ['Refactor the handlers.', 'I always forget the handlers.'],
  [`Refactor the handlers. ${'And much more. '.repeat(30)}`, 'Forget the handlers.'],
])('%s is not called off by: %s', (request, word) => {
  expect(calledOffBy(request, word)).toEqual([])
})

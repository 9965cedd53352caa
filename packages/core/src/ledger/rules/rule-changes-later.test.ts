import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { assistant, user } from '../../testing/build.ts'
import { renderConstraints } from '../fact-index/render-index.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

function standingAfter(said: readonly string[]): readonly string[] {
  const messages = said.flatMap((text) => [user(text), assistant('Fine.')])
  const items = messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
  const { constraints } = readFacts(emptyLedger, items)
  return constraints.filter(({ state }) => state === 'standing').map(({ text }) => text)
}

const others = ['Never commit secrets.', 'Do not rename public functions.']
const task = 'Now fix the login form, please, and tell me what was wrong with it.'

/** Rules that are changed after something else was asked for. */
const changed: readonly (readonly [string, string])[] = [
  ['Keep lines under 100 characters.', 'make it 110'],
  ['Keep lines under 100 characters.', 'Raise the line limit to 120 characters.'],
  ['Wrap lines at 80 columns, always.', "Let's go with 100 columns."],
  ['Commit messages must be at most 50 characters.', 'Change that to 72 characters.'],
  ['Always keep test coverage above 85%.', 'bring it down to 80%'],
  ['Never open more than 5 connections.', 'Bump the connections to 10.'],
  ['Use at most 2 workers.', 'Actually, 4 workers is fine.'],
  ['Use Java 17.', 'Move to Java 21.'],
  ['Only use Go 1.21.', 'Upgrade to Go 1.22.'],
  ['Use 4 spaces for indentation.', 'Switch to 2 spaces.'],
  ['Keep summaries under 200 words.', 'make that 150 words'],
  ['Deploy only on Fridays.', 'Change the deploy day to Monday.'],
  ['Always reply in German.', 'English again, please.'],
  ['Always reply in German.', 'Go back to English.'],
  ['Respond only in Japanese.', "From here on let's speak English."],
  ['Please answer in Italian from now on.', 'ok switch back to English now'],
  ['Rispondi sempre in inglese.', 'Passiamo all’italiano.'],
  ['Responda sempre em inglês.', 'Vamos continuar em português.'],
  ['Antworte bitte immer auf Englisch.', 'Wechsle zu Deutsch.'],
  ['Always use pnpm.', 'bun from now on'],
  ['Use yarn for installs.', 'Go back to npm.'],
  ['Use mocha for tests.', 'switch to vitest'],
  ['Always use MySQL.', 'Postgres instead.'],
  ['Use black for formatting.', 'Switch from black to ruff.'],
  ['Always use moment.', 'date-fns not moment'],
  ['Use imperial units.', 'metric from now on'],
  ['Use camelCase for all names.', 'snake_case after all'],
  ['Use single quotes in TypeScript.', 'Switch to double quotes.'],
  ['Always use tabs for indentation.', "let's use spaces for indentation instead"],
  ['Write tests with unittest only.', 'pytest over unittest from now on'],
  ['Responde solo en español.', 'Sigue en inglés.'],
  ['Always use bun.', 'npm after all'],
  ['Only use sqlite.', 'lets use postgres instead'],
  ['Use at most 10 bullet points.', 'Cut it to 7.'],
  ['Use Ruby 3.1.', 'go with Ruby 3.3'],
  ['Use double quotes.', 'Actually, single quotes.'],
  ['Keep the budget below 500 USD.', 'We can go to 600 USD.'],
  ['Keep functions under 50 lines.', 'Relax that to 70 lines.'],
  ['Limit the page size to 20 items.', 'Set the page size to 50 items.'],
]

test.each(changed)('"%s" is replaced by "%s" long after', (rule, change) => {
  const standing = standingAfter([others[0] ?? '', rule, others[1] ?? '', task, change])
  expect(standing).toEqual(expect.arrayContaining([...others]))
  const rest = standing.filter((text) => !others.includes(text))
  expect(rest).toHaveLength(1)
  expect(rest[0]).toContain(change)
  expect(rest[0]).not.toBe(rule)
})

/** Rules that what is said later is not about. */
const unchanged: readonly (readonly [string, string, string?])[] = [
  ['Keep lines under 100 characters.', 'make it 110', 'Make the button wider.'],
  ['Keep lines under 100 characters.', 'make it 110', 'Draw a box that is 90 tall.'],
  ['Keep lines under 100 characters.', 'make it 3'],
  ['Keep lines under 100 characters.', 'Set the padding to 110.'],
  ['Keep lines under 100 characters.', 'Move to line 110.'],
  ['Keep lines under 100 characters.', 'Make the title at most 60 characters, and add a subtitle to the card.'],
  ['Use at most 2 workers.', 'Give it 4 more tries.'],
  ['Use at most 2 workers.', 'change the color to #444444'],
  ['Use Java 17.', 'Update chapter 21.'],
  ['Use Java 17.', 'Switch to branch 21.'],
  ['Use 4 spaces for indentation.', 'Make room for 2 more people in the table.'],
  ['Keep summaries under 200 words.', 'Make the list 150 items long.'],
  ['Deploy only on Fridays.', 'Change the due date to Monday.'],
  ['Deploy only on Fridays.', 'Let us meet on Monday instead.'],
  ['Always reply in German.', 'Change the page title to English.'],
  ['Always reply in German.', 'Let’s make an English version of the site.'],
  ['Always reply in German.', 'Is the manual in English?'],
  ['Always reply in German.', 'Let’s use English names for the variables.'],
  ['Always reply in German.', 'Go with the English spelling in the docs.'],
  ['Comments must be in German.', 'Switch to English.'],
  ['Never answer in German.', 'Switch to English.'],
  ['Always use pnpm.', 'Let’s test that with npm instead.'],
  ['Always use pnpm.', 'The readme should mention yarn, too.'],
  ['Never use yarn.', 'Switch to pnpm.'],
  ['Use mocha for tests.', 'What would a switch to vitest cost?'],
  ['Always use MySQL.', 'Let’s look at how Postgres does it.'],
  ['Use black for formatting.', 'Switch the background from black to white.'],
  ['Use imperial units.', 'Show metric units next to them.'],
  ['Use single quotes in TypeScript.', 'Make it double.'],
  ['Always use tabs for indentation.', 'Go back to the first of the tabs.'],
  ['Always use the dark theme.', 'Make it light.'],
  ['Keep the budget below 500 USD.', 'Book the flight for 600 USD instead.'],
  ['Keep functions under 50 lines.', 'Print 70 lines instead.'],
  ['Limit the page size to 20 items.', 'Change the name of the item to 50.'],
  ['Never push to main.', 'You can push to develop now.'],
  ['Keep the bundle below 250 KB.', 'Raise the upload limit to 300 KB.'],
  ['Always answer in Portuguese.', 'Change the language of the app to English.'],
  ['Only use sqlite.', 'Move the postgres container to port 5433.'],
  ['Use tabs.', 'Let’s go with three tabs: Home, Settings, Help.'],
  ['Keep methods below 20 lines.', 'Actually, look at line 30.'],
  ['Use at most 10 bullet points.', 'Cut the video to 7 minutes.'],
]

const later = unchanged.map(([rule, said, asked = task]) => [rule, said, asked] as const)

test.each(later)('"%s" goes on standing after "%s"', (rule, said, asked) => {
  expect(standingAfter([rule, ...others, asked, said])).toContain(rule)
})

const limit = 'Keep lines under 100 characters.'

test('a rule that is changed again is told with its newest change alone', () => {
  const said = [limit, 'make it 110', 'Hmm, make it 120.']
  expect(standingAfter(said)).toEqual([`${limit} → now: Hmm, make it 120.`])
  expect(standingAfter([...said, 'Keep lines under 90 characters.'])).toEqual(['Keep lines under 90 characters.'])
  expect(standingAfter([...said, 'Forget the rule about lines.'])).toEqual([])
})

test('a change that is taken back leaves the rule as it was', () => {
  expect(standingAfter([limit, 'make it 110', 'Scratch that.'])).toEqual([limit])
})

test('a change without a rule is no rule', () => {
  expect(standingAfter(['make it 110', 'Switch to English.', 'tabs after all'])).toEqual([])
})

test('what took the place of a rule is told beside it', () => {
  const items = [limit, 'make it 110'].map((text, i) => ({ id: entryId(`e${i}`), message: user(text) }))
  const told = renderConstraints(readFacts(emptyLedger, items), { withEnded: true })
  expect(told).toContain(`- "${limit}" (#0, superseded by "make it 110": no longer holds)`)
  expect(told).toContain(`- "${limit} → now: make it 110" (#1)`)
})

test('a pasted text changes no rule', () => {
  const page = `# Notes\n\nmake it 110\n\n# More\n\nSwitch to English.\n`
  expect(standingAfter([limit, 'Reply only in Spanish.', page])).toEqual([limit, 'Reply only in Spanish.'])
})

test.each([`${'make it '.repeat(14)}1`, `${'let us '.repeat(16)}`, `${'a not '.repeat(19)}b`, '1 '.repeat(59)])(
  'a sentence of many equal words is judged at once: %j',
  (sentence) => {
    // Work that doubles with each word would outlast the test.
    expect(standingAfter([limit, sentence])).not.toEqual([])
  },
)

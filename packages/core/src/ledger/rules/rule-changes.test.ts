import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { assistant, user } from '../../testing/build.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

function rulesAfter(said: readonly string[]) {
  const messages = said.flatMap((text) => [user(text), assistant('Fine.')])
  return readFacts(
    emptyLedger,
    messages.map((message, i) => ({ id: entryId(`e${i}`), message })),
  ).constraints
}

/** Rules that stand beside the one that is changed, and must go on standing. */
const others = ['Never commit secrets.', 'Always run the linter.', 'Keep the latency below 90 ms.', '不要删除日志。']

/** A rule, and what the user says right after it that changes it. */
const changed: readonly (readonly [string, string])[] = [
  ['Keep lines under 100 characters.', 'make it 110'],
  ['Keep lines under 100 characters.', 'Actually, make that 120.'],
  ['Keep lines under 100 characters.', 'Change it to 110 characters.'],
  ['Keep lines under 100 characters.', "Let's make it 110 chars instead."],
  ['Keep lines under 100 characters.', 'ok, 110 then'],
  ['Keep lines under 100 characters.', '110 instead, please'],
  ['Keep lines under 100 characters.', 'Use 110 instead.'],
  ['Keep lines under 100 characters.', 'Hmm, bump it to 120.'],
  ['Max line length: 80', 'Make the line length 100.'],
  ['Use at most 3 retries.', 'Change the limit to 5.'],
  ['Use at most 3 retries.', 'make it 5 retries'],
  ['Use at most 3 retries.', 'Let us allow 5 retries.'],
  ['Keep coverage above 80 %.', 'Raise it to 90 %.'],
  ['Keep coverage above 80 %.', 'raise that to 90 percent'],
  ['Test coverage must stay above 80%.', 'Lower it to 75%.'],
  ['Use Node 20.', 'Bump that to Node 22.'],
  ['Use Node 20.', 'Node 22 from now on.'],
  ['Only use Python 3.10.', "Let's move to Python 3.12."],
  ['Only use React 18.', 'Switch to React 19.'],
  ['Use 2 spaces for indentation.', 'Use 4 spaces instead.'],
  ['Use 2 spaces for indentation.', 'make it 4'],
  ['Always use tabs.', 'Use 4 spaces instead.'],
  ['Keep functions under 50 lines.', 'Actually 60 lines is fine.'],
  ['Answer in at most 3 sentences.', 'You can make it 5.'],
  ['Never use more than 4 threads.', 'Increase that to 8.'],
  ['Keep the budget below 500 USD.', 'make it 800 USD'],
  ['The deadline is Thursday, and everything must be done by then.', 'Make that Friday.'],
  ['Deploy only on Mondays.', 'Change it to Tuesdays.'],
  ['Reply only in Spanish.', 'Switch to English.'],
  ['Reply only in Spanish.', 'English from now on.'],
  ['Reply only in Spanish.', "Let's continue in English."],
  ['Reply only in Spanish.', 'Back to English, please.'],
  ['Always answer in French.', 'ok, in English please'],
  ['Please always answer in French.', 'You can answer in English again.'],
  ['Speak German with me, always.', 'Can we switch to English?'],
  ['Antworte immer auf Deutsch.', 'Lass uns auf Englisch weitermachen.'],
  ['Antworte immer auf Deutsch.', 'Ab jetzt bitte Englisch.'],
  ['Responde siempre en inglés.', 'Cambia a español.'],
  ['Responde siempre en inglés.', 'Sigamos en español.'],
  ['Réponds toujours en français.', 'Passons à l’anglais.'],
  ['Réponds toujours en français.', 'Continue en anglais.'],
  ['Отвечай всегда на русском.', 'Давай перейдём на английский.'],
  ['请始终用中文回答。', '改用英文吧。'],
  ['必ず日本語で答えてください。', '英語に切り替えてください。'],
  ['Always use npm.', 'actually, pnpm not npm'],
  ['Always use npm.', 'From now on use yarn.'],
  ['Always use npm.', 'Switch to pnpm.'],
  ['Use npm for everything.', "Let's use pnpm instead."],
  ['Use spaces for indentation.', 'tabs after all'],
  ['Use spaces for indentation.', "Let's go with tabs."],
  ['Use tabs.', 'Go back to spaces.'],
  ['Always write tests with jest.', 'Prefer vitest over jest from here.'],
  ['Use jest.', 'vitest from now on'],
  ['Use single quotes.', 'double quotes instead'],
  ['Use single quotes.', 'Change that to double quotes.'],
  ['Use snake_case everywhere.', 'Switch to camelCase.'],
  ['Always squash before merging.', "Let's rebase instead of squash."],
  ['Always use yarn.', 'Change of plan, use bun.'],
  ['Use Postgres for storage.', 'Switch from Postgres to SQLite.'],
  ['Always use prettier.', 'Switch from prettier to biome.'],
  ['Keep answers short.', 'Longer answers from now on, please be verbose.'],
  ['Keep lines under 100 characters.', '100 is too strict, make it 120.'],
  ['Keep lines under 100 characters.', '120, not 100'],
  ['Keep lines under 100 characters.', 'I meant 120.'],
  ['Keep lines under 100 characters.', 'The limit is now 120.'],
  ['Keep lines under 100 characters.', 'New limit: 120.'],
  ['Keep lines under 100 characters.', "let's increase the max line length to 120"],
  ['Reply only in Spanish.', 'English is fine.'],
  ['Reply only in Spanish.', 'Please respond in English.'],
  ['Reply only in Spanish.', 'You can write in English.'],
  ['Always use npm.', 'Replace npm with pnpm from now on.'],
  ['Always use npm.', "we're moving to pnpm"],
  ['Always use npm.', 'I changed my mind, use pnpm.'],
  ['Use TypeScript for everything.', 'Switch to JavaScript.'],
  ['Halte Zeilen unter 100 Zeichen.', 'Mach 110 daraus.'],
  ['Halte das Budget unter 500 Euro.', 'Erhöhe es auf 800 Euro.'],
  ['Mantén las líneas por debajo de 100 caracteres.', 'Que sean 110.'],
  ['Garde les lignes sous 100 caractères.', 'Passe à 110.'],
  ['Строки должны быть не больше 100 символов.', 'Пусть будет 110.'],
  ['每行必须不超过 100 个字符。', '改成 110。'],
  ['各行は必ず100文字以下にしてください。', '110に変更してください。'],
]

/** Sentences that take a rule back without another in its place. */
const lifted: readonly (readonly [string, string])[] = [
  ['Keep coverage above 80 %.', 'Never mind the coverage rule.'],
  ['Never push to main.', 'You can push to main now.'],
  ['No comments in the code.', 'Drop the no-comments rule.'],
  ['Never push to main.', 'Pushing to main is fine now.'],
  ['Do not use lodash.', 'lodash is ok after all'],
  ['No comments in the code.', 'Comments in the code are welcome again.'],
  ['Always write tests first.', 'Forget the tests-first rule.'],
]

test.each(changed)('"%s" is replaced by "%s", and both can be read', (rule, change) => {
  const rules = rulesAfter([...others, rule, change])
  const standing = rules.filter(({ state }) => state === 'standing').map(({ text }) => text)
  expect(standing).toEqual(expect.arrayContaining(others))
  expect(standing).not.toContain(rule)
  expect(standing.filter((text) => !others.includes(text))).toHaveLength(1)
  expect(standing.some((text) => text.includes(change.replace(/^.*, (?=please be)/, '')))).toBe(true)
})

test.each(lifted)('"%s" is lifted by "%s"', (rule, change) => {
  const standing = rulesAfter([...others, rule, change]).filter(({ state }) => state === 'standing')
  expect(standing.map(({ text }) => text)).toEqual(others)
})

/** A rule, and what changes something else. */
const unchanged: readonly (readonly [string, string])[] = [
  ['Keep lines under 100 characters.', 'Make the button 110 px.'],
  ['Keep lines under 100 characters.', 'make the button 110'],
  ['Keep lines under 100 characters.', 'Make it 110 px wide.'],
  ['Keep lines under 100 characters.', 'Change the port to 8080.'],
  ['Keep lines under 100 characters.', 'The port is 8080, change it to 9090.'],
  ['Keep lines under 100 characters.', 'The box is too small, make it 110.'],
  ['Always use npm.', 'Replace npm with pnpm in the CI config.'],
  ['Reply only in Spanish.', 'Write the commit message in English.'],
  ['Keep lines under 100 characters.', 'Set the timeout to 30 seconds.'],
  ['Keep lines under 100 characters.', 'Raise the font size to 110.'],
  ['Keep lines under 100 characters.', 'The report has 110 pages.'],
  ['Keep lines under 100 characters.', 'There are 110 of them.'],
  ['Keep lines under 100 characters.', 'Fix line 110.'],
  ['Keep lines under 100 characters.', 'Is 110 allowed?'],
  ['Keep lines under 100 characters.', 'Should we make it 110?'],
  ['Keep lines under 100 characters.', 'If it gets too tight, make it 110.'],
  ['Keep lines under 100 characters.', 'Do not make it 110.'],
  ['Keep lines under 100 characters.', 'Why did you make it 110?'],
  ['Keep lines under 100 characters.', 'The linter says 110 is too long.'],
  ['Keep lines under 100 characters.', 'In the README make it 110.'],
  ['Keep lines under 100 characters.', 'Make it 110 for markdown files only.'],
  ['Keep lines under 100 characters.', 'Write 110 unit tests.'],
  ['Keep lines under 100 characters.', 'Generate 120 rows of test data instead.'],
  ['Keep lines under 100 characters.', 'Make it work in 3 browsers.'],
  ['Use at most 3 retries.', 'Change the number of workers to 5.'],
  ['Use at most 3 retries.', 'Set the batch size to 5.'],
  ['Use at most 3 retries.', 'Run it 5 times.'],
  ['Keep coverage above 80 %.', 'Raise the opacity to 90 %.'],
  ['Keep coverage above 80 %.', 'Scale it to 90 px.'],
  ['Keep coverage above 80 %.', 'Coverage is at 90 % now.'],
  ['Use Node 20.', 'Bump lodash to 22.'],
  ['Use Node 20.', 'Bump the version to 22.0.1.'],
  ['Use Node 20.', 'Upgrade the docs site to Node 22.'],
  ['Use Node 20.', 'Does it run on Node 22?'],
  ['Only use Python 3.10.', 'Test it with Python 3.12 as well.'],
  ['Use 2 spaces for indentation.', 'Put 4 spaces before the colon in the table.'],
  ['Keep functions under 50 lines.', 'Show me the last 60 lines of the log.'],
  ['Answer in at most 3 sentences.', 'Give me 5 examples.'],
  ['Keep the budget below 500 USD.', 'The laptop costs 800 USD.'],
  ['Deploy only on Mondays.', 'The meeting is on Tuesday.'],
  ['Deploy only on Mondays.', 'Move the meeting to Friday.'],
  ['Reply only in Spanish.', 'Translate the page to English.'],
  ['Reply only in Spanish.', 'Write the README in English.'],
  ['Reply only in Spanish.', 'How do you say "gato" in English?'],
  ['Reply only in Spanish.', 'Switch the UI to English.'],
  ['Reply only in Spanish.', 'The error message is in English.'],
  ['Reply only in Spanish.', 'Should I switch to English?'],
  ['Reply only in Spanish.', 'Add an English version of the page.'],
  ['Reply only in Spanish.', 'My English is bad.'],
  ['Write all docs in Spanish.', 'Switch to English.'],
  ['Translate the app to French.  Always keep the French text short.', 'Switch to English.'],
  ['Antworte immer auf Deutsch.', 'Übersetze den Text ins Englische.'],
  ['Responde siempre en inglés.', 'Traduce el texto al español.'],
  ['请始终用中文回答。', '把这段话翻译成英文。'],
  ['Always use npm.', 'The CI uses yarn.'],
  ['Always use npm.', 'Does pnpm work, too?'],
  ['Always use npm.', 'Compare npm with pnpm.'],
  ['Always use npm.', 'Switch to the other branch.'],
  ['Always use npm.', 'Use pnpm in the examples folder.'],
  ['Use spaces for indentation.', 'Add two tabs to the settings page.'],
  ['Use spaces for indentation.', 'Switch to the second tab.'],
  ['Use tabs in Makefiles.', 'Use spaces in Python.'],
  ['Use jest.', 'The docs of vitest are better.'],
  ['Use single quotes.', 'Print the total with double precision.'],
  ['Use the dark theme.', 'Switch the lights off.'],
  ['Always squash before merging.', 'Merge the branch.'],
  ['Use Postgres for storage.', 'Migrate the old data from MySQL to Postgres.'],
  ['Use Postgres for storage.', 'Convert the dump from Postgres to SQLite for the tests.'],
  ['Keep answers short.', 'The list is too long.'],
  ['Never push to main.', 'You can push the tag now.'],
  ['No comments in the code.', 'Drop the comments table.'],
  ['Halte Zeilen unter 100 Zeichen.', 'Mach den Knopf 110 Pixel breit.'],
  ['Mantén las líneas por debajo de 100 caracteres.', 'Haz el botón de 110 píxeles.'],
  ['每行必须不超过 100 个字符。', '把按钮宽度改成 110。'],
]

test.each(unchanged)('"%s" goes on standing after "%s"', (rule, said) => {
  const kept = rule.split('  ').at(-1) ?? rule
  const standing = rulesAfter([...others, rule, said]).filter(({ state }) => state === 'standing')
  expect(standing.map(({ text }) => text)).toEqual(expect.arrayContaining([...others, kept]))
})

test.each([
  ['Use spaces for indentation, never tabs.', 'use tabs after all'],
  ['Use pnpm, not npm.', 'npm after all'],
  ['Use pnpm instead of npm.', 'actually yarn'],
])('"%s" chooses nothing that it rules out, so "%s" ends it', (rule, change) => {
  const rules = rulesAfter([rule, change])
  expect(rules.find(({ text }) => text === rule)?.state).toBe('superseded')
  expect(rules.find(({ state }) => state === 'standing')?.text).toContain(change)
})

test('a rule that was lifted keeps what the user said to lift it', () => {
  expect(rulesAfter(['Never push to main.', 'You may push to main now.'])).toMatchObject([
    { text: 'Never push to main.', state: 'cancelled', endedWith: 'You may push to main now.' },
  ])
})

test.each(['Always use Node 20.', 'Keep every line under 80.'])('%j ends where its sentence ends', (rule) => {
  expect(rulesAfter([`${rule} Refactor the module.`]).map(({ text }) => text)).toEqual([rule])
})

test('a day in German does not end a sentence', () => {
  const rule = 'Bis zum 12. Mai niemals auf main pushen.'
  expect(rulesAfter([rule]).map(({ text }) => text)).toEqual([rule])
})

import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { user } from '../../testing/build.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

function standing(...said: readonly string[]): readonly string[] {
  const items = said.map((text, i) => ({ id: entryId(`e${i}`), message: user(text) }))
  const { constraints } = readFacts(emptyLedger, items)
  return constraints.filter(({ state }) => state === 'standing').map(({ text }) => text)
}

test.each([
  ['Do not modify config/prod.yaml.', 'You may now modify config/dev.yaml.'],
  ['Never touch db/production.sql.', 'You can touch db/staging.sql now.'],
  ["Don't edit src/server/auth.ts.", 'You may edit src/server/routes.ts now.'],
  ['Do not change the API of module A.', 'You may change the API of module B now.'],
  ['Always run unit tests before commit.', 'You no longer need to run integration tests before commit.'],
  ['All endpoints must require auth.', 'The health endpoint no longer has to require auth.'],
  ['不要修改 config/prod.yaml。', '现在可以修改 config/dev.yaml 了。'],
  ['mainに直接pushしないでください。', 'developに直接pushしてもいいです。'],
  ['Ändere niemals config/prod.yaml.', 'Du darfst config/dev.yaml jetzt ändern.'],
  ['Никогда не меняй config/prod.yaml.', 'Теперь можно менять config/dev.yaml.'],
  ['Ne modifie jamais config/prod.yaml.', 'Tu peux modifier config/dev.yaml maintenant.'],
])('"%s" still holds after "%s"', (rule, permission) => {
  expect(standing(rule, permission)).toContain(rule)
})

test.each([
  ["Don't touch the payments folder.", 'You may edit the payments folder now.'],
  ['Never push to main.', 'I take back the rule about pushing to main.'],
  ['Never push to main.', 'You may push to main now.'],
  ['Use Node 18 only.', 'Correction: use Node 20 only.'],
])('"%s" no longer holds after "%s"', (rule, release) => {
  expect(standing(rule, release)).not.toContain(rule)
})

test.each([
  ['Never push to main.', 'Scratch that.'],
  ['Never push to main.', 'Scratch what I said about main.'],
  ['Never push to main.', 'I changed my mind about pushing to main.'],
  ['Never push to main.', 'Disregard my earlier instruction on pushing to main.'],
  ['Always run the linter.', "You don't have to run the linter any longer."],
  ['Never use lodash.', 'Actually, scratch that, lodash is fine.'],
  ['Never use lodash.', 'Ignore my last instruction.'],
  ['Never use lodash. Sorry, I take that back.', 'Go on.'],
  ['Verwende niemals Docker.', 'Vergiss, was ich über Docker gesagt habe.'],
  ['Verwende niemals Docker.', 'Das nehme ich zurück.'],
  ['Nunca use lodash.', 'Esqueça o que eu disse sobre lodash.'],
  ['Non usare mai lodash.', 'Dimentica quello che ho detto su lodash.'],
  ['不要使用 axios。', '我收回刚才关于 axios 的话。'],
  ['不要使用 axios。', '刚才那条作废。'],
  ['axiosは使わないでください。', 'axiosの件は撤回します。'],
  ['axios를 사용하지 마세요.', 'axios 얘기는 없던 걸로 해줘.'],
])('nothing is left of "%s" after "%s"', (rule, release) => {
  expect(standing(rule, release)).toEqual([])
})

test.each([
  [['Never push to main.', 'Now fix the login page.', 'Scratch that.']],
  [['Add a login page. Never push to main.', 'Scratch that, do a signup page.']],
  [['Never push to main.', 'The page is too wide. Scratch that.']],
  [['Never push to main.', 'Do not scratch that.']],
  [['Never push to main.', 'I changed my mind about the colours.']],
])('%j takes back something else', (said) => {
  expect(standing(...said)).toContain('Never push to main.')
})

test('a rule is taken back however much is asked for after that', () => {
  const later = Array.from({ length: 40 }, (_, i) => `Look at page ${i}. ${'It is too wide. '.repeat(60)}`)
  expect(standing('Never push to main.', 'Scratch that.', ...later)).toEqual([])
})

test.each([
  'Run the linter before every commit.',
  'Write all docs in Spanish.',
  'You cannot use recursion here.',
  "You can't push to main.",
  'I forbid you to rename anything.',
  'Nothing in legacy/ may be changed.',
  'Nobody should edit the vendored files.',
  'Ask me before deleting anything.',
  'Wait for my approval before any deploy.',
  'can you please not use lodash',
  'Stay away from the billing module.',
  'All dates should be in ISO 8601.',
  'Max line length: 100',
  'My budget is 500 dollars.',
])('"%s" is a rule', (rule) => {
  expect(standing(rule)).toEqual([rule])
})

test.each([
  'Nothing should surprise you here?',
  'The build fails after every run.',
  'You can see that all tests should pass.',
  'I ran the tests before every commit last year.',
])('"%s" is none', (text) => {
  expect(standing(text)).toEqual([])
})

test('a rule that was wrapped is kept whole', () => {
  const rule = 'Never delete the branches whose name starts\nwith release/ even when they look stale.'
  expect(standing(`Hello.\n${rule} Thanks!`)).toEqual([rule])
  expect(standing('Never change\nthe wire format')).toEqual(['Never change\nthe wire format'])
})

test('a rule that leads into a list is kept with the list, as far as there is room', () => {
  const rule = 'Do not touch any of the following:\n- src/alpha.ts\n- src/bravo.ts'
  expect(standing(`Please start. ${rule}\n\nThe rest is up to you.`)).toEqual([rule])
  const long = `Never edit these:\n${Array.from({ length: 200 }, (_, i) => `- src/file-${i}.ts`).join('\n')}`
  const [kept = ''] = standing(long)
  expect(long.startsWith(kept)).toBe(true)
  expect(kept.length).toBeGreaterThan(1_400)
  expect(kept.length).toBeLessThanOrEqual(1_500)
})

test('two orders that only follow each other are two rules', () => {
  expect(standing('Never push to main.\nNever use tabs.')).toEqual(['Never push to main.', 'Never use tabs.'])
})

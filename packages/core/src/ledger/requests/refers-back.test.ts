import { expect, test } from 'vitest'
import { refersBack } from './refers-back.ts'

const statement = 'The cache keeps one entry for each user, and drops the oldest first.'
const plan = 'Here is the plan:\n1. Move the parser.\n2. Add tests.\n3. Delete the old one.'
const question = 'I found two places where the parser is called. Shall I change both?'

test.each([
  'Do it.',
  'yes',
  'Yes, but use Postgres for the queue.',
  'go ahead',
  'option 2',
  'Option B please',
  'ok, implement that',
  'sounds good, but skip step 3',
  'the second one',
  'fix those issues',
  'apply it',
  '1 and 3',
  '1, 3 and 4',
  'all but 2',
  'make it so',
  'Please go ahead and implement this.',
  "let's do the second approach",
  'Can you do both?',
  'I like the first option, with caching though.',
  'As you suggested.',
  'Follow your plan, but leave the tests for later.',
  'Great, start with phase 1.',
  'Implement everything you listed.',
  'Use approach B, and keep the old API for now. The rest can wait until the release is out, which should be in about two weeks.',
  'write the tests for it',
  'Nah, do the other one.',
  'Mach das so.',
  'Setz das bitte um.',
  'Ja, aber ohne Schritt 3.',
  'Nimm die zweite Variante.',
  'Hazlo, pero sin el paso 3.',
  'Sí, adelante con la segunda opción.',
  'Implementa eso.',
  'Vas-y, mais sans les tests.',
  "Prends l'option 2.",
  'Fais-le.',
  'Va bene, ma salta il passo 2.',
  'Sim, mas sem o passo 3.',
  'Faça isso.',
  'Да, но без третьего шага.',
  'Сделай это.',
  'Так, але без тестів.',
  'Tak, ale bez kroku 3.',
  'Bunu uygula.',
  'Lakukan itu.',
  '好的，但是跳过第三步',
  '就按你说的方案做',
  '选第二个',
  'それでお願いします',
  'はい、でも3番目は飛ばして',
  '네, 그런데 3번은 빼줘',
  '그대로 진행해줘',
  'نفذ هذا',
  'इसे लागू करो',
])('"%s" refers to the answer before it, whatever that is', (request) => {
  expect(refersBack(request, statement)).toBe(true)
})

test.each([
  ['Start with the parser.', plan],
  ['Begin.', plan],
  ['skip the tests', plan],
  ['No.', question],
  ['Only the one in the lexer.', question],
  ['Postgres', 'Which database do you prefer: Postgres or SQLite?'],
  ['tomorrow morning', 'When should the job run? Tell me the hour you like best.'],
  ['The blue theme.', 'There are a red and a blue theme. Let me know which you want.'],
])('"%s" refers to an answer that waits for one', (request, answer) => {
  expect(refersBack(request, answer)).toBe(true)
  expect(refersBack(request, statement)).toBe(false)
})

test.each([
  'What is 2+2?',
  'Write a parser for TOML in src/toml.ts.',
  'Add a dark mode toggle to the settings page.',
  'Rename parseConfig to readConfig in every file under src, run the tests, and commit the result with a message that explains why. Do not push anything until the build of the branch is green again.',
  'How many users signed up last week?',
  'Explain how the scheduler picks a worker.',
  'Run the linter and mend what the linter finds.',
  'Schreibe einen Parser für TOML.',
  'Lösche die Datei config.old und das Verzeichnis tmp daneben.',
  'Agrega un botón a la página de inicio.',
  'Ajoute un bouton sur la page de connexion.',
  'Добавь кнопку на страницу входа.',
  '在登录页面添加一个按钮。',
  'ログインページにボタンを追加してください。',
  'Right-align the title of every card.',
  'Go through the logs of yesterday and count the timeouts.',
  'Number the pages of the report.',
])('"%s" is understood by itself', (request) => {
  expect(refersBack(request, statement)).toBe(false)
})

test('a question of its own is none that an answer waited for', () => {
  expect(refersBack('What is 2+2?', plan)).toBe(false)
  expect(refersBack('What is 2+2?', question)).toBe(false)
})

test.each(['1 '.repeat(80), '11111111111111111111111111111111x', `${'the '.repeat(39)}x`, 'go '.repeat(53)])(
  'a text of many equal words is judged at once: %j',
  (request) => {
    // Work that doubles with each word would outlast the test.
    expect(refersBack(request, '? '.repeat(50_000))).toBeTypeOf('boolean')
  },
)

test.each([
  'Thanks. Now update the README for the new installer.',
  'Forget that. Write me a poem about the sea for the website footer.',
  'Danke! Schreib mir ein Gedicht über das Meer.',
  'never mind, check why the deploy failed',
])('a farewell is about what was before, and what follows it is not: %s', (request) => {
  expect(refersBack(request, statement)).toBe(false)
})

test.each(['Thanks, go ahead', 'Thanks! Do it.', 'Thank you, please implement that now', 'Forget that.'])(
  'a farewell to an answer still refers to it: %s',
  (request) => expect(refersBack(request, statement)).toBe(true),
)

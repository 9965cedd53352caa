import { describe, expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { user } from '../../testing/build.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'
import { judgeSentence, rulingsIn } from './constraints.ts'

const rules: Readonly<Record<string, readonly string[]>> = {
  English: [
    'Never push to main.',
    'Always run the tests before you commit.',
    "Don't touch the generated files.",
    'You must not edit package-lock.json.',
    'All public functions must have a docstring.',
    'Only change files under src/.',
    'Make sure the tests pass before committing.',
    'please keep the commit messages short',
    'From now on answer in French.',
    'Avoid global state.',
    'No emojis.',
    'Imports must be sorted.',
    'Commit messages must be at most 50 characters.',
    'Let us never use global state.',
    'Use tabs instead of spaces.',
    'I prefer small commits over big ones',
    'Could you please never force-push?',
    'tests should never hit the network',
    'You may only read from the database.',
    "Fix the build and don't touch main.",
    'When you write a commit, use the imperative.',
    'If a call fails, avoid a second try.',
    'In this repository, keep functions short.',
    'I want all timestamps in UTC.',
    'Orders above 500 EUR need approval by Ms Keller.',
    'Staging is read-only for you.',
    'Leave the script tools/old.pl alone.',
    'Exclude any source from before 2010.',
    'Quote one figure for each claim.',
    'Round amounts to two decimal places.',
    'If a case is slow, mark it instead of deleting it.',
    'Our style guide prohibits default exports.',
    'It is essential that the order of columns stays.',
    'Try not to exceed 90 columns.',
    'Tabs, not spaces.',
    "By law we can't share names of patients.",
    'I need everything to be accessible.',
    'One ticket per branch, no exceptions.',
    'Anything before 2020 is out of scope.',
    'We only support Chrome.',
    'Write the test first, then the code.',
    'The deadline is 3 June.',
  ],
  Chinese: [
    '不要修改数据库结构。',
    '提交前务必运行测试',
    '变量名一律用英文',
    '千万别删除用户数据！',
    '只能使用标准库',
    '请始终用中文回答',
  ],
  Japanese: [
    '必ずテストを実行してください。',
    '本番環境には絶対に触らないでください',
    '直接pushしないで',
    'mainへのpushは禁止です',
    '常に型を付けること',
    '敬語を使うこと。',
    'コメントは英語で書くこと',
  ],
  Korean: ['반드시 테스트를 먼저 작성해줘', '절대 main에 푸시하지 마세요', '외부 라이브러리 사용 금지'],
  Spanish: ['Nunca hagas push a main.', 'Siempre usa tipos explícitos.', 'No modifiques los archivos generados.'],
  French: [
    'Ne modifie pas les fichiers générés.',
    'Utilise toujours des tabulations.',
    'Il faut lancer les tests avant chaque commit.',
  ],
  German: [
    'Verwende immer Tabs.',
    'Ändere niemals die öffentliche API.',
    'Bitte keine neuen Abhängigkeiten hinzufügen.',
  ],
  Portuguese: ['Nunca faça push para a main.', 'Sempre escreva testes.', 'Não altere o esquema do banco.'],
  Italian: ['Non modificare i file generati.', 'Usa sempre i tipi espliciti.'],
  Russian: ['Никогда не пушь в main.', 'Всегда запускай тесты перед коммитом.', 'Не трогай сгенерированные файлы.'],
  Ukrainian: ['Ніколи не пуш у main.', 'Завжди запускай тести.'],
  Polish: ['Nigdy nie pushuj do main.', 'Zawsze uruchamiaj testy przed commitem.'],
  Turkish: ["Asla main'e push yapma.", 'Her zaman testleri çalıştır.'],
  Vietnamese: ['Đừng sửa file cấu hình.', 'Luôn chạy test trước khi commit.'],
  Indonesian: ['Jangan ubah skema database.', 'Selalu jalankan tes sebelum commit.'],
  Arabic: ['لا تعدل ملفات الإعداد.', 'يجب تشغيل الاختبارات قبل كل تغيير'],
  Hindi: ['कभी भी main पर push मत करो।', 'हमेशा टेस्ट चलाओ'],
  Thai: ['ห้ามแก้ไขไฟล์ config', 'ต้องรันเทสต์ก่อนคอมมิตเสมอ'],
}

describe.each(Object.entries(rules))('%s', (_, sentences) => {
  test.each(sentences)('%s is a rule, kept word for word', (sentence) => {
    const ruling = judgeSentence(sentence)
    expect(ruling?.text).toBe(sentence)
    expect(ruling?.kind).not.toBe('release')
  })
})

test.each([
  'Do you always run the tests?',
  'it never worked',
  'The test always fails on CI.',
  'I never saw this error before',
  "I don't know what happened",
  'This must be a bug',
  'It must have been a typo',
  'it only works on Linux',
  'never mind',
  'No problem',
  'can you add documentation about the plugin',
  '这个总是失败',
  '要不要加个测试？',
  'いつも失敗する',
  'つまりそういうこと。',
  '今日できること。',
  '気になること。',
  '항상 실패해요',
  'El test siempre falla.',
  'Ça ne marche pas.',
  'Der Test schlägt immer fehl.',
  'O teste sempre falha.',
  'Тест всегда падает.',
  'Test zawsze pada.',
  'The docs say you should always restart it.',
  'She said "never again" and left.',
  'The error says the id must not be null.',
  'The file is read-only, so the copy failed.',
  "We can't reproduce it here.",
  'It made me want to keep going.',
  "I'll be sure to keep you posted.",
  'It works when you don’t use tuples.',
  'Ann: No worries!',
  'これはいつも遅いですね。',
])('%s is no rule', (sentence) => {
  expect(judgeSentence(sentence)).toBeUndefined()
})

test('rules are not read from code, quotes and logs that the user pasted', () => {
  const text = '```\n// never call this\n```\n> always do that\n2026-01-01 10:00:00 must not be null\nPlease look.'
  expect([...rulingsIn(text)]).toEqual([])
})

test('the points of a list of rules are rules, whatever their words', () => {
  expect([...rulingsIn('Rules:\n- four spaces\n- British spelling')].map((ruling) => ruling?.text)).toEqual([
    'four spaces',
    'British spelling',
  ])
})

const statesAfter = (...said: readonly string[]) =>
  readFacts(
    emptyLedger,
    said.map((text, i) => ({ id: entryId(`e${i}`), message: user(text) })),
  ).constraints.map(({ text, state, endedBy }) =>
    endedBy === undefined ? `${text} ${state}` : `${text} ${state} ${endedBy}`,
  )

test.each([
  [['Never push to main.', 'You can push to main now.'], ['Never push to main. cancelled e1']],
  [['Use tabs for indentation.', 'Ignore what I said about tabs.'], ['Use tabs for indentation. cancelled e1']],
  [['Never use semicolons.', 'Scrap the no-semicolons rule.'], ['Never use semicolons. cancelled e1']],
  [['Nutze immer die API v1.', 'Vergiss das mit der API v1.'], ['Nutze immer die API v1. cancelled e1']],
  [['不要推送代码。', '现在可以推送代码了。'], ['不要推送代码。 cancelled e1']],
  [['必ずテストを書いてください。', 'もうテストを書かなくていいです。'], ['必ずテストを書いてください。 cancelled e1']],
  [
    ['Use tabs.', 'Use spaces instead.'],
    ['Use tabs. superseded e1', 'Use spaces instead. standing'],
  ],
  [
    ['Always answer in English.', 'From now on answer in French.'],
    ['Always answer in English. superseded e1', 'From now on answer in French. standing'],
  ],
])('%j ends the rule it is about', (said, states) => {
  expect(statesAfter(...said)).toEqual(states)
})

test.each([
  [['Never push to main.', 'You may delete the old branches now.'], ['Never push to main. standing']],
  [
    ['Use pnpm.', 'Never touch the lock file.', 'Use spaces instead.'],
    ['Use pnpm. standing', 'Never touch the lock file. standing', 'Use spaces instead. standing'],
  ],
  [['Never push to main.', 'Never push to main.'], ['Never push to main. standing']],
])('%j ends no rule', (said, states) => {
  expect(statesAfter(...said)).toEqual(states)
})

test('five hundred pasted rules stay within bounds, and the ones left out are counted', () => {
  const pasted = Array.from({ length: 500 }, (_, i) => `- Never use pattern number ${i} in module ${i * 7}.`).join('\n')
  const ledger = readFacts(emptyLedger, [
    { id: entryId('a'), message: user('Never push to main.') },
    { id: entryId('b'), message: user(pasted) },
  ])
  expect(ledger.constraints.map(({ text }) => text)).toContain('Never push to main.')
  expect(ledger.constraints.length + ledger.dropped.constraints).toBe(501)
  expect(JSON.stringify(ledger.constraints).length).toBeLessThan(17_000)
})

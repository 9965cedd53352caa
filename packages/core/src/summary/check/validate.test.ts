import { expect, test } from 'vitest'
import { estimateText } from '../../tokens/estimate-text.ts'
import { headings, parseSections } from '../sections/headings.ts'
import { keepsLanguage } from './keeps-language.ts'
import { stripReasoning } from './strip-reasoning.ts'
import { type Assignment, validate } from './validate.ts'

const deps = { countText: estimateText, pause: async () => undefined }
const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n')
const source = lines(300, (i) => `The server on port ${4_000 + i} logged a timeout while reading table customers_${i}.`)
const assignment: Assignment = {
  source,
  sourceTokens: estimateText(source),
  targetTokens: 500,
  userWords: 'Please find out why the server times out.',
  fence: { tag: 'src-1' },
}
const judge = (answer: string, more: Partial<Assignment> = {}) => validate(answer, { ...assignment, ...more }, deps)
const honest = '## Goal\nFind out why the server logged a timeout.\n## Critical Context\nport 4007, table customers_7'

test('an honest summary is sound', async () => {
  expect(await judge(honest)).toMatchObject({ kind: 'sound', flags: [] })
})

test.each([
  ['<think>plan</think>\n## Goal\nx', '## Goal\nx'],
  ['plan it\n</think>\n\n## Goal\nx', '## Goal\nx'],
  ['## Goal\nx\n<thinking>\nnever closed', '## Goal\nx'],
  ['<think>a</think><think>b', ''],
  ['```markdown\n## Goal\nx\n```', '## Goal\nx'],
  ['## Goal\nStrip `<think>` and `</think>` tags', '## Goal\nStrip `<think>` and `</think>` tags'],
  ['## Goal\n```js\na\n```', '## Goal\n```js\na\n```'],
])('of %j, without thinking, %j is left', (answer, left) => {
  expect(stripReasoning(answer)).toBe(left)
})

test.each([
  ["Here's a structured summary of the conversation:", ''],
  ['Hier ist die Zusammenfassung:', ''],
  ['Okay, let me think about what matters.\nThe user wants to know why the server times out.', ''],
  ['The tests of port 4007 were not run again.', 'The tests of port 4007 were not run again.'],
  ['Here is what holds:\n- port 4007 is slow', 'Here is what holds:\n- port 4007 is slow'],
])('%j before a summary is taken away where it is talk', async (opening, left) => {
  const { body = '' } = await judge(`${opening}\n\n${honest}\n\nLet me know if you need more detail.`)
  expect(parseSections(body).opening).toBe(left)
  expect(body).toMatch(/customers_7$/)
})

test('signs for terminals are no part of a summary', async () => {
  const { body } = await judge(honest.replace('## Goal', '\u001b[1m## Goal\u001b[0m').replace('port', 'po\u0000rt'))
  expect(body).toBe((await judge(honest)).body)
})

test.each([
  'I cannot help with that.',
  'I can’t assist with this request.',
  'Lo siento, no puedo ayudar con eso.',
  'Je suis désolé, je ne peux pas vous aider.',
  'Es tut mir leid, ich kann dabei nicht helfen.',
  '申し訳ありませんが、お手伝いできません。',
  '죄송하지만 도와드릴 수 없습니다.',
  'Извините, я не могу помочь с этим.',
])('%s is a refusal', async (answer) => {
  expect(await judge(answer)).toMatchObject({ kind: 'faulty', fault: 'refusal' })
})

test('a summary that tells of a refusal is none', async () => {
  const told = `${honest}\n## Blocked\nThe server said: I'm sorry, I can't help with that.`
  expect(await judge(told)).toMatchObject({ kind: 'sound' })
})

test('a text without headings is filed under critical context', async () => {
  const judged = await judge('The server logged a timeout on port 4007 while reading table customers_7.')
  expect(judged).toMatchObject({ kind: 'sound', flags: ['headings-missing'] })
  expect(judged.body).toMatch(/^## Critical Context\n/)
})

test.each([
  [
    'as long as its source',
    lines(400, (i) => `In my words: server ${i} had a timeout on port ${4_000 + i}, reading customers_${i}.`),
    'not-shorter',
  ],
  [
    'over half of it and of its target',
    lines(220, (i) => `In my words: port ${4_000 + i} timeout reading customers_${i} there.`),
    'too-long',
  ],
])('an answer that is %s is refused', async (_, answer, fault) => {
  expect(await judge(answer)).toMatchObject({ kind: 'faulty', fault })
})

test('one that is long, but short beside its source, is taken with a flag', async () => {
  const answer = lines(60, (i) => `In my words: port ${4_000 + i} timeout reading customers_${i} there.`)
  expect(await judge(answer)).toMatchObject({ kind: 'sound', flags: ['headings-missing', 'summary-long'] })
})

test('a copy of the source is an echo, a few quotations are not', async () => {
  const copy = source.split('\n').slice(0, 200).join('\n')
  expect(await judge(copy)).toMatchObject({ fault: 'echo' })
  expect(await judge(`${honest}\n${source.split('\n').slice(0, 3).join('\n')}`)).toMatchObject({ kind: 'sound' })
})

test('our own marks in an answer give an echo away', async () => {
  const copied = ['[src-1 conversation]', '[src-1 #0: user]', 'server timeout', '[src-1 #1: assistant]', 'port'].join(
    '\n',
  )
  expect(await judge(copied)).toMatchObject({ fault: 'echo' })
})

test('an answer about something else is junk, in Chinese as well', async () => {
  const zh = lines(200, (i) => `用户询问第${i}号酒店的价格,系统推荐了北京的餐馆,并预订了出租车。`)
  const chinese = {
    source: zh,
    sourceTokens: estimateText(zh),
    userWords: '请帮我找一家北京的酒店,价格不要太高。'.repeat(3),
  }
  expect(await judge('## Goal\n用户想预订北京的酒店,并询问餐馆和出租车的价格。', chinese)).toMatchObject({
    kind: 'sound',
  })
  const strange = '## Goal\n量子纠缠描述粒子之间的关联,测量结果遵循概率分布,薛定谔方程给出演化规律。'
  expect(await judge(strange, chinese)).toMatchObject({ fault: 'junk' })
  const recipe = 'Whisk eggs and flour, butter muffin tins, bake until golden brown, then serve warm with berry jam.'
  expect(await judge(recipe)).toMatchObject({ fault: 'junk' })
})

test.each([
  [
    '日本語で質問します。サーバーが遅い理由を調べてください。よろしくお願いします。',
    'サーバーが遅い理由を調べた。`src/a.ts` を修正し、テストは成功した。設定も確認した。',
    true,
  ],
  [
    '日本語で質問します。サーバーが遅い理由を調べてください。よろしくお願いします。',
    'The reason why the server was slow has been investigated and the tests pass now.',
    false,
  ],
  [
    '请检查为什么服务器很慢,然后修复数据库的连接问题,谢谢你的帮助,再检查一次。',
    'The reason why the server was slow has been investigated and the tests pass now.',
    false,
  ],
  [
    'Why is the server slow? Please find out and fix it.',
    '服务器很慢的原因已经查明,数据库连接问题已经修复,所有测试都通过了。',
    false,
  ],
  [
    'Why is the server slow? Please find out and fix it.',
    'Der Server war langsam; die Ursache ist gefunden und behoben.',
    true,
  ],
  ['ok', '服务器很慢的原因已经查明,数据库连接问题已经修复,所有测试都通过了。', true],
  [
    '서버가 왜 느린지 알아봐 주세요. 그리고 데이터베이스 연결 문제를 고쳐 주세요.',
    '`src/server.ts` 수정: 연결 풀을 늘림. npm test 통과. README.md 갱신. API 문서도 고침.',
    true,
  ],
])('whether %s and %s are in one language: %s', (said, written, kept) => {
  expect(keepsLanguage(said, headings.map((heading) => `## ${heading}\n`).join('') + written)).toBe(kept)
})

test('an answer in another language is handed back if its names and numbers are right', async () => {
  const chinese = '## Goal\n服务器很慢的原因已经查明,数据库连接问题已经修复,所有测试都通过了。'
  const judged = await judge(`${chinese}\n- timeout server port 4007, 4009 table customers`)
  expect(judged).toMatchObject({ kind: 'faulty', fault: 'language' })
  expect(judged.body).toContain('服务器')
  expect((await judge(chinese)).body).toBeUndefined()
})

test.each([
  'ok',
  'Done.',
  '42',
  'null',
  'undefined',
  '502 Bad Gateway',
  'Error: model overloaded',
  'Usage: llm [OPTIONS] COMMAND [ARGS]',
  'No API key found. Set one with llm keys set openai',
  'Sure, I will do that now.',
  'hello world',
  'Rate limit exceeded, please try again later.',
  'The server logged a timeout while reading.',
  '## Goal\nok',
  '## Goal\nok\n## Blocked\nNone.',
])('%j is no summary of thousands of tokens', async (answer) => {
  expect(await judge(answer)).toMatchObject({ kind: 'faulty', fault: 'junk' })
})

test('of a few words a few words are summary enough', async () => {
  const few = 'user: Is the server up?\nassistant: It is.'
  const answer = '## Goal\nServer is up'
  expect(await judge(answer, { source: few, sourceTokens: 40, targetTokens: 500 })).toMatchObject({ kind: 'sound' })
})

test('an answer that is a trifle of what was asked for is no summary, however true', async () => {
  const told = '## Goal\nThe server logged a timeout while reading table customers_7 on port 4007.'
  expect(await judge(told, { targetTokens: 500 })).toMatchObject({ kind: 'sound' })
  expect(await judge(told, { targetTokens: 4_000 })).toMatchObject({ kind: 'faulty', fault: 'junk' })
  expect(await judge(`${told}\n${source.slice(0, 200)}`, { targetTokens: 4_000 })).toMatchObject({ kind: 'sound' })
})

test.each([
  [
    'Japanese',
    (i: number) => `サーバー${i}の接続が切れたので、設定ファイルを直して再起動しました。`,
    'サーバーの接続が切れた原因を調べ、設定ファイルを直した。',
  ],
  [
    'Chinese',
    (i: number) => `第${i}台服务器的连接断开了,所以修改了配置文件并重新启动。`,
    '多台服务器的连接断开了,修改配置文件并重新启动之后恢复。',
  ],
  [
    'Korean',
    (i: number) => `서버 ${i}번의 연결이 끊겨서 설정 파일을 고치고 다시 시작했습니다.`,
    '여러 서버의 연결이 끊겨서 설정 파일을 고치고 다시 시작했습니다.',
  ],
  [
    'Arabic',
    (i: number) => `انقطع اتصال الخادم رقم ${i} لذلك عدلنا ملف الإعدادات ثم أعدنا تشغيله`,
    'انقطع اتصال الخادم وتم تعديل ملف الإعدادات ثم أعدنا تشغيله',
  ],
])('a short summary in %s is told from junk', async (_, line, summary) => {
  const text = lines(200, line)
  const foreign = { source: text, sourceTokens: estimateText(text), userWords: lines(3, line) }
  expect(await judge(`## Goal\n${summary}`, foreign)).toMatchObject({ kind: 'sound' })
  expect(await judge(summary, foreign)).toMatchObject({ kind: 'sound', flags: ['headings-missing'] })
  expect(await judge('502 Bad Gateway', foreign)).toMatchObject({ fault: 'junk' })
})

import { deriveBudget } from '@palimpsest/core/budget'
import type { Message } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const rules = [
  'Never push to main without asking me.',
  'Always run the linter before you commit.',
  "Don't touch the generated files.",
  '不要修改数据库结构。',
  '必ず日本語でコメントを書いてください。',
  '절대 비밀번호를 로그에 남기지 마세요.',
  'No uses nunca la API antigua.',
  'Bitte niemals force-push verwenden.',
]

function work(n: number): readonly Message[] {
  return [
    user(`Please do step ${n} now.`),
    assistant(`Step ${n} begins.`, call('bash', { command: `make step-${n}` }, `c${n}`)),
    result(`c${n}`, `needle-${n}x ${'output of the build '.repeat(120)}\nexit code: ${n % 2}`),
    assistant(`Step ${n} is done; ${'the details were checked and are fine, '.repeat(30)}next.`),
  ]
}

test('without any model, rules are kept word for word over ten compactions and every original can be found', async () => {
  const stand = await createStand()
  const budget = deriveBudget({ contextTokens: 16_000 })
  await stand.say([user(`Let us build this. ${rules.join('\n')}`), assistant('Understood.')])
  let steps = 0
  for (let round = 0; round < 10; round++) {
    for (const end = steps + 10; steps < end; steps++) await stand.say(work(steps))
    const outcome = await stand.compress(budget)
    if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
    const seen = (await stand.view()).flatMap(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : '')),
    )
    expect(rules.filter((rule) => !seen.join('\n').includes(rule))).toEqual([])
    expect(outcome.receipt.tokens.after).toBeLessThan(budget.thresholdTokens)
  }
  const conversation = conversationId('talk')
  for (const n of [0, 1, 17, 50, 99]) {
    const { hits } = await stand.store.search({ text: `needle-${n}x`, conversation })
    expect(hits.map(({ index }) => index)).toEqual([2 + n * 4 + 2])
    const [hit] = hits
    const original = hit && (await stand.store.message(hit.id))
    expect(original?.message).toEqual(work(n)[2])
  }
})

test('a word to go on keeps the request that it refers to, however long ago that was', async () => {
  const stand = await createStand()
  const budget = deriveBudget({ contextTokens: 16_000 })
  const work = (n: number) =>
    Array.from({ length: 30 }, (_, i) => assistant(`Part ${n}.${i}: ${'the parser reads one more token. '.repeat(60)}`))
  await stand.say([user('Port the parser to Rust, part by part.'), ...work(0), user('go on')])
  for (let round = 1; round < 4; round++) {
    await stand.say(work(round))
    expect((await stand.compress(budget)).kind).toBe('committed')
    const task = JSON.stringify(await stand.view())
      .split('## Active Task')[1]
      ?.slice(0, 120)
    expect(task).toContain('Port the parser to Rust, part by part.')
    expect(task).toContain('go on')
  }
})

test('a rule that was called off does not come back', async () => {
  const stand = await createStand()
  const budget = deriveBudget({ contextTokens: 16_000 })
  await stand.say([user('Never use tabs for indentation. Always write tests first.'), assistant('Fine.')])
  for (let n = 0; n < 10; n++) await stand.say(work(n))
  await stand.compress(budget)
  await stand.say([user('Forget the rule about tabs for indentation.'), assistant('Forgotten.')])
  for (let n = 10; n < 40; n++) await stand.say(work(n))
  await stand.compress(budget)
  const [summary = ''] = (await stand.view()).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' && part.text.startsWith('[CONTEXT') ? [part.text] : [])),
  )
  const [, constraints = ''] = summary.split('## Constraints & Preferences')
  expect(constraints.split('\n## ')[0]).toContain('Always write tests first.')
  expect(constraints.split('\n## ')[0]).not.toContain('Never use tabs')
})

import { assistant, call, exchange, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createLcmToolStand, tinyBudget } from './lcm-tool-stand.arbitrary.ts'
import { dullMessages, longStand, oddMessages, pagedGrep } from './tool-walk.arbitrary.ts'

test('pages visit every hit exactly once, in each mode, also when more is said in between', async () => {
  const stand = await longStand(4)
  const all = Array.from({ length: 80 }, (_, n) => `#${oddMessages.length + 4 * n + 3}`)
  const sorted = (hits: readonly string[]) => hits.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  for (const input of [
    { query: '"rounds half"', limit: 7 },
    { query: 'ounds half to ev', mode: 'literal', limit: 7 },
    { query: 'rounds half', mode: 'literal', limit: 7 },
    { query: 'r[o]unds .{4} to', mode: 'regex', limit: 7 },
    { query: 'ROUNDS HALF|rounds half', mode: 'regex', limit: 50, role: 'assistant' },
  ])
    expect(sorted((await pagedGrep(stand, input)).hits)).toEqual(all)
  const first = await stand.tool('lcm_grep', { query: '"rounds half"', limit: 40 })
  await stand.say([user('It rounds half to even?'), assistant('It rounds half to even.')])
  const second = await stand.tool('lcm_grep', { query: '"rounds half"', limit: 50, cursor: first.next ?? '' })
  const numbers = [first, second].flatMap(({ body }) => [...body.matchAll(/^ {2}(#\d+) /gm)].map(([, at = '']) => at))
  expect(sorted(numbers)).toEqual(all)
})

test('filters narrow a search, and are told', async () => {
  const stand = await longStand(1)
  const ask = async (more: object) => (await pagedGrep(stand, { query: 'odule 7', mode: 'literal', ...more })).hits
  expect(await ask({})).toEqual(['#39', '#38', '#36'])
  expect(await ask({ role: 'user' })).toEqual(['#36'])
  expect(await ask({ role: ['human'], range: '#0-35' })).toEqual([])
  expect(await ask({ range: '38-37' })).toEqual(['#38'])
  expect(await ask({ since: '2026-01-02T03:42Z' })).toEqual(['#39', '#38'])
  expect(await ask({ until: '2026-01-02 03:41 UTC' })).toEqual(['#36'])
  expect(await ask({ until: '2026-01-01' })).toEqual([])
  const { scope, notes } = await stand.tool('lcm_grep', { query: 'module', role: 'tool', range: '90-2' })
  expect(scope).toContain('by tool, in #2-87')
  expect(notes).toEqual(['read as #2-90', 'the last message is #87'])
})

test('a search finds what was said, not the searches for it, unless there is nothing else', async () => {
  const stand = await createLcmToolStand()
  await stand.say([user('The password hint is axolotl.')])
  const lookup = async (query: string) => {
    const { body } = await stand.tool('lcm_grep', { query })
    const text = `scope: x\ntruncated: no\nnext: none\n---\n${body} ${query}`
    await stand.say([assistant(call('lcm_grep', { query }, query)), result(query, text)])
  }
  await lookup('axolotl')
  await lookup('zebra')
  const reply = await stand.tool('lcm_grep', { query: 'axolotl' })
  expect(reply.body).toMatch(/^in view\n {2}#0 user, .*axolotl\.$/)
  expect(reply.notes).toEqual(['left out 2 earlier lookups of this'])
  expect((await pagedGrep(stand, { query: 'zebra' })).hits.length).toBe(2)
})

test('secrets are in no snippet, line or fact', async () => {
  const secret = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}AA`
  const stand = await createLcmToolStand()
  await stand.say([
    user(`The key is ${secret}, use it.`),
    ...exchange('terminal', `export KEY=${secret}\nError: bad ${secret}`),
  ])
  await stand.say(dullMessages(0, 60))
  await stand.compress(tinyBudget())
  const replies = [
    await stand.tool('lcm_grep', { query: 'key' }),
    await stand.tool('lcm_grep', { query: secret, mode: 'literal' }),
    await stand.tool('lcm_grep', { query: 'The key is .*', mode: 'regex' }),
    await stand.tool('lcm_describe', '#0'),
    await stand.tool('lcm_describe', '#0-20'),
    await stand.tool('lcm_describe', {}),
  ]
  expect(replies[1]?.body).toContain('#0 user')
  for (const { body } of replies) expect(body).not.toContain('aB3dE5fG7h')
})

test('no pattern takes longer than its text is long', async () => {
  const stand = await createLcmToolStand()
  await stand.say([user(`${'a'.repeat(50_000)}!`)])
  for (const query of ['(a+)+$', '(a|aa)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect((await stand.tool('lcm_grep', { query, mode: 'regex' })).scope).toContain('1 message')
}, 20_000)

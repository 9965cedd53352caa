import { assistant, call, result, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createNodeShapes } from '../node-shapes.ts'
import { createLcmToolStand, tinyBudget } from './lcm-tool-stand.arbitrary.ts'
import { lcmTools } from './lcm-tools.ts'
import { dullMessages, expandAll, longStand, oddMessages, pagedGrep, readWhole } from './tool-walk.arbitrary.ts'

test('every shape of message is read back deep-equal after ten compactions, on pages of any size', async () => {
  const stand = await longStand(10)
  const shown = (await stand.view()).filter(({ index }) => index !== undefined && index < oddMessages.length)
  expect(shown).toEqual([])
  for (const [at, message] of oddMessages.entries())
    for (const limit of [7, 100, 50_000])
      expect(JSON.parse(await readWhole(stand, { message: `#${at}`, format: 'json' }, limit))).toEqual(message)
  expect(await readWhole(stand, { message: '#0' }, 3)).toBe('plain, with \u0000 a NUL,\r\n line ends and 漢😀')
  expect(await readWhole(stand, { message: '#3' }, 9)).toContain(
    'write_file { "path":"a.ts",  "content":"\\u00e9\\n" , }',
  )
  expect((await stand.tool('lcm_read', { message: '#7' })).notes.join()).toContain('format json')
})

test('a needle under three depths is found with its path, and reached from the root within depth steps', async () => {
  const stand = await createLcmToolStand()
  for (let round = 0; round < 25; round++) {
    await stand.say(dullMessages(round * 50, 50))
    if (round === 3) await stand.say([user('The keeper of the lighthouse is called quokka-9417, mind it.')])
    await stand.compress(tinyBudget(16_000))
  }
  const size = await stand.store.conversation((await stand.store.conversations())[0]?.id ?? never())
  expect(size?.messages).toBeGreaterThan(5_000)
  for (const input of [
    { query: 'lighthouse quokka-9417' },
    { query: 'uokka-94', mode: 'literal' },
    { query: 'quokka-\\d{4}', mode: 'regex' },
  ]) {
    const found = await pagedGrep(stand, input)
    expect(found.hits).toEqual(['#800'])
    expect(found.body).toContain('The keeper of the lighthouse is called quokka-9417')
  }
  const { body } = await stand.tool('lcm_grep', { query: 'lighthouse' })
  const path = body.split('\n')[0]?.split(' > ') ?? []
  const [root = ''] = path
  const depth = Number(/depth (\d+)/.exec((await stand.tool('lcm_describe', root)).scope)?.[1])
  expect(depth).toBeGreaterThanOrEqual(3)
  let node = root
  let steps = 0
  let text = ''
  while (node !== '#800' && steps <= depth) {
    text = await expandAll(stand, node)
    node = [...text.matchAll(/^\[#(\d+)(?:-(\d+))?[, ]/gm)]
      .filter(([, first, last = first]) => Number(first) <= 800 && 800 <= Number(last))
      .map(([, first = '', last]) => (last === undefined ? `#${first}` : `#${first}-${last}`))
      .join()
    if (node !== '#800') expect(path.length > 7 || path.includes(node)).toBe(true)
    steps++
  }
  expect(node).toBe('#800')
  expect(steps).toBeLessThanOrEqual(depth)
  expect(text).toContain('quokka-9417, mind it.')
  expect((await stand.tool('lcm_describe', {})).body).toContain(`  ${root} depth ${depth}`)
}, 60_000)

function never(): never {
  throw new Error('there is a conversation')
}

test('pages of an expanded record hold all of it, cut anywhere', async () => {
  const stand = await longStand(2)
  const { body } = await stand.tool('lcm_grep', { query: 'module 3', mode: 'literal', limit: 1 })
  const leaf = body.split('\n')[0]?.split(' > ').at(-1) ?? ''
  const [first = 0, last = 0] = leaf.slice(1).split('-').map(Number)
  const text = await expandAll(stand, leaf, 200)
  for (let at = first; at <= last; at++) expect(text).toContain(`[#${at} `)
  const counter = createCounter()
  const page = await stand.tool('lcm_expand', { node: leaf, max_tokens: 300 })
  expect(counter.part({ type: 'text', text: page.body })).toBeLessThanOrEqual(300)
})

test('a message that no page could hold is unfolded piece by piece, and nothing is left out', async () => {
  const stand = await createLcmToolStand()
  const text = Array.from({ length: 3_000 }, (_, n) => `${n} 漢😀`).join(' ')
  await stand.say([user(text)])
  let whole = ''
  let cursor: string | undefined
  do {
    const { body, next } = await stand.tool('lcm_expand', { node: '#0', max_tokens: 300, cursor: cursor ?? 'none' })
    whole += body.slice(body.indexOf('\n') + 1)
    cursor = next
  } while (cursor !== undefined && whole.length <= text.length)
  expect(whole).toBe(text)
})

test('an output that is kept in a file is searched, outlined, unfolded and read whole', async () => {
  const rows = Array.from({ length: 400 }, (_, n) => `row ${n}: ${n === 300 ? 'manatee' : 'nothing'}`).join('\n')
  const file = `${'a'.repeat(32)}.txt`
  const stand = await createLcmToolStand(createMemoryStore(), async (entry) =>
    entry.message.role === 'tool' && entry.message.kept !== undefined
      ? { ...entry, message: result('terminal', rows) }
      : entry,
  )
  await stand.say([assistant(call('terminal')), result('terminal', 'row 0 …', { kept: [{ file }] })])
  expect((await pagedGrep(stand, { query: 'manatee', mode: 'literal' })).hits).toEqual(['#1'])
  expect(await readWhole(stand, { message: 1 }, 999)).toBe(rows)
  expect(await expandAll(stand, '#1')).toContain('row 399')
  expect((await stand.tool('lcm_describe', '#1')).body).toContain('400 lines')
})

test('all four descriptions take less than 700 tokens', async () => {
  const { tool } = createCounter()
  const log = {} as never
  const tools = lcmTools({ log, pause: async () => {} }, createNodeShapes(log))
  const tokens = tools.reduce(
    (sum, { name, description, schema }) => sum + tool({ kind: 'function', name, description, schema }),
    0,
  )
  expect(tokens).toBeLessThan(700)
})

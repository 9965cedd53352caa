import type { Message } from '@palimpsest/core/message'
import { assistant, call, exchange, result, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLcmToolStand, type LcmToolStand, tinyBudget } from './lcm-tool-stand.arbitrary.ts'
import { createNodeShapes } from '../node-shapes.ts'
import { lcmTools } from './lcm-tools.ts'

const shapesOfMessages: readonly Message[] = [
  user('plain, with \u0000 a NUL,\r\n line ends and 漢😀'),
  {
    role: 'user',
    listed: true,
    parts: [
      { type: 'text', text: 'two' },
      { type: 'text', text: '\nparts' },
    ],
  },
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'Look:', breakpoint: { ttl: '1h' } },
      { type: 'image', detail: 'low', source: { kind: 'data', data: 'QUJD'.repeat(50), mediaType: 'image/png' } },
      { type: 'file', name: 'a.pdf', source: { kind: 'url', url: 'https://files.example/a.pdf' } },
      { type: 'file', source: { kind: 'file', fileId: 'file-9' } },
    ],
  },
  {
    role: 'assistant',
    model: 'some-model',
    residue: { format: 'anthropic', fields: { stop: null, deep: [{ a: [1, 2.5, -0.1e-7] }] } },
    parts: [
      { type: 'thinking', text: 'Hm.', signature: 'c2ln' },
      { type: 'thinking', text: '', redacted: 'ZGF0YQ==' },
      { type: 'text', text: 'No.', refusal: true },
      { ...call('write_file', {}, 'w'), arguments: '{ "path":"a.ts",  "content":"\\u00e9\\n" , }' },
      { ...call('apply', {}, 'f'), arguments: '*** free\n"text', freeform: true },
    ],
  },
  result('w', 'written', { isError: true }),
  result('f', ''),
  {
    role: 'assistant',
    parts: [{ type: 'opaque', format: 'openai-responses', value: { type: 'x', of: [null, '\ud800'] } }],
  },
  user('half \ud83d of a character'),
]

/** Much that is said in between, so that it is compacted. */
function filler(from: number, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, i) => from + i).flatMap((n) => [
    user(`Step ${n}: change module ${n} of the billing service and run its tests again, please.`),
    ...exchange('terminal', `module ${n}: ${'all of its checks passed in the usual order. '.repeat(12)}`, `c${n}`),
    assistant(`Module ${n} is done: it now rounds half to even and keeps the sign of zero.`),
  ])
}

async function longStand(rounds: number): Promise<LcmToolStand> {
  const stand = await createLcmToolStand()
  await stand.say(shapesOfMessages)
  for (let round = 0; round < rounds; round++) {
    await stand.say(filler(round * 20, 20))
    await stand.compress(tinyBudget())
  }
  return stand
}

async function readAll(stand: LcmToolStand, input: object, limit: number): Promise<string> {
  let text = ''
  let offset: string | undefined = '0'
  for (let page = 0; offset !== undefined && page < 500; page++) {
    const reply = await stand.tool('lcm_read', { ...input, offset, limit })
    text += reply.body
    offset = reply.next
  }
  return text
}

test('every shape of message is read back deep-equal after ten compactions, on pages of any size', async () => {
  const stand = await longStand(10)
  const shown = (await stand.view()).filter(({ index }) => index !== undefined && index < shapesOfMessages.length)
  expect(shown).toEqual([])
  for (const [at, message] of shapesOfMessages.entries())
    for (const limit of [7, 100, 50_000])
      expect(JSON.parse(await readAll(stand, { message: `#${at}`, format: 'json' }, limit))).toEqual(message)
  expect(await readAll(stand, { message: '#0' }, 3)).toBe('plain, with \u0000 a NUL,\r\n line ends and 漢😀')
  expect(await readAll(stand, { message: '#3' }, 9)).toContain(
    'write_file { "path":"a.ts",  "content":"\\u00e9\\n" , }',
  )
  expect((await stand.tool('lcm_read', { message: '#7' })).notes.join()).toContain('format json')
})

test('a needle under three depths is found with its path, and reached from the root within depth steps', async () => {
  const stand = await createLcmToolStand()
  for (let round = 0; round < 25; round++) {
    await stand.say(filler(round * 50, 50))
    if (round === 3) await stand.say([user('The passphrase of the lighthouse is quokka-9417, mind it.')])
    await stand.compress(tinyBudget())
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
    expect(found.body).toContain('The passphrase of the lighthouse is quokka-9417')
  }
  const { body } = await stand.tool('lcm_grep', { query: 'lighthouse' })
  const path = body.split('\n')[0]?.split(' > ') ?? []
  expect(path.length).toBeGreaterThanOrEqual(3)
  const [root, ...below] = path
  let steps = 0
  let node: string | undefined = root
  for (const next of [...below, '#800']) {
    const text: string = await expandAll(stand, node ?? '')
    expect(text).toContain(`[${next}`)
    node = next
    steps++
  }
  expect(steps).toBe(path.length)
  expect(await expandAll(stand, path.at(-1) ?? '')).toContain('quokka-9417, mind it.')
  const described = await stand.tool('lcm_describe', { node: root ?? '' })
  expect(described.body).toContain(`below it (`)
  expect((await stand.tool('lcm_describe', {})).body).toContain(`  ${root} depth ${path.length}`)
}, 60_000)

function never(): never {
  throw new Error('there is a conversation')
}

async function pagedGrep(
  stand: LcmToolStand,
  input: object,
): Promise<{ readonly hits: readonly string[]; readonly body: string }> {
  const hits: string[] = []
  let body = ''
  let cursor: string | undefined
  for (let page = 0; page < 1_000; page++) {
    const reply = await stand.tool('lcm_grep', { ...input, ...(cursor !== undefined && { cursor }) })
    hits.push(...[...reply.body.matchAll(/^ {2}(#\d+) /gm)].map(([, at = '']) => at))
    body += reply.body
    cursor = reply.next
    if (cursor === undefined) return { hits, body }
  }
  throw new Error('the pages never end')
}

async function expandAll(stand: LcmToolStand, node: string, maxTokens = 4_000): Promise<string> {
  let text = ''
  let cursor: string | undefined
  for (let page = 0; page < 2_000; page++) {
    const reply = await stand.tool('lcm_expand', {
      node,
      max_tokens: maxTokens,
      ...(cursor !== undefined && { cursor }),
    })
    text += `${reply.body}\n\n`
    cursor = reply.next
    if (cursor === undefined) return text
  }
  throw new Error('the pages never end')
}

test('pages visit every hit exactly once, in each mode, also when more is said in between', async () => {
  const stand = await longStand(4)
  const all = Array.from({ length: 80 }, (_, n) => `#${shapesOfMessages.length + 4 * n + 3}`)
  const sorted = (hits: readonly string[]) => hits.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  for (const input of [
    { query: 'rounds half', limit: 7 },
    { query: 'ounds half to ev', mode: 'literal', limit: 7 },
    { query: 'rounds half', mode: 'literal', limit: 7 },
    { query: 'r[o]unds .{4} to', mode: 'regex', limit: 7 },
    { query: 'ROUNDS HALF|rounds half', mode: 'regex', limit: 50, role: 'assistant' },
  ])
    expect(sorted((await pagedGrep(stand, input)).hits)).toEqual(all)
  const first = await stand.tool('lcm_grep', { query: 'rounds half', limit: 40 })
  await stand.say([user('It rounds half to even?'), assistant('It rounds half to even.')])
  const second = await stand.tool('lcm_grep', { query: 'rounds half', limit: 50, cursor: first.next ?? '' })
  const numbers = [first, second].flatMap(({ body }) => [...body.matchAll(/^ {2}(#\d+) /gm)].map(([, at = '']) => at))
  expect(sorted(numbers)).toEqual(all)
})

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

test('filters narrow a search, and are told', async () => {
  const stand = await longStand(1)
  const ask = async (more: object) => (await pagedGrep(stand, { query: 'module 7', mode: 'literal', ...more })).hits
  expect(await ask({})).toEqual(['#38', '#36'])
  expect(await ask({ role: 'user' })).toEqual(['#36'])
  expect(await ask({ role: ['human'], range: '#0-35' })).toEqual([])
  expect(await ask({ range: '40-37' })).toEqual(['#38'])
  expect(await ask({ since: '2026-01-02T03:42Z' })).toEqual(['#38'])
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
  await stand.say(filler(0, 60))
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
  expect(await readAll(stand, { message: 1 }, 999)).toBe(rows)
  expect(await expandAll(stand, '#1')).toContain('row 399')
  expect((await stand.tool('lcm_describe', '#1')).body).toContain('400 lines')
})

test('no pattern takes longer than its text is long', async () => {
  const stand = await createLcmToolStand()
  await stand.say([user(`${'a'.repeat(50_000)}!`)])
  for (const query of ['(a+)+$', '(a|aa)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect((await stand.tool('lcm_grep', { query, mode: 'regex' })).scope).toContain('1 message')
}, 20_000)

test('only this conversation is read', async () => {
  const stand = await createLcmToolStand()
  const { store } = stand
  const other = { id: 'other', conversation: 'elsewhere' } as unknown as Parameters<typeof store.begin>[0]
  await store.begin({ ...other, at: 0 })
  await store.append(other.id, 0, [{ id: 'strange' as never, message: user('a narwhal') }], 0)
  await stand.say([user('a dolphin')])
  expect((await pagedGrep(stand, { query: 'narwhal' })).body).toContain('No hits. Try')
  expect((await pagedGrep(stand, { query: 'narwha', mode: 'literal' })).hits).toEqual([])
  for (const tool of ['lcm_read', 'lcm_expand', 'lcm_describe'])
    expect((await stand.tool(tool, 'strange')).body).toContain('Nothing in this conversation is called "strange"')
})

test.each([
  ['lcm_read', '#57', 'Step 12'],
  ['lcm_read', 57, 'Step 12'],
  ['lcm_read', { message: '57' }, 'Step 12'],
  ['lcm_read', { message: ['#57'] }, 'Step 12'],
  ['lcm_read', '{"message": "message 57"}', 'Step 12'],
  ['lcm_read', [{ id: '#57 user, 2026' }], 'Step 12'],
  ['lcm_read', { arguments: { Message: '`#57`' } }, 'Step 12'],
  ['lcm_read', {}, 'Say which message'],
  ['lcm_read', { message: '#99999' }, 'Did you mean #88?'],
  ['lcm_read', { message: 57, offset: '90000' }, 'past its end'],
  ['lcm_read', 'id-nowhere', 'Nothing in this conversation'],
  ['lcm_expand', '12-20', 'Step'],
  ['lcm_expand', { node: '#0-88' }, 'No record covers #0-88'],
  ['lcm_expand', { node: '#900-950' }, 'Did you mean #88?'],
  ['lcm_expand', { node: '#12-20', cursor: 'what' }, 'A cursor is'],
  ['lcm_expand', { node: '#12-20', cursor: '999:0' }, 'past the end'],
  ['lcm_describe', { node: { from: 12, to: 20 } }, 'expanding shows'],
  ['lcm_describe', { node: true }, 'Name a record'],
  ['lcm_grep', { query: '  ' }, 'The query is empty'],
  ['lcm_grep', { pattern: 'module 12' }, '#59 tool'],
  ['lcm_grep', { q: 'module 12' }, '#59 tool'],
  ['lcm_grep', 'module 12', '#59 tool'],
  ['lcm_grep', { regex: 'module\\s12:' }, '#59 tool'],
  ['lcm_grep', { query: 'module\\s12:', regex: true }, '#59 tool'],
  ['lcm_grep', { query: ['module 12'], limit: '3' }, '#59 tool'],
  ['lcm_grep', { query: '(a', mode: 'regex' }, '"mode": "literal"'],
  ['lcm_grep', { query: 'a', mode: 'fuzzy' }, 'it is words, literal or regex'],
  ['lcm_grep', { query: 'a', role: 'robot' }, 'it is user, assistant, tool or system'],
  ['lcm_grep', { query: 'a', since: 'yesterday' }, 'write it as 2026-01-31'],
  ['lcm_grep', { query: 'a', range: '#500-600' }, 'the last message is #88'],
  ['lcm_grep', { query: 'a', range: 'there' }, 'A range is written as'],
  ['lcm_grep', { query: 'a', cursor: 'zzz' }, 'no cursor of this search'],
  ['lcm_grep', { query: 'xyzzyx' }, 'No hits. Try fewer or other words'],
])('%s with %j is understood or explained', async (tool, input, expected) => {
  const stand = await forgiving
  expect((await stand.tool(tool, input)).body).toContain(expected)
})

const forgiving = (async () => {
  const stand = await createLcmToolStand()
  await stand.say([...shapesOfMessages, user('Go.'), ...filler(0, 20)])
  await stand.compress(tinyBudget())
  return stand
})()

test('a stretch that is no record is answered with the one that covers it', async () => {
  const stand = await forgiving
  const { notes } = await stand.tool('lcm_describe', '20..13')
  expect(notes[0]).toBe('read as #13-20')
  expect(notes[1]).toMatch(/^no record is exactly #13-20; #\d+-\d+ is the smallest that covers it$/)
})

test('whatever the arguments are, the answer is one, and explains', async () => {
  const stand = await forgiving
  const names = [
    'query',
    'pattern',
    'mode',
    'role',
    'since',
    'until',
    'range',
    'limit',
    'cursor',
    'node',
    'message',
    'offset',
    'format',
    'max_tokens',
  ]
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      '#3',
      '#12-20',
      '20-12',
      'regex',
      'literal',
      'json',
      'i3@50',
      's20@60',
      '1:5',
      '2026-01-02',
      -1,
      1e21,
      3.5,
    ),
    fc.string({ unit: 'binary' }),
  )
  const input = fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('lcm_grep', 'lcm_describe', 'lcm_expand', 'lcm_read'),
      input,
      async (tool, given) => {
        const reply = await stand.tool(tool, given as never)
        expect(reply.scope).toContain('messages')
        expect(`${reply.scope}${reply.body}`.isWellFormed()).toBe(true)
        if (tool !== 'lcm_read') expect(reply.body).not.toBe('')
      },
    ),
    { numRuns: 400 },
  )
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

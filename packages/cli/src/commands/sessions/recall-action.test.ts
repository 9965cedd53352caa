import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binary, jsonl } from '../../testing/binary.ts'
import { createStoreDesk, sampleTalk } from '../../testing/store-desk.ts'

const { here, json, imported, file, folder, clear } = createStoreDesk()
afterAll(clear)

let chatId = ''
let talkId = ''

beforeAll(async () => {
  chatId = await imported(file('chat.jsonl', jsonl))
  talkId = await imported(file('talk.json', JSON.stringify(sampleTalk)))
})

describe('recall', () => {
  test.each([
    ['数据库连接池', [0]],
    ['库', [0]],
    ['retry_after_ms', [0]],
    ['retry_after', [0]],
    ['ERR-42', [1]],
    ['"OUT of memory"', [1]],
    ['/var/log/app.log', [1]],
    ['padded text', [2]],
    ['🚀', [1, 2, 3]],
  ])('finds %s once in each message that says it, at %j', async (query, places) => {
    const found = await json(['recall', query, '--conversation', talkId])
    expect(found).toMatchObject({ query, scope: talkId, searched: 4, capped: false })
    expect(found.hits.map(({ index }: { index: number }) => index).toSorted()).toEqual(places)
    expect(found.hits[0]).toEqual({
      id: expect.any(String),
      conversation: talkId,
      session: expect.any(String),
      role: expect.stringMatching(/user|assistant/),
      index: expect.any(Number),
      title: expect.stringContaining('数据库连接池'),
      at: expect.any(Number),
      score: expect.any(Number),
      snippet: expect.any(String),
    })
  })

  test('nothing found names the scope and how to widen it', async () => {
    const { code, out, err } = await here(['recall', 'zebra', '--conversation', talkId])
    expect([code, out]).toEqual([0, `Nothing found for zebra in conversation ${talkId} (4 messages).\n`])
    expect(err).toContain('leave out --conversation')
    expect(await json(['recall', 'zebra'])).toMatchObject({ scope: 'all conversations', searched: 9, hits: [] })
  })

  test('a cap is told', async () => {
    expect(await json(['recall', '🚀', '--limit', '1'])).toMatchObject({ capped: true, hits: [{}] })
    expect((await here(['recall', '🚀', '--limit', '1'])).err).toContain('There are more')
  })

  test.each([['recall'], ['sessions search']])(
    '%s tells where and when a hit was said, and how to read all of it',
    async (command) => {
      const { out } = await here([...command.split(' '), 'ERR-42'])
      expect(out).toContain('Why does 数据库连接池')
      expect(out).toContain(talkId.slice(0, 13))
      expect(out).toMatch(/#1 assistant {2}\d{4}-\d\d-\d\d \d\d:\d\d\n/)
      const typed = /palimpsest (read .*)/.exec(out)?.[1] ?? ''
      const shell = `"$NODE" "$PALIMPSEST" ${typed}`
      const { stdout } = spawnSync('sh', ['-c', shell], {
        encoding: 'utf8',
        env: { ...process.env, NODE: process.execPath, PALIMPSEST: binary },
      })
      expect(stdout).toBe(sampleTalk[1]?.content)
    },
  )

  test.each([['recall'], ['sessions search']])('help of %s tells what is searched, and its limit', async (command) => {
    const { out } = await here([...command.split(' '), '--help'])
    const help = out.replace(/\s+/g, ' ')
    expect(help).toContain('(default: 20)')
    for (const words of ['Summaries are not', 'too long to show', 'archived', 'most telling words', '$PALIMPSEST_HOME'])
      expect(help).toContain(words)
    expect(help).not.toContain('must all occur')
  })

  test('messages with all words come first, those with the most telling ones follow', async () => {
    const { hits } = await json(['recall', 'what did ERR-42 say about the memory', '--conversation', talkId])
    expect(hits[0]).toMatchObject({ index: 1 })
  })

  test('sessions search groups what it finds by conversation', async () => {
    const { conversations } = await json(['sessions', 'search', '🚀'])
    expect(conversations).toMatchObject([{ id: talkId, hits: [{}, {}, {}] }])
    expect((await here(['sessions', 'search', 'exports'])).out).toContain(`看看这个文件  ${chatId}`)
    expect((await here(['sessions', 'search', 'zebra'])).out).toContain('Nothing found for zebra in all conversations')
  })
})

describe('read', () => {
  test.each([
    ['padded', sampleTalk[2]?.content],
    ['rockets', sampleTalk[3]?.content],
  ])('prints the message that says %s to the byte, also in pages', async (query, text) => {
    const { id } = (await json(['recall', query])).hits[0]
    expect(await here(['read', id])).toEqual({ code: 0, out: text, err: '' })
    const pages = [
      await here(['read', id, '--limit', '7']),
      await here(['read', id, '--offset', '7', '--limit', '9']),
      await here(['read', id, '--offset', '16']),
    ]
    expect(pages.map(({ out }) => out).join('')).toBe(text)
    expect(pages.map(({ err }) => err.trim())).toEqual([
      expect.stringContaining('--offset 7'),
      expect.stringContaining('--offset 16'),
      '',
    ])
    expect(await here(['read', id, '--offset', '1000000'])).toMatchObject({ code: 0, out: '' })
    expect((await json(['read', id])).message.parts).toEqual([{ type: 'text', text }])
  })

  test('prints a call with its arguments, and tells what is no text', async () => {
    const call = (await json(['recall', 'read_file'])).hits[0]
    expect((await here(['read', call.id])).out).toBe('I should look.\nread_file {"path": "src/a.ts"}')
    const image = (await json(['recall', '看看'])).hits[0]
    const { out, err } = await here(['read', image.id])
    expect([out, err]).toEqual(['看看这个文件', expect.stringContaining('1 image;')])
  })
})

test.each([
  [['recall', ' '], /the query is empty/],
  [['sessions', 'search', ''], /the query is empty/],
  [['recall', 'x', '--conversation', 'zzzz'], /there is no conversation and no session "zzzz"/],
  [['recall', 'x', '--limit', '0'], /whole number from 1/],
  [['read', 'zzzz'], /there is no message "zzzz"\n.*recall/],
  [['read', 'x'], /too short/],
  [['read', 'zzzz', '--offset', '-1'], /whole number from 0/],
])('%j is bad input', async (args, message) => {
  expect(await here(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(message) })
})

test.each([
  ['recall', 'x'],
  ['read', 'zzzz'],
  ['sessions', 'list'],
  ['sessions', 'import', '-'],
])('%s %s on a file that is no database is bad input, and leaves the file as it is', async (...args) => {
  file('plain.txt', 'This is a shopping list.\n')
  const { code, out, err } = await here(args, 'plain.txt', '{"role":"user","content":"hi"}')
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/plain\.txt is not a database\n.*--db/)
  expect(readFileSync(join(folder, 'plain.txt'), 'utf8')).toBe('This is a shopping list.\n')
})

describe('verify', () => {
  test('a sound store is called so', async () => {
    expect(await here(['verify'])).toEqual({ code: 0, out: expect.stringMatching(/state\.db is sound\.\n$/), err: '' })
    expect(await json(['verify'])).toMatchObject({ sound: true, problems: [], repaired: [] })
  })

  test('a message that changed behind its back is listed, and no repair hides it', async () => {
    await imported(file('needle.json', JSON.stringify([{ role: 'user', content: 'needle-AAAA' }])), 'tampered.db')
    const path = join(folder, 'tampered.db')
    const bytes = readFileSync(path, 'latin1')
    expect(bytes).toContain('needle-AAAA')
    writeFileSync(path, bytes.replaceAll('needle-AAAA', 'needle-BBBB'), 'latin1')
    for (const more of [[], ['--repair']]) {
      const { code, out, err } = await here(['verify', ...more], 'tampered.db')
      expect([code, out]).toEqual([1, expect.stringContaining('hash-mismatch')])
      expect(err).toMatch(/tampered\.db is not sound: \d+ problem/)
    }
    const { sound, problems } = await json(['verify'], 'tampered.db')
    expect([sound, problems]).toEqual([
      false,
      expect.arrayContaining([expect.objectContaining({ code: 'hash-mismatch' })]),
    ])
  })

  test('a file that is no database is told as such, and left as it is', async () => {
    file('plain.db', 'This is a shopping list, not a database.\n'.repeat(40))
    const { code, out, err } = await here(['verify'], 'plain.db')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/plain\.db.*\n.*Palimpsest database/)
    expect(err).not.toMatch(/\n\s+at |bug in Palimpsest/)
    expect(readFileSync(join(folder, 'plain.db'), 'utf8')).toContain('shopping list')
  })
})

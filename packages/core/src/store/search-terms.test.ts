import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callId, type Message } from '../message/message.ts'
import { indexTerms, matchesText, parseQuery, searchText, snippetOf } from './search-terms.ts'

/** What every store does: the index proves the terms, the text proves the phrases. */
function finds(query: string, text: string): boolean {
  const parsed = parseQuery(query)
  const terms = new Set(indexTerms(text))
  return parsed.terms.every((term) => terms.has(term)) && matchesText(text, parsed)
}

test.each([
  ['数据库', '我们把数据库迁移到新的服务器'],
  ['迁移', '我们把数据库迁移到新的服务器'],
  ['库', '我们把数据库迁移到新的服务器'],
  ['サーバー', '新しいサーバーに移行します'],
  ['移行', '新しいサーバーに移行します'],
  ['데이터', '데이터를 옮겼습니다'],
  ['ข้อมูล', 'ย้ายข้อมูลแล้ว'],
  ['第3章', '请读第3章'],
  ['snake_case_name', 'call snake_case_name(1)'],
  ['case_name', 'call snake_case_name(1)'],
  ['snake', 'call snake_case_name(1)'],
  ['getUserName', 'const a = getUserName()'],
  ['userName', 'const a = getUserName()'],
  ['username', 'const a = getUserName()'],
  ['getusername', 'const a = getUserName()'],
  ['SQLite', 'uses sqlite'],
  ['sqlite', 'uses SQLite'],
  ['request', 'class HTTPRequestError'],
  ['ERR-42', 'failed with err-42.'],
  ['🚀', 'shipped 🚀!'],
  ['👍', 'fine 👍🏽'],
  ['❤', 'love ❤️ it'],
  ['"quick brown fox"', 'The Quick  Brown\nFox jumps'],
  ['“brown fox”', 'the brown fox'],
  ['src/store/session.ts', 'edit src/store/session.ts:12'],
  ['/usr/local/bin', 'in /usr/local/bin/node'],
  ['C:\\Users\\me', 'at C:\\Users\\me\\file.txt'],
  ['fox quick', 'the quick brown fox'],
  ['What broke?', 'what exactly broke here'],
  ['C++', 'written in c++'],
  ['--force', 'git push --force'],
  ["don't", 'I don’t know'],
  ['ＡＢＣ', 'abc'],
  ['!==', 'if (a !== b)'],
  ['café', 'cafe\u0301'],
])('%j finds %j', (query, text) => {
  expect(finds(query, text)).toBe(true)
})

test.each([
  ['数库', '我们把数据库迁移'],
  ['据移库', '数据移动 移库 据移'],
  ['ERR-42', 'err 42'],
  ['ERR-42', 'err-421'],
  ['snake_case', 'snake case'],
  ['"brown quick"', 'the quick brown fox'],
  ['fox cat', 'the quick brown fox'],
  ['C++', 'written in c'],
  ['🚀', 'zqx zq1f680'],
  ['cat', 'concatenate'],
  ['第3章', '第4章 3 第 章'],
])('%j does not find %j', (query, text) => {
  expect(finds(query, text)).toBe(false)
})

test.each(['', '   ', '""', '“”'])('an empty query %j asks for nothing', (query) => {
  const parsed = parseQuery(query)
  expect(parsed.terms).toEqual([])
})

test('terms hold letters and digits only, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const term of indexTerms(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u)
    }),
  )
})

test('a text is found by itself as a quoted phrase', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (raw) => {
      const text = raw.replaceAll(/["“”]/gu, '').trim()
      fc.pre(text !== '')
      expect(finds(`"${text}"`, text)).toBe(true)
    }),
  )
})

test('a text is found by any of its words', () => {
  const word = fc.stringMatching(/^[a-zA-Z]{1,12}([_./-][a-zA-Z0-9]{1,8}){0,3}$/u)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.nat(), (words, pick) => {
      expect(finds(words[pick % words.length] ?? '', words.join(' '))).toBe(true)
    }),
  )
})

test('long data is found by its whole but not by another text with the same beginning', () => {
  const data = 'a1'.repeat(100)
  expect(finds(data, `see ${data}.`)).toBe(true)
  expect(finds(`${data}x`, `see ${data}.`)).toBe(false)
  expect(indexTerms(data).every((term) => term.length <= 64)).toBe(true)
})

test.each([
  ['Han', '数据库迁', 4e6],
  ['Cyrillic', 'длинно', 4e6],
  ['ASCII', 'abCD', 4e6],
  ['emoji', '🚀', 2e5],
  ['signs', '“”—', 2e5],
  ['quotes', '"\\"', 2e5],
])('much %s without a space is taken in', (_, piece, chars) => {
  const text = piece.repeat(chars / piece.length)
  expect(() => indexTerms(text)).not.toThrow()
  expect(snippetOf(text, parseQuery(piece), 80).length).toBeLessThanOrEqual(80)
})

test('a phrase is found wherever it stands in a run of any length', () => {
  const filler = '一'.repeat(4094)
  for (const more of ['', '二', '二三', '二三四', '二三四五']) {
    expect(finds('数据库', `${filler}${more}数据库${filler}`)).toBe(true)
  }
})

test('a message is searched in what was said, thought and called, not in bytes or opaque blocks', () => {
  const message: Message = {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'pondering', signature: 'sealed' },
      { type: 'text', text: 'spoken' },
      {
        type: 'tool-call',
        callId: callId('c1'),
        name: 'write_file',
        arguments: '{"text":"one\\ntwo","n":12345678901234567890}',
      },
      { type: 'opaque', format: 'anthropic', value: { hidden: 'secret' } },
      { type: 'image', source: { kind: 'data', data: 'QUJD' } },
    ],
  }
  const text = searchText(message)
  for (const query of ['pondering', 'spoken', 'write_file', 'one', 'two', '"one two"', '12345678901234567890']) {
    expect(finds(query, text), query).toBe(true)
  }
  for (const query of ['sealed', 'secret', 'QUJD', 'ntwo']) expect(finds(query, text), query).toBe(false)
})

test('a tool result is searched in its text', () => {
  const message: Message = { role: 'tool', callId: callId('c1'), parts: [{ type: 'text', text: 'exit code 3' }] }
  expect(searchText(message)).toBe('exit code 3')
})

test('a snippet shows the match within its limit', () => {
  const text = `${'before '.repeat(100)}needle_here ${'after '.repeat(100)}`
  const snippet = snippetOf(text, parseQuery('needle_here'), 80)
  expect(snippet).toContain('needle_here')
  expect(snippet.length).toBeLessThanOrEqual(80)
  expect(snippet.startsWith('…') && snippet.endsWith('…')).toBe(true)
})

test('a snippet never shows half a character', () => {
  const text = '🚀'.repeat(200)
  for (let chars = 10; chars < 14; chars++) {
    expect(snippetOf(`a${text}needle${text}`, parseQuery('needle'), chars).isWellFormed()).toBe(true)
  }
})

test('a short text is its own snippet, on one line', () => {
  expect(snippetOf('one\n  two', parseQuery('two'), 80)).toBe('one two')
})

test('a snippet shows no secret, not even part of one', () => {
  const key = ['sk', 'ant', 'api03', 'Zx9'.repeat(30)].join('-')
  const text = `${'before '.repeat(60)} needle_here ${key} ${'after '.repeat(60)}`
  const snippet = snippetOf(text, parseQuery('needle_here'), 80)
  expect(snippet).toContain('needle_here')
  expect(snippet).not.toContain('Zx9')
  expect(snippetOf(text, parseQuery(key), 80)).not.toContain('Zx9')
})

test('no character whatever is indexed as nothing', () => {
  const empty = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    indexTerms(character).includes(''),
  )
  expect(empty).toEqual([])
})

test.each(['word '.repeat(1_000_000), '"a b" '.repeat(20_000), '漢'.repeat(5_000)])(
  'a query that nobody would type is refused before anything is searched',
  (query) => {
    expect(() => parseQuery(query)).toThrow(/^the query is too long: [\d,]+ characters, at most 2,000 /)
  },
)

import { describe, expect, test } from 'vitest'
import { readMarked } from '../testing/read-marked.ts'
import { redact } from './redact.ts'

const parts = readMarked('gh¦p_{a6} {a30}').text.split(' ')
const [head = '', tail = ''] = parts
const anthropic = readMarked('{b80}').text

/** Characters that people, terminals and encoders put into the middle of a token. */
const joints: Readonly<Record<string, string>> = {
  'zero width space': '\u200b',
  'zero width joiner': '\u200d',
  'word joiner': '\u2060',
  'soft hyphen': '\u00ad',
  'byte order mark': '\ufeff',
  'left to right mark': '\u200e',
  'line separator': '\u2028',
  'hangul filler': '\u3164',
  null: '\u0000',
  escape: '\u001b',
  colour: '\u001b[31m',
  colours: '\u001b[0m\u001b[1;32m',
  'end of a line': '\n',
  'carriage return and end of a line': '\r\n',
  'wrapped line': '\\\n',
  'wrapped and indented line': '\\\n    ',
  'escaped end of a line': '\\n',
  'escaped zero width space': '\\u200b',
  'escaped colour': '\\u001b[31m',
  'hexadecimal colour': '\\x1b[31m',
  'twice escaped zero width space': '\\\\u200b',
  'encoded zero width space': '%E2%80%8B',
}

describe.each(Object.entries(joints))('a token with a %s inside', (_, joint) => {
  test('is found', () => {
    const shown = redact(`leaked ${head}${joint}${tail} in output`).text
    expect(shown).toBe('leaked [REDACTED] in output')
  })

  test('is found right behind its prefix', () => {
    const shown = redact(`leaked sk-¦ant-${joint}api03-${anthropic} in output`.replace('¦', '')).text
    expect(shown).toBe('leaked [REDACTED] in output')
  })
})

test.each([
  ['\\u002d', `sk\\u002dant\\u002dapi03\\u002d${anthropic}`],
  ['%2D', `sk%2Dant%2Dapi03%2D${anthropic}`],
  ['%5F', `ghp%5F${tail}abcdef`],
  ['\\u005f', `ghp\\u005f${tail}abcdef`],
  ['\\x5f', `ghp\\x5f${tail}abcdef`],
])('a token whose prefix is spelled with %s is found', (_, token) => {
  expect(redact(`x=${token} y`).text).toBe('x=[REDACTED] y')
})

test.each([
  ['DB_PASS\u200bWORD=«hunter2»', ''],
  ['body: client%5Fse\u200bcret=«login-secret»&safe=value', ''],
  ['body: client%5Fse%E2%80%8Bcret=«login-secret»&safe=value', ''],
  ['body: client%5Fsecre%74=«plain-value-456»&safe=1', ''],
  ['\u001b[36mpassword\u001b[0m: \u001b[33m«hunter2x»\u001b[0m', ''],
  ['{"body":"{\\u0022password\\u0022:\\u0022«hunter2x»\\u0022}"}', ''],
])('a name that hides is read: %j', (line) => {
  const { text, expected } = readMarked(line)
  expect(redact(text).text).toBe(expected)
})

test.each(['\u001b', '\u200b', '\u001b[0m'])(
  'no part of a token is left where its first part would do: %j',
  (joint) => {
    const first = `sk-${'a'.repeat(22)}`
    expect(redact(`x ${first}${joint}${'b7'.repeat(12)} y`).text).toBe('x [REDACTED] y')
  },
)

test('a whole token does not swallow the next line', () => {
  const token = `gh${'p_'}${'F'.repeat(29)}`
  expect(redact(`text: Token: ${token}\nbutton [ref=e3]: Copy\n`).text).toBe(
    'text: Token: [REDACTED]\nbutton [ref=e3]: Copy\n',
  )
})

test('lines of an environment are not joined', () => {
  const text = 'SHELL=/bin/bash\nHOME=/home/user\nnpm_\nabcdefghijklmnopqrstuvwxyz0123456789=1\n'
  expect(redact(text).text).toBe(text)
})

test.each([
  '\u001b[32m✓\u001b[39m packages/core/src/redact/token-store-2.test.ts \u001b[2m(\u001b[22m12 tests\u001b[2m)\u001b[22m',
  '\u001b[1mpassword\u001b[0m: \u001b[33mstring\u001b[0m',
  'the pass\u00adword is re\u00adquired',
  'a\u200bb\u200bc token\u200b count is 12',
  '"\\u003ctoken\\u003e" and \\u0026amp; \\u001b[32mok\\u001b[0m',
  '%2Fpath%2Fto%2Ffile%3Fname%3Dvalue',
])('what is no secret is left: %j', (text) => {
  expect(redact(text).text).toBe(text)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDice, plantInPlace, plantTokens, surroundings, tokenSurroundings } from '../testing/planted.ts'
import { redact, redactedMark } from './redact.ts'

const seeds = [1, 2]
const tokens = seeds.flatMap(plantTokens)
const inPlace = seeds.flatMap(plantInPlace)

describe.each(Object.entries({ ...surroundings, ...tokenSurroundings }))('a token, %s,', (_, surround) => {
  test.each(tokens)('of $kind is replaced', ({ text, secret }) => {
    const redacted = redact(surround(text))
    expect(redacted.text).not.toContain(secret)
    expect(redacted.text).not.toContain(secret.slice(-12))
    expect(redacted.text).toContain(redactedMark)
  })
})

describe.each(Object.entries(surroundings))('a credential in its place, %s,', (_, surround) => {
  test.each(inPlace)('($kind) is replaced', ({ text, secret }) => {
    const shown = JSON.stringify(secret).slice(1, -1)
    const redacted = redact(surround(text))
    expect(redacted.text).not.toContain(secret)
    expect(redacted.text).not.toContain(shown.slice(-12))
  })
})

test('plants well over the kinds that are promised', () => {
  expect(plantTokens(1).length + plantInPlace(1).length).toBeGreaterThan(100)
})

const any = createDice(7)
const word = any('abcdefghijklmnopqrstuvwxyz0123456789', 20)

test.each([
  [`DB_PASSWORD=${word}`, 'DB_PASSWORD=[REDACTED]'],
  [`postgres://user:${word}@host/db`, 'postgres://user:[REDACTED]@host/db'],
  [`Authorization: Bearer ${word}`, 'Authorization: Bearer [REDACTED]'],
  [`{"password":"${word}","n":1}`, '{"password":"[REDACTED]","n":1}'],
  [`{\\"token\\":\\"${word}\\",\\"n\\":1}`, '{\\"token\\":\\"[REDACTED]\\",\\"n\\":1}'],
  [`tool --password ${word} --verbose`, 'tool --password [REDACTED] --verbose'],
  [`Cookie: session=${word.slice(0, 8)}`, 'Cookie: session=[REDACTED]'],
  [`Set-Cookie: sid=${word}; Path=/`, 'Set-Cookie: sid=[REDACTED]; Path=/'],
  [`password="a\\"${word}" next`, 'password="[REDACTED]" next'],
])('keeps what surrounds the credential: %s', (text, expected) => {
  expect(redact(text).text).toBe(expected)
})

test('a bot token is found whatever its id, however long its parts', () => {
  for (let n = 0; n < 300; n++) {
    const id = Buffer.from(`${1 + (n % 9)}${any('0123456789', 17 + (n % 3))}`).toString('base64url')
    const token = [id, any('ABCdef123_-', 6), `${any('ABCdef123_-', 26 + (n % 13))}x`].join('.')
    expect(redact(`client.login("${token}")`).text).toBe('client.login("[REDACTED]")')
    expect(redact(`TOKEN is ${token}, keep it`).text).toBe('TOKEN is [REDACTED], keep it')
  }
})

test('counts what it found by kind', () => {
  const [first, second] = [`gh${'p_'}${any('abcdef0123456789', 36)}`, `gh${'p_'}${any('abcdef0123456789', 36)}`]
  expect(redact(`${first} and ${second}`).found).toEqual({ 'github-token': 2 })
  expect(redact('nothing here').found).toEqual({})
})

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...tokens, ...inPlace).map(({ text }) => text),
      fc.string(),
      fc.constantFrom(
        'password',
        'token',
        '=',
        ': ',
        '"',
        "'",
        '\\',
        '\n',
        ' ',
        'api_key',
        '://',
        '@',
        ':',
        'Cookie: a=',
        redactedMark,
        '-----',
        '{',
        '}',
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

test('doing it twice is doing it once', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = redact(text).text
      expect(redact(once)).toEqual({ text: once, found: {} })
    }),
    { numRuns: 2000 },
  )
})

test('loses nothing outside of what it found', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { text: redacted, found } = redact(text)
      if (Object.keys(found).length === 0) expect(redacted).toBe(text)
      let from = 0
      for (const kept of redacted.split(redactedMark)) {
        const at = text.indexOf(kept, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + kept.length
      }
    }),
    { numRuns: 1000 },
  )
})

test('is never thrown by any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof redact(text).text === 'string'))
})

const chosen = 'Falke-9132-Tor'

test.each([
  [`password: >-\n    ${chosen}\nuser: x`, 'password: >-\n    [REDACTED]\nuser: x'],
  [`{"yaml":"password: |\\n  ${chosen}\\n"}`, '{"yaml":"password: |\\n  [REDACTED]\\n"}'],
  [`["--password", "${chosen}", "--user"]`, '["--password", "[REDACTED]", "--user"]'],
  [`{\\"args\\":[\\"--password\\",\\"${chosen}\\"]}`, '{\\"args\\":[\\"--password\\",\\"[REDACTED]\\"]}'],
  [`["curl","-u","admin:${chosen}","https://x"]`, '["curl","-u","admin:[REDACTED]","https://x"]'],
  [`["mysql","-p${chosen}","db"]`, '["mysql","-p[REDACTED]","db"]'],
  [`["sshpass","-p","${chosen}","ssh"]`, '["sshpass","-p","[REDACTED]","ssh"]'],
  [`["redis-cli","-a","${chosen}"]`, '["redis-cli","-a","[REDACTED]"]'],
  [`create user x identified by '${chosen}';`, "create user x identified by '[REDACTED]';"],
  [`ALTER ROLE x WITH PASSWORD '${chosen}';`, "ALTER ROLE x WITH PASSWORD '[REDACTED]';"],
  [`app:${chosen}@tcp(127.0.0.1:3306)/shop`, 'app:[REDACTED]@tcp(127.0.0.1:3306)/shop'],
  [`openssl rsa -passin pass:${chosen} -in k`, 'openssl rsa -passin pass:[REDACTED] -in k'],
])('finds a password that was chosen by hand where only a password can stand: %s', (text, expected) => {
  expect(redact(text).text).toBe(expected)
})

test.each([
  'password: |\n  must be long\n',
  '["--token","--verbose"]',
  '["mysql","-p","shop"]',
  "where the user is identified by 'user_id'",
])('leaves what only looks like the place of one: %s', (text) => {
  expect(redact(text).text).toBe(text)
})

import { describe, expect, it } from 'vitest'
import { redactText } from './redact.ts'

const hex = (length: number): string => '9f3b07c1d5e8a264'.repeat(8).slice(0, length)
const mixed = 'q7Zt2LmX9vKd4RbW8nHs3JcY6gFp1TaU5eQo0iVyNxBwMrGk'

const found: readonly (readonly [string, string])[] = [
  ['a bare Fernet key', `use ${mixed.slice(0, 20)}-${mixed.slice(20, 40)}_A= for it`],
  ['a secret of 42', `s-s4t2ud-${hex(64)}`],
  ['an Authress key', `sc_${hex(10)}.${hex(5)}.acc_${hex(12)}.${mixed.slice(0, 40)}`],
  ['a Sourcegraph token in capitals', `sgp_${hex(40).toUpperCase()}`],
  ['a password without a user', `curl -u ":${mixed.slice(0, 12)}" https://host.example`],
  ['a key without a password', `curl -u ${mixed.slice(0, 24)}: https://api.example`],
  ['a scheme of two words', `Authorization: Api-Token ${hex(40)}`],
  ['a scheme of three words', `Authorization: Vendor-Auth-Key ${hex(40)}`],
  ['a header that is called a token', `--header "Api-Token: ${mixed.slice(0, 11)}"`],
  ['a default of a variable', `os.environ.get("DB_PASSWORD", "${mixed.slice(0, 8)}")`],
  ['a default behind a longer call', `GetEnvOrDefault("api_token", "${mixed.slice(0, 24)}")`],
  ['a default of a makefile', `SNYK_TOKEN ?= "${mixed.slice(0, 24)}"`],
  ['an immediate assignment', `SNYK_TOKEN ::= "${mixed.slice(0, 24)}"`],
  ['a gem server', `BUNDLE_GEMS__EXAMPLE__COM=reader:${hex(8)}`],
  ['a connection string of words', `host=db user=app password=${'let'}${'mein'} dbname=shop`],
  ['one that ends it', `dbname=shop password=${'let'}${'mein'}`],
  ['a quoted password of several words', `mysql -uroot -p"${'my'} pw ${'one1'}" shop`],
  ['a run under a plural', `secrets: ${'hunter2'.repeat(3)}hh`],
]

const left: readonly string[] = [
  'notes = "Maven - io.jsonwebtoken:jjwt-jackson-0.11.2"',
  `https://host.example/video_box.ico-${hex(32)}.png`,
  'https://host.example/images/2018-250-xoxo-indieweb-1.jpg',
  `h1:${mixed.slice(0, 42)}A=`,
  `integrity ${mixed.slice(0, 42)}A=`,
  'the-name-of-an-option-that-has-43-letters-A4= it',
  'os.environ.get("API_KEY", "")',
  'getenv("TOKEN_TYPE", "bearer")',
  'BUNDLE_WITHOUT=development:test',
  'BUNDLE_MIRROR__RUBYGEMS__ORG=http://localhost:9292',
  'password ?= null',
  'I have password=foo and other things',
  'curl -u username: https://host.example',
  'tokens: 123456',
]

describe('places and prefixes that tell a secret', () => {
  it.each(found)('finds %s', (_, text) => {
    expect(redactText(text)).toContain('[REDACTED]')
  })

  it.each(left)('leaves %s', (text) => {
    expect(redactText(text)).toBe(text)
  })
})

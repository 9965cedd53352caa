import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'

const digest = (algorithm: string, encoding: 'hex' | 'base64', n: number): string =>
  createHash(algorithm).update(String(n)).digest(encoding)

const uuidOf = (n: number): string =>
  digest('sha256', 'hex', n).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const numbers = Array.from({ length: 200 }, (_, n) => n)

const generated: Readonly<Record<string, (n: number) => string>> = {
  'a git log': (n) =>
    `commit ${digest('sha1', 'hex', n)}\n${digest('sha1', 'hex', n + 1).slice(0, 8)} fix: token count is wrong`,
  'a UUID': (n) => `session ${uuidOf(n)} id=${uuidOf(n + 1)} {"id":"${uuidOf(n)}","session_id":"${uuidOf(n)}"}`,
  'a lock line': (n) =>
    `"node_modules/js-tokens": {"version":"4.0.0","resolved":"https://packages.example.org/js-tokens/-/js-tokens-4.0.0.tgz","integrity":"sha512-${digest('sha512', 'base64', n)}"},`,
  'a yarn lock line': (n) =>
    `  resolved "https://packages.example.org/x/-/x-1.0.0.tgz#${digest('sha1', 'hex', n)}"\n  integrity sha512-${digest('sha512', 'base64', n)}`,
  'a python lock line': (n) => `    --hash=sha256:${digest('sha256', 'hex', n)} \\`,
  'a go.sum line': (n) => `github.com/golang-jwt/jwt v3.2.1 h1:${digest('sha256', 'base64', n)}`,
  'an image': (n) =>
    `data:image/png;base64,iVBORw0KGgo${Array.from({ length: 20 }, (_, i) => digest('sha512', 'base64', n * 20 + i).slice(0, 84)).join('')}`,
  'a container digest': (n) => `FROM node@sha256:${digest('sha256', 'hex', n)} AS build`,
  'a file name': (n) => `dist/assets/token-${digest('md5', 'hex', n).slice(0, 8)}.js secret-store-${n}.test.ts`,
  'a call id': (n) =>
    `{"tool_use_id":"toolu_01${digest('sha256', 'base64', n).replace(/\W/g, '').slice(0, 22)}","name":"token"}`,
}

describe.each(Object.entries(generated))('%s', (_, make) => {
  test('is left alone', () => {
    const hits = numbers.map(make).filter((text) => redact(text).text !== text)
    expect(hits).toEqual([])
  })
})

test.each([
  'password: string',
  'password: str = None',
  'token = getToken()',
  'const token = await getToken(user, "id1")',
  'apiKey: process.env.API_KEY,',
  'api_key=os.environ["API_KEY2"]',
  'api_key = os.getenv("OPENAI_API_KEY")',
  'Authorization: Bearer $\x7bTOKEN}',
  'Authorization: `Bearer $\x7btoken2}`',
  'curl -H "Authorization: Bearer $TOKEN"',
  'curl -H "x-api-key: <your-key>"',
  'password=***',
  'API_KEY=xxxxxxxxxxxx',
  'API_KEY=your-api-key-here',
  'OPENAI_API_KEY=sk-...',
  'ANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx',
  'password: $\x7b{ secrets.DB_PASSWORD }}',
  'token: $\x7b{ secrets.GITHUB_TOKEN }}',
  'secrets: inherit',
  '--- PASS: TestValidateToolUseID/backslash (0.00s)',
  'max_tokens: 4096, total_tokens=123456, "input_tokens": 20000',
  'tokenizer = "cl100k_base"',
  'token_type: bearer',
  'secretName: my-app-tls-2',
  'password_min_length = 12',
  '"password": "Passwort"',
  '"password": "Password must be at least 8 characters"',
  'type="password" name="user1"',
  '<input type="password" placeholder="hunter12">',
  "case 'token': return parse2()",
  "if (kind === 'secret') return hash256",
  'token = tokens[i2]',
  'self.token = token1',
  'key = "user:1234:profile"',
  'primaryKey: "id2"',
  'cacheKey: `$\x7ba}-$\x7bb}`',
  'nextPageToken: "CAUQAA1234567890abcdef"',
  '--token-color: #ff00aa80;',
  '.token.keyword2 { color: #1a2b3c }',
  'class="sk-folding-cube-container-3 task-list-item-checkbox-2"',
  'docker run -u 1000:1000 image',
  'https://example.com:8080/path@v2',
  'git clone git@github.com:org/repo2.git',
  'npm install js-tokens@4.0.0 jsonwebtoken@9.0.2',
  'npm_config_registry=https://packages.example.org/',
  'Basic authentication and Basic JavaScript2 knowledge',
  'the token bucket algorithm uses 1000 tokens',
  'Passwords are hashed with bcrypt; secrets live in Vault.',
  'use --password instead of --token to log in',
  '  --password string   Password for the registry',
  'PWD=/home/user2/project',
  'document.cookie = "theme=dark; path=/"',
  'cookie: { httpOnly: true, maxAge: 86400000 }',
  'import { tokenStore2 } from "./token-store-2.ts"',
  'model: "claude-3-5-sonnet-20241022", key: "gpt-4o-mini"',
  'the author key2value authority 12345678',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDxyzExamplePublicKeyOnlyNothingSecretHere1 me@host',
  '密码：请输入密码',
])('leaves %s', (text) => {
  expect(redact(text)).toEqual({ text, found: {} })
})

import { expect, test } from 'vitest'
import { problemText } from './config-problem.ts'
import type { Environment } from './home-paths.ts'
import { type ConfigSources, loadConfig } from './load-config.ts'
import { providers } from './schema.ts'

function loaded(text: string, env: Environment = {}) {
  const result = loadConfig({ text, env })
  if (result.kind === 'refused') throw new Error(result.problems.map(problemText).join('\n'))
  return result
}

function problems(sources: ConfigSources) {
  const result = loadConfig(sources)
  return result.kind === 'refused' ? result.problems : []
}

test('an empty file means the documented defaults', () => {
  expect(loaded('').config).toEqual({
    model: {
      provider: 'auto',
      name: null,
      base_url: null,
      context_length: null,
      max_tokens: null,
      silence_timeout: null,
      fallback: null,
      fallback_provider: null,
      fallback_base_url: null,
    },
    compression: {
      enabled: true,
      threshold: 0.5,
      target_ratio: 0.2,
      protect_last_n: 20,
      protect_first_n: 3,
      trigger: 'fraction',
    },
    auxiliary: { compression: { provider: 'auto', model: null, base_url: null, context_length: null, command: null } },
    context: { engine: 'compressor' },
    prompt_caching: { strategy: 'anchored', cache_ttl: 'auto', keep_alive: false },
    terminal: { pass_env: [] },
    tools: { pin: [], find_above_tokens: 10_000 },
    gateway: {
      width: 8,
      messages_per_minute: 120,
      telegram: { mode: 'polling', allow: [] },
      slack: { allow: [] },
      discord: { allow: [] },
    },
    plugins: [],
  })
})

test('the environment counts before the file and the file before the defaults', () => {
  const { config, places } = loaded('compression:\n  threshold: 0.7\n  protect_last_n: 5\n', {
    PALIMPSEST__COMPRESSION__THRESHOLD: '0.6',
  })
  expect(config.compression).toMatchObject({ threshold: 0.6, protect_last_n: 5, target_ratio: 0.2 })
  expect(places.get('compression.threshold')).toBe('PALIMPSEST__COMPRESSION__THRESHOLD')
  expect(places.get('compression.protect_last_n')).toBe('config.yaml:3:19')
})

test('an empty variable counts as unset and "null" clears a value', () => {
  const env = { PALIMPSEST__MODEL__NAME: '', PALIMPSEST__MODEL__MAX_TOKENS: 'null' }
  expect(loaded('model: { name: a, max_tokens: 9 }', env).config.model).toMatchObject({ name: 'a', max_tokens: null })
})

test('a model whose name is a number stays text in a variable', () => {
  expect(loaded('', { PALIMPSEST__MODEL__NAME: '4' }).config.model.name).toBe('4')
})

test('a list is read from the file, aliases included, and from a variable', () => {
  expect(loaded('model: { name: &n x }\nplugins:\n  - a-plugin\n  - "@me/two"\n  - *n\n').config.plugins).toEqual([
    'a-plugin',
    '@me/two',
    'x',
  ])
  expect(loaded('plugins: [old]', { PALIMPSEST__PLUGINS: 'a, b' }).config.plugins).toEqual(['a', 'b'])
  expect(loaded('plugins: [old]', { PALIMPSEST__PLUGINS: '[]' }).config.plugins).toEqual([])
})

test('a section that holds only comments is left at its defaults', () => {
  expect(loaded('compression:\n  # threshold: 0.7\nmodel:\n').config.compression.threshold).toBe(0.5)
})

test.each([
  ['compression:\n  threshold: 0', 'compression.threshold', 0, 'a number above 0 and at most 1'],
  ['compression:\n  threshold: 1.01', 'compression.threshold', 1.01, 'a number above 0 and at most 1'],
  ['compression:\n  target_ratio: 0.09', 'compression.target_ratio', 0.09, 'a number of at least 0.1 and at most 0.8'],
  ['compression:\n  protect_last_n: 0', 'compression.protect_last_n', 0, 'a whole number of at least 1'],
  ['compression:\n  protect_first_n: -1', 'compression.protect_first_n', -1, 'a whole number of at least 0'],
  ['compression:\n  enabled: yes', 'compression.enabled', 'yes', 'true | false'],
  ['compression:\n  trigger: cheap', 'compression.trigger', 'cheap', 'fraction | economic'],
  ['prompt_caching:\n  cache_ttl: 2h', 'prompt_caching.cache_ttl', '2h', 'auto | 5m | 1h'],
  ['model:\n  base_url: ftp://x', 'model.base_url', 'ftp://x', 'an http:// or https:// address, or null'],
  ['context:\n  engine: ../evil', 'context.engine', '../evil', 'the name of an engine'],
  ['\nplugins: [good, ../evil]', 'plugins', ['good', '../evil'], 'a list of names of packages'],
  ['\nplugins: one', 'plugins', 'one', 'a list of names of packages'],
  ['\nplugins: [[one]]', 'plugins', [[]], 'a list of names of packages'],
  [
    'model:\n  silence_timeout: 0',
    'model.silence_timeout',
    0,
    'a whole number of at least 1 and at most 86400, or null',
  ],
  ['model:\n  fallback_provider: ollama', 'model.fallback_provider', 'ollama', `${providers.join(' | ')}, or null`],
  ['compression:\n  threshold: {}', 'compression.threshold', {}, 'a number above 0 and at most 1'],
])('%j is refused with key, value and what is allowed', (text, key, value, allowed) => {
  const [problem, ...more] = problems({ text, path: 'c.yaml' })
  expect(more).toEqual([])
  expect(problem).toMatchObject({ key, value, allowed })
  expect(problem?.place).toMatch(/^c\.yaml:2:\d+$/)
  expect(problem?.remedy).toContain('default')
})

test.each([0.1, 0.8])('the edge %d of the target ratio is allowed', (ratio) => {
  expect(loaded(`compression: { target_ratio: ${ratio}, threshold: 1 }`).config.compression.target_ratio).toBe(ratio)
})

test.each([
  ['compression:\n  treshold: 1', 'compression.treshold', 'compression.threshold'],
  ['compression:\n  protectLastN: 1', 'compression.protectLastN', 'compression.protect_last_n'],
  ['compresion:\n  threshold: 1', 'compresion', 'compression'],
  ['threshold: 1', 'threshold', 'compression.threshold'],
  ['model:\n  max_token: 1', 'model.max_token', 'model.max_tokens'],
])('the unknown key in %j is refused with the nearest known one', (text, key, nearest) => {
  expect(problems({ text })).toMatchObject([{ key, remedy: `Did you mean ${nearest}?` }])
})

test('a misspelt variable is refused with the nearest key', () => {
  expect(problems({ text: '', env: { PALIMPSEST__COMPRESSION__TRESHOLD: '1' } })).toMatchObject([
    { place: 'PALIMPSEST__COMPRESSION__TRESHOLD', remedy: 'Did you mean compression.threshold?' },
  ])
})

test('variables of other shapes are none of its business', () => {
  expect(problems({ text: '', env: { PALIMPSEST_HOME: '/x', PALIMPSEST_DEBUG: '1' } })).toEqual([])
})

// Built from pieces so that no scanner takes this file for a leak.
const secret = ['sk', 'ant', 'api03', 'Zx8Q'.repeat(20)].join('-')

test.each([
  `model:\n  api_key: hunter2`,
  `model:\n  apiKey: hunter2`,
  `openai_api_key: hunter2`,
  `auxiliary:\n  compression:\n    auth_token: hunter2`,
  `model:\n  name: ${secret}`,
  `model:\n  base_url: https://me:hunter2secret@example.com/v1`,
  `auxiliary:\n  compression:\n    command: "llm --key ${secret}"`,
])('a secret in the file is refused with a remedy and never repeated', (text) => {
  const found = problems({ text })
  expect(found).toHaveLength(1)
  expect(found[0]?.remedy).toContain('ANTHROPIC_API_KEY')
  expect(JSON.stringify(found)).not.toMatch(/hunter2|Zx8Q/)
})

test('older spellings work and are reported with their place', () => {
  const { config, notices } = loaded('compression:\n  summary_model: small\nmodel:\n  cache_ttl: 1h\n')
  expect(config.auxiliary.compression.model).toBe('small')
  expect(config.prompt_caching.cache_ttl).toBe('1h')
  expect(notices.map(({ place, key }) => [place, key])).toEqual([
    ['config.yaml:2:18', 'auxiliary.compression.model'],
    ['config.yaml:4:14', 'prompt_caching.cache_ttl'],
  ])
})

test("today's spelling counts over the older one, and an older one in the environment over the file", () => {
  const text = 'model:\n  cache_ttl: 1h\nprompt_caching:\n  cache_ttl: 5m\n'
  expect(loaded(text).config.prompt_caching.cache_ttl).toBe('5m')
  expect(loaded(text, { PALIMPSEST__MODEL__CACHE_TTL: 'auto' }).config.prompt_caching.cache_ttl).toBe('auto')
})

test('a bad value in an older spelling is refused where it stands', () => {
  expect(problems({ text: 'model:\n  cache_ttl: 3h' })).toMatchObject([
    { place: 'config.yaml:2:14', key: 'prompt_caching.cache_ttl', value: '3h' },
  ])
})

test.each([
  ['a: 1\nmodel: [1,2\nc: 3', 'config.yaml:3:1'],
  ['model:\n  name: a\n  name: b', 'config.yaml:3:3'],
  ['model:\n\tname: a', 'config.yaml:2:1'],
  ['model: {}\n---\nmodel: {}', 'config.yaml:2:1'],
  ['model:\n  name: !!python/object x', 'config.yaml:2:9'],
  ['just words', 'config.yaml:1:1'],
  ['compression: 5', 'config.yaml:1:14'],
])('%j is refused with line and column', (text, place) => {
  expect(problems({ text })[0]?.place).toBe(place)
})

test.each([
  ['model: { provider: custom }', 'model.base_url'],
  ['model: { fallback: m, fallback_provider: custom }', 'model.fallback_base_url'],
  ['auxiliary: { compression: { provider: command } }', 'auxiliary.compression.command'],
  ['auxiliary: { compression: { provider: custom } }', 'auxiliary.compression.base_url'],
])('%j is refused because something it needs is missing', (text, needed) => {
  expect(problems({ text })).toMatchObject([{ remedy: `Set ${needed} first.` }])
})

test.each([
  ['command: cat', 'command', 'cat', 'command;'],
  ['provider: openai, command: cat', 'command', 'cat', 'command;'],
  ['base_url: "http://a.b"', 'base_url', 'http://a.b', 'custom;'],
  ['provider: main, model: m, base_url: "http://a.b"', 'base_url', 'http://a.b', 'custom;'],
  ['provider: command, command: cat, base_url: "http://a.b"', 'base_url', 'http://a.b', 'custom;'],
  ['provider: command, command: cat, model: m', 'model', 'm', 'who has that model;'],
])('{ %s } is refused, for nothing would use all of it', (text, name, value, instead) => {
  const key = `auxiliary.compression.${name}`
  const found = problems({ text: `auxiliary:\n  compression: { ${text} }` })
  expect(found).toMatchObject([{ key, value, place: expect.stringMatching(/^config\.yaml:2:\d+$/) }])
  expect(found[0]?.message).toContain('nothing uses while auxiliary.compression.provider is ')
  expect(found[0]?.remedy).toContain(instead)
  expect(found[0]?.remedy).toContain(`palimpsest config set ${key} null`)
})

test.each([
  'context_length: 9000',
  'model: m, context_length: 9000',
  'provider: openai, base_url: "http://a.b", context_length: 9000',
  'provider: command, command: cat, context_length: 9000',
])('{ %s } goes together', (text) => {
  expect(problems({ text: `auxiliary: { compression: { ${text} } }` })).toEqual([])
})

test('an answer as long as the window is refused', () => {
  expect(problems({ text: 'model: { context_length: 1000, max_tokens: 1000 }' })).toMatchObject([
    { key: 'model.max_tokens', value: 1000 },
  ])
})

test('everything that is wrong is told at once', () => {
  expect(problems({ text: 'compression: { threshold: 7, enabled: 1, nonsense: 2 }' })).toHaveLength(3)
})

test('aliases are followed, endless ones included', () => {
  expect(loaded('model: { name: &n x }\nauxiliary: { compression: { model: *n } }').config.auxiliary).toMatchObject({
    compression: { model: 'x' },
  })
  expect(problems({ text: 'compression: &c { threshold: *c }' })).toMatchObject([{ key: 'compression.threshold' }])
})

test('the loaded configuration cannot be changed by accident', () => {
  const { config } = loaded('')
  expect(Object.isFrozen(config) && Object.isFrozen(config.auxiliary.compression)).toBe(true)
})

test.each([
  ['nested too deep', `model: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['nested too deep', '- '.repeat(20_000)],
  ['longer than 100,000 characters', Array.from({ length: 50_000 }, (_, i) => `k${i}: 1\n`).join('')],
])('a file that would take the reader for ever is refused: %s', (words, text) => {
  const result = loadConfig({ text })
  const problem = expect.objectContaining({ message: expect.stringContaining(words) })
  expect(result).toMatchObject({ kind: 'refused', problems: expect.arrayContaining([problem]) })
})

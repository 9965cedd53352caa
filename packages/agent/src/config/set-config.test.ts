import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configTable } from './config-table.ts'
import { getConfig } from './get-config.ts'
import { loadConfig } from './load-config.ts'
import { setConfig } from './set-config.ts'

const sample = `# mine
model:
  name: a-model          # the good one
compression:
  threshold: 0.50        # half
  # protect_last_n: 9
`

function changed(text: string, key: string, value: string): string {
  const result = setConfig(text, key, value)
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems))
  return result.text
}

test('setting a value leaves every other byte as it was', () => {
  expect(changed(sample, 'compression.threshold', '0.6')).toBe(sample.replace('0.50', '0.6'))
})

test('a new key joins its section and the comments stay', () => {
  const text = changed(sample, 'compression.target_ratio', '0.3')
  for (const comment of ['# mine', '# the good one', '# half', '# protect_last_n: 9']) expect(text).toContain(comment)
  const loaded = loadConfig({ text })
  expect(loaded.kind === 'loaded' && loaded.config.compression).toMatchObject({ threshold: 0.5, target_ratio: 0.3 })
})

test.each([
  '',
  '# nothing yet\n',
  'compression:\n',
  'compression: # later\n  # threshold: 1\nmodel: {}\n',
  'compression: {enabled: true}',
])('a key can be set in %j', (text) => {
  const result = changed(text, 'compression.threshold', '0.6')
  expect(result).toMatch(/threshold: 0\.6/)
  for (const comment of text.match(/# .*/g) ?? []) expect(result).toContain(comment)
})

test('Windows line ends stay', () => {
  const text = changed(sample.replaceAll('\n', '\r\n'), 'compression.target_ratio', '0.3')
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
})

test('a bad value is refused before anything is written', () => {
  expect(setConfig(sample, 'compression.threshold', '7')).toMatchObject({
    kind: 'refused',
    problems: [{ place: 'config set', value: 7, allowed: 'a number above 0 and at most 1' }],
  })
})

test('an unknown key, a secret and a provider without its address are refused', () => {
  expect(setConfig('', 'compression.treshold', '1')).toMatchObject({
    problems: [{ remedy: expect.stringContaining('compression.threshold') }],
  })
  expect(setConfig('', 'model.api_key', 'hunter2')).toMatchObject({
    problems: [{ remedy: expect.stringContaining('ANTHROPIC_API_KEY') }],
  })
  expect(setConfig('', 'model.provider', 'custom')).toMatchObject({
    problems: [{ remedy: 'Set model.base_url first.' }],
  })
})

test.each([
  ['command', 'cat', 'command'],
  ['base_url', 'http://127.0.0.1:1/v1', 'custom'],
])('what needs each other is set key by key, and a run is refused in between: %s', (name, value, provider) => {
  const half = changed('', `auxiliary.compression.${name}`, value)
  expect(loadConfig({ text: half })).toMatchObject({ problems: [{ key: `auxiliary.compression.${name}`, value }] })
  const whole = changed(half, 'auxiliary.compression.provider', provider)
  expect(loadConfig({ text: whole }).kind).toBe('loaded')
  const left = changed(whole, 'auxiliary.compression.provider', 'auto')
  expect(loadConfig({ text: changed(left, `auxiliary.compression.${name}`, 'null') }).kind).toBe('loaded')
})

test('a file with two faults can be mended one by one', () => {
  const broken = 'compression:\n  threshold: 7\n  target_ratio: 7\n'
  const half = changed(broken, 'compression.threshold', '0.5')
  expect(loadConfig({ text: changed(half, 'compression.target_ratio', '0.5') }).kind).toBe('loaded')
})

test('an older spelling gives way to the new one', () => {
  const text = changed('model:\n  name: a\n  cache_ttl: 1h\n', 'model.cache_ttl', '5m')
  expect(text).not.toContain('1h')
  expect(loadConfig({ text })).toMatchObject({ config: { prompt_caching: { cache_ttl: '5m' } }, notices: [] })
})

test('a value that others share by an anchor is not changed behind their back', () => {
  const text = 'model: { name: &n x }\nauxiliary: { compression: { model: *n } }\n'
  expect(setConfig(text, 'model.name', 'y').kind).toBe('refused')
  expect(changed(text, 'auxiliary.compression.model', 'y')).toContain('&n x')
})

test('what stays in a list stays with its comments, and a list can be emptied', () => {
  const text = 'plugins: # mine\n  - a # the first\n  - b # the second\n'
  const two = changed(text, 'plugins', '["b", "@me/c"]')
  expect(two).toContain('- b # the second')
  expect(two).not.toContain('- a')
  expect(loadConfig({ text: two })).toMatchObject({ config: { plugins: ['b', '@me/c'] } })
  expect(loadConfig({ text: changed(two, 'plugins', '[]') })).toMatchObject({ config: { plugins: [] } })
  expect(setConfig(text, 'plugins', '../evil')).toMatchObject({ problems: [{ key: 'plugins', place: 'config set' }] })
})

test('a text that is not YAML is refused with its place', () => {
  expect(setConfig('model: [', 'model.name', 'x', 'c.yaml')).toMatchObject({ problems: [{ place: 'c.yaml:1:9' }] })
})

test('any name that is set is read back as it was typed', () => {
  const texts = fc.constantFrom('', sample, 'model: {name: old, max_tokens: 5}\n', 'model:\n  name: "q" # c\n')
  fc.assert(
    fc.property(texts, fc.string({ minLength: 1, unit: 'grapheme' }), (text, typed) => {
      const result = setConfig(text, 'model.name', typed)
      if (result.kind === 'refused') return
      const loaded = loadConfig({ text: result.text })
      const value = typed.trim() === 'null' ? null : typed.trim()
      expect(loaded.kind === 'loaded' && loaded.config.model.name).toBe(value)
    }),
    { numRuns: 200 },
  )
})

test('every key can be set to its default and read by its name', () => {
  for (const row of configTable()) {
    const loaded = loadConfig({ text: changed('', row.key, String(row.default)) })
    expect(loaded.kind === 'loaded' && getConfig(loaded.config, row.key)).toMatchObject({ value: row.default })
  }
})

test('a section can be read whole and an unknown key is refused', () => {
  const loaded = loadConfig({ text: '' })
  if (loaded.kind === 'refused') throw new Error('refused')
  expect(getConfig(loaded.config, 'context')).toMatchObject({ value: { engine: 'compressor' } })
  expect(getConfig(loaded.config, 'context.motor').kind).toBe('refused')
})

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configuration } from '../../compose.ts'
import { createHomeDesk } from '../../doctor/home-desk.arbitrary.ts'

test('a setting is shown with where it comes from', async () => {
  const desk = createHomeDesk()
  desk.write('config.yaml', 'compression:\n  threshold: 0.7\n')
  const env = { PALIMPSEST__MODEL__NAME: 'a-model' }
  const { code, out } = await desk.run(['config', 'get'], env)
  expect(code).toBe(0)
  expect(out).toMatch(/^compression\.threshold +0\.7 +\S+config\.yaml:2:14$/m)
  expect(out).toMatch(/^model\.name +a-model +PALIMPSEST__MODEL__NAME$/m)
  expect(out).toMatch(/^compression\.target_ratio +0\.2 +default$/m)
})

test('one setting is one JSON document, a section a list', async () => {
  const desk = createHomeDesk()
  const one = await desk.run(['config', 'get', 'compression.threshold', '--json'], {
    PALIMPSEST__COMPRESSION__THRESHOLD: '0.6',
  })
  expect(JSON.parse(one.out)).toEqual({
    key: 'compression.threshold',
    value: 0.6,
    from: 'environment',
    place: 'PALIMPSEST__COMPRESSION__THRESHOLD',
  })
  const section = await desk.run(['config', 'get', 'context', '--json'])
  expect(JSON.parse(section.out)).toEqual([{ key: 'context.engine', value: 'compressor', from: 'default' }])
})

test('setting a value writes it and leaves comments; a variable that counts before it is told', async () => {
  const desk = createHomeDesk()
  desk.write('config.yaml', '# mine\nmodel:\n  name: old # good\n')
  const plain = await desk.run(['config', 'set', 'model.name', 'new'])
  expect(plain).toEqual({ code: 0, out: `model.name is now "new" in ${desk.config}\n`, err: '' })
  expect(readFileSync(desk.config, 'utf8')).toBe('# mine\nmodel:\n  name: new # good\n')
  const hidden = await desk.run(['config', 'set', 'model.name', 'newer'], { PALIMPSEST__MODEL__NAME: 'x' })
  expect(hidden.err).toBe('The variable PALIMPSEST__MODEL__NAME is set and counts before the file.\n')
  await desk.run(['config', 'set', 'plugins', 'one,@me/two'])
  expect(JSON.parse((await desk.run(['config', 'get', 'plugins', '--json'])).out).value).toEqual(['one', '@me/two'])
})

test.each([
  [['set', 'compression.threshold', '7'], /cannot be 7; allowed: a number above 0 and at most 1/],
  [['set', 'compression.treshold', '0.5'], /Did you mean compression\.threshold\?/],
  [['set', 'model.api_key', 'hunter2'], /ANTHROPIC_API_KEY/],
  [['get', 'nothing.here'], /there is no setting nothing\.here/],
  [['bogus'], /too many arguments for 'config'/],
  [['set', 'model.name'], /missing required argument/],
])('config %j is refused with a remedy, and nothing is written', async (args, message) => {
  const desk = createHomeDesk()
  const { code, out, err } = await desk.run(['config', ...args])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(message)
  expect(err).not.toContain('hunter2')
  expect(existsSync(desk.config)).toBe(false)
})

test('a file with a fault is told with its line', async () => {
  const desk = createHomeDesk()
  desk.write('config.yaml', 'compression:\n  threshold: high\n')
  const { code, err } = await desk.run(['config', 'get'])
  expect(code).toBe(2)
  expect(err).toMatch(/config\.yaml:2:14: compression\.threshold cannot be "high"/)
})

test('the path is told although there is no file', async () => {
  const desk = createHomeDesk()
  expect(await desk.run(['config', 'path'])).toEqual({ code: 0, out: `${desk.config}\n`, err: '' })
})

test.each([[['config']], [['config', '--help']], [['config', '-h']]])('%j lists every setting', async (args) => {
  const { code, out } = await createHomeDesk().run(args)
  const { configTable } = await configuration()
  expect(code).toBe(0)
  for (const { key } of configTable()) expect(out).toContain(`  ${key}\n`)
  const joined = out.replaceAll(/\s+/g, ' ')
  for (const { allowed } of configTable()) expect(joined).toContain(` ${allowed} (default: `)
})

test('help of a command below is its own', async () => {
  const { out } = await createHomeDesk().run(['config', 'set', '--help'])
  expect(out).toMatch(/^Usage: palimpsest config set/)
})

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createCompressDesk, jsonLines, longChat, small } from '../../compress/compress-desk.arbitrary.ts'
import type { Io } from '../../terminal/io.ts'

const example = join(dirname(fileURLToPath(import.meta.url)), '../../../../../examples/sliding-window')

function createPluginDesk() {
  const desk = createCompressDesk()
  onTestFinished(desk.clear)
  const home = desk.path('home')
  const env: Io['env'] = { NO_COLOR: '1', PALIMPSEST_HOME: home }
  const plant = (name: string, text: string) => {
    const path = join(home, 'plugins', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const install = () => cpSync(example, join(home, 'plugins/context_engine/sliding-window'), { recursive: true })
  const run = (...args: readonly string[]) => desk.here(args, { env })
  const config = () => (existsSync(join(home, 'config.yaml')) ? readFileSync(join(home, 'config.yaml'), 'utf8') : '')
  return { ...desk, env, home, plant, install, run, config }
}

test('a home without plugins lists what is built in, and says where plugins go', async () => {
  const { run, home } = createPluginDesk()
  const { code, out, err } = await run('plugins', 'list')
  expect([code, out.split('\n').slice(1)]).toEqual([
    0,
    [
      expect.stringMatching(/^compressor +engine +1 +active +built in$/),
      expect.stringMatching(/^lcm +engine +1 +ready +built in$/),
      '',
    ],
  ])
  expect(err).toContain(join(home, 'plugins'))
})

test('the example is listed, chosen and used', async () => {
  const { run, install, config, file, path, home } = createPluginDesk()
  install()
  expect((await run('plugins', 'use', 'sliding-window')).out).toMatch(
    /^The engine is now sliding-window \(.*sliding-window\)\.\n$/,
  )
  expect(config()).toBe('context:\n  engine: sliding-window\n')
  const listed = JSON.parse((await run('plugins', 'list', '--json')).out)
  expect(listed).toMatchObject({
    engine: 'sliding-window',
    folder: join(home, 'plugins'),
    plugins: [
      { name: 'sliding-window', kind: 'engine', contract: 1, state: 'active' },
      { name: 'compressor', kind: 'engine', where: 'built in', state: 'ready' },
      { name: 'lcm', kind: 'engine', where: 'built in', state: 'ready' },
    ],
  })
  const long = path(file('long.jsonl', jsonLines(longChat)))
  const done = JSON.parse((await run('compress', long, '--engine', 'sliding-window', '--json', ...small)).out)
  expect(done).toMatchObject({ outcome: 'committed', receipt: { engine: 'sliding-window' } })
  expect(JSON.stringify(done.messages)).toContain('earlier messages are not shown')
})

test('the lossless engine compresses and replays a file without any plugin', async () => {
  const { run, file, path } = createPluginDesk()
  const long = path(file('long.jsonl', jsonLines(longChat)))
  const done = JSON.parse((await run('compress', long, '--engine', 'lcm', '--json', ...small)).out)
  expect(done).toMatchObject({ outcome: 'committed', receipt: { engine: 'lcm' } })
  expect(JSON.stringify(done.messages)).toContain('[EARLIER MESSAGES #')
  const [replayed] = [JSON.parse((await run('replay', long, '--engine', 'lcm', '--json', ...small)).out)].flat()
  expect(replayed.compactions[0]).toMatchObject({ engine: 'lcm' })
})

test('messages that an engine drops are told as dropped, never as summarised', async () => {
  const { run, install, file, path } = createPluginDesk()
  install()
  const long = path(file('long.jsonl', jsonLines(longChat)))
  const chosen = ['--engine', 'sliding-window', ...small]
  const { receipt, diff } = JSON.parse((await run('compress', long, ...chosen, '--json', '--diff', 'full')).out)
  const { before, after, summarised, dropped } = receipt.messages
  expect([summarised, dropped]).toEqual([0, before - after + 1])
  expect(receipt.saved).toMatchObject({ summarised: 0, dropped: receipt.tokens.before - receipt.tokens.after })
  expect(diff.items.map(({ kind }: { kind: string }) => kind)).not.toContain('summarised')
  const report = (await run('compress', long, ...chosen, '--dry-run')).out
  expect(report).toMatch(/messages dropped +[\d,]+\n/)
  expect(report).toContain(`none: ${dropped} messages dropped without one`)
  expect(report).toMatch(/#\d+–#\d+ dropped \(/)
  expect(report).not.toContain('summarised')
  const page = path('report.html')
  const replayed = await run('replay', long, ...chosen, '--html', page)
  expect(replayed.out).toMatch(/→ [\d,]+ .* \d+ dropped /)
  expect(readFileSync(page, 'utf8')).toMatch(/None: \d+ messages dropped without one\./)
  const own = JSON.parse((await run('compress', long, ...small, '--json')).out)
  expect(own.receipt.messages).not.toHaveProperty('dropped')
})

test('an engine that fails is named with what it said', async () => {
  const { run, plant, file, path } = createPluginDesk()
  const compress = `async () => { throw new Error('the index is gone') }`
  const engine = `{ name: 'mine', contract: 1, shouldCompress: () => true, hasContentToCompress: () => true, compress: ${compress} }`
  plant('context_engine/mine/index.mjs', `export default { name: 'mine', contract: 1, create: () => (${engine}) }`)
  const long = path(file('long.jsonl', jsonLines(longChat)))
  const { code, err } = await run('compress', long, '--engine', 'mine', ...small)
  expect([code, err]).toEqual([1, expect.stringMatching(/mine.*the index is gone/)])
})

test('an engine that is not there is told with those that are, and the nearest name', async () => {
  const { run, install, plant, file, path } = createPluginDesk()
  install()
  plant('notes/index.mjs', `export default { name: 'notes', contract: 1, engines: { 'by-topic': () => ({}) } }`)
  const long = path(file('long.jsonl', jsonLines(longChat)))
  for (const command of ['compress', 'replay']) {
    const { code, err } = await run(command, long, '--engine', 'slidng-window', ...small)
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean sliding-window?')])
    expect(err).toContain('one that is there: compressor, lcm, sliding-window, by-topic;')
  }
})

test('an engine that does not load is not chosen, and the reason is told', async () => {
  const { run, plant, config } = createPluginDesk()
  plant('context_engine/bad/index.mjs', 'throw new Error("half done")')
  const { code, out, err } = await run('plugins', 'use', 'bad')
  expect([code, out, config()]).toEqual([1, '', ''])
  expect(err).toMatch(/^error: .*bad\/index\.mjs fails when it is loaded: half done\n {2}\S/)
  expect(await run('plugins', 'use', 'nowhere')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no engine "nowhere"'),
  })
  expect(await run('plugins', 'use', '../bad')).toMatchObject({ code: 2, err: expect.stringContaining('no name') })
  expect((await run('plugins', 'list')).out).toMatch(/^bad .* broken .*\n {2}.*half done\n/m)
})

test('a plugin tells what it brings, and that its hooks wait to be listed', async () => {
  const { run, plant } = createPluginDesk()
  plant('notes/index.mjs', `export default { name: 'notes', contract: 1, hooks: { 'after-compaction': () => {} } }`)
  expect((await run('plugins', 'list')).out).toMatch(/notes +plugin +1 +ready .*\n {2}hooks: after-compaction; list it/)
  await run('config', 'set', 'plugins', 'notes')
  expect((await run('plugins', 'list')).out).toMatch(/notes +plugin +1 +active .*\n {2}hooks: after-compaction\n/)
})

test('hooks of plugins are asked and told when a file is compacted, and told nothing by a dry run', async () => {
  const { run, plant, file, path, home } = createPluginDesk()
  const before = `'before-compaction': () => ({ mustSurvive: ['The board says: milk.'] })`
  const after = `'after-compaction': ({ tokens }) => writeFileSync(${JSON.stringify(join(home, 'told'))}, String(tokens.after))`
  const hooks = `export default { name: 'notes', contract: 1, hooks: { ${before}, ${after} } }`
  plant('notes/index.mjs', `import { writeFileSync } from 'node:fs'\n${hooks}`)
  await run('config', 'set', 'plugins', 'notes')
  const long = path(file('long.jsonl', jsonLines(longChat)))
  expect(JSON.parse((await run('compress', long, '--dry-run', '--json', ...small)).out).outcome).toBe('committed')
  expect(existsSync(join(home, 'told'))).toBe(false)
  const done = JSON.parse((await run('compress', long, '--json', ...small)).out)
  expect(JSON.stringify(done.messages)).toContain('The board says: milk.')
  expect(readFileSync(join(home, 'told'), 'utf8')).toBe(String(done.receipt.tokens.after))
})

test('a hook that fails is told, and the file is compacted all the same', async () => {
  const { run, plant, file, path } = createPluginDesk()
  const hooks = `{ 'before-compaction': () => { throw new Error('no board') } }`
  plant('notes/index.mjs', `export default { name: 'notes', contract: 1, hooks: ${hooks} }`)
  await run('config', 'set', 'plugins', 'notes')
  const long = path(file('long.jsonl', jsonLines(longChat)))
  const { code, out, err } = await run('compress', long, '--json', ...small)
  expect([code, JSON.parse(out).outcome]).toEqual([0, 'committed'])
  expect(err).toMatch(/before-compaction of notes failed \(no board\)/)
})

test('a variable that counts before the file is told', async () => {
  const { here, env } = createPluginDesk()
  const { code, err } = await here(['plugins', 'use', 'compressor'], {
    env: { ...env, PALIMPSEST__CONTEXT__ENGINE: 'compressor' },
  })
  expect([code, err]).toEqual([0, expect.stringContaining('PALIMPSEST__CONTEXT__ENGINE')])
})

test('an engine that answers with junk leaves a transcript as it was', async () => {
  const { run, plant, file, path } = createPluginDesk()
  const engine = `{ name: 'junk', contract: 1, shouldCompress: () => true, hasContentToCompress: () => true, compress: async () => [] }`
  plant('context_engine/junk/index.mjs', `export default () => (${engine})`)
  const long = path(file('long.jsonl', jsonLines(longChat)))
  const { code, err } = await run('compress', long, '--engine', 'junk', '--dry-run', ...small)
  expect([code, err]).toEqual([1, expect.stringMatching(/junk answered with something that is no plan/)])
})

test.each([[['plugins', '--help']], [['plugins', 'list', '--help']], [['plugins', 'use', '--help']]])(
  '%j shows an example',
  async (args) => {
    const { code, out } = await createPluginDesk().run(...args)
    expect([code, out]).toEqual([0, expect.stringMatching(/Examples:\n {2}\$ palimpsest plugins/)])
  },
)

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContextEngine } from '@palimpsest/core/engine'
import { afterEach, expect, test } from 'vitest'
import { listPlugins } from './list-plugins.ts'
import { openEngine } from './open-engine.ts'
import { engineText, pluginHome } from './plugin-home.arbitrary.ts'
import { trialPorts } from './trial-ports.ts'

const plain: ContextEngine = {
  name: 'plain',
  contract: 1,
  shouldCompress: () => true,
  hasContentToCompress: () => true,
  compress: async () => ({ kind: 'unchanged', reason: 'no-gain', detail: '' }),
}
const builtIn = { plain: () => plain }

const open = (name: string, pluginsFolder: string, ...listed: readonly string[]) =>
  openEngine(name, { pluginsFolder, listed, builtIn }, trialPorts)

async function opened(name: string, folder: string, ...listed: readonly string[]) {
  const result = await open(name, folder, ...listed)
  if (result.kind === 'refused') expect.unreachable(result.problem.message)
  return result.value
}

async function problem(name: string, folder: string, ...listed: readonly string[]) {
  const result = await open(name, folder, ...listed)
  if (result.kind === 'found') expect.unreachable('it was found')
  return result.problem
}

const factory = (name: string) => `export default (ports, kit) => (${engineText(name)})`
const registering = (...names: readonly string[]) =>
  `export default { name: 'p', contract: 1, engines: { ${names.map((name) => `'${name}': () => (${engineText(`${name} of a plugin`)})`).join(', ')} } }`

test('a folder comes before a listed plugin, and that before a built-in', async () => {
  const folder = pluginHome({
    'context_engine/plain/index.js': factory('plain of a folder'),
    'p/index.mjs': registering('plain'),
  })
  expect((await opened('plain', folder, 'p')).engine.name).toBe('plain of a folder')
  const without = pluginHome({ 'p/index.mjs': registering('plain') })
  expect((await opened('plain', without, 'p')).engine.name).toBe('plain of a plugin')
  expect(await opened('plain', without)).toMatchObject({
    from: 'built-in',
    where: 'built in',
    engine: { name: 'plain' },
  })
})

test('an engine of a plugin that is not listed is used when it is named, and its hooks with it', async () => {
  const text = `export default { name: 'p', contract: 1, hooks: { 'after-compaction': () => {} }, engines: { other: () => (${engineText('other')}) } }`
  const folder = pluginHome({ 'p/index.js': text, 'broken/index.js': 'throw new Error("never mind")' })
  const { engine, parts } = await opened('other', folder)
  expect([engine.name, parts.hooks.map(({ plugin }) => plugin)]).toEqual(['other', ['p']])
})

/** Where planted code leaves its traces. */
const world = globalThis as { ran?: string[] }
afterEach(() => {
  delete world.ran
})

test('code of a plugin that nobody named is never run', async () => {
  const leave = (name: string) => `(globalThis.ran ??= []).push('${name}'); ${registering(name)}`
  const folder = pluginHome({
    'unnamed/index.mjs': leave('unnamed'),
    'listed/index.mjs': leave('listed'),
    'context_engine/idle/index.mjs': `globalThis.ran.push('idle'); ${factory('idle')}`,
  })
  await opened('plain', folder)
  expect(world.ran).toBeUndefined()
  await opened('plain', folder, 'listed')
  expect(world.ran).toEqual(['listed'])
})

test('an entry is what package.json says', async () => {
  const forms = [
    { main: 'lib/a.js' },
    { exports: './lib/a.js' },
    { exports: { '.': { types: './x.d.ts', import: './lib/a.js' } } },
    { exports: { require: './no.cjs', default: './lib/a.js' }, main: 'no.js' },
  ]
  for (const form of forms) {
    const folder = pluginHome({
      'context_engine/e/package.json': JSON.stringify({ type: 'module', ...form }),
      'context_engine/e/lib/a.js': factory('e'),
    })
    expect((await opened('e', folder)).engine.name).toBe('e')
  }
})

test('a module of the older kind, a scoped name and a linked folder work', async () => {
  const folder = pluginHome({
    'context_engine/old/index.js': `module.exports = () => (${engineText('old')})`,
    'context_engine/older/index.js': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = () => (${engineText('older')})`,
    'context_engine/@me/e/index.mjs': `export default { contract: 1, engine: 'own', create() { return ${engineText('x')} && { ...${engineText('y')}, name: this.engine } } }`,
  })
  const elsewhere = pluginHome({ 'src/index.mjs': factory('linked') })
  symlinkSync(join(elsewhere, 'src'), join(folder, 'context_engine', 'linked'))
  expect((await opened('old', folder)).engine.name).toBe('old')
  expect((await opened('older', folder)).engine.name).toBe('older')
  expect((await opened('@me/e', folder)).engine.name).toBe('own')
  expect((await opened('linked', folder)).engine.name).toBe('linked')
})

test('a package is found where npm puts it', async () => {
  const folder = pluginHome({
    'node_modules/@me/pack/package.json': JSON.stringify({ type: 'module', main: 'index.js' }),
    'node_modules/@me/pack/index.js': registering('packed'),
  })
  expect(await opened('packed', folder, '@me/pack')).toMatchObject({ from: 'plugin' })
  expect(await problem('packed', folder)).toMatchObject({ kind: 'missing' })
})

test('a factory is handed the ports and the kit', async () => {
  const text = `export default async (ports, kit) => ({ ...${engineText('x')}, name: typeof kit.groupStarts + ports.howToRead('#1') })`
  const folder = pluginHome({ 'context_engine/e/index.mjs': text })
  expect((await opened('e', folder)).engine.name).toBe('functionRead message #1.')
})

const secret = `sk-${'ant-'}api03-${'a1B2c3D4'.repeat(12)}AA`

test.each([
  ['is not there', {}, 'missing', /there is no engine "e"/],
  ['has no entry', { 'readme.md': '' }, 'no-entry', /no index\.js or index\.mjs/],
  [
    'names an entry that is not there',
    { 'package.json': '{"main":"dist/a.js"}' },
    'no-entry',
    /dist\/a\.js .*not there/,
  ],
  ['has a broken package.json', { 'package.json': '{' }, 'no-entry', /package\.json is not JSON/],
  ['leads out of its folder', { 'package.json': '{"main":"../../outside.mjs"}' }, 'no-entry', /outside/],
  [
    'throws at import',
    { 'index.mjs': `throw new Error('no ${secret} here')` },
    'import-failed',
    /when it is loaded: no \[?\S*REDACTED/,
  ],
  ['is no JavaScript', { 'index.mjs': 'export default {' }, 'import-failed', /when it is loaded/],
  ['has no default export', { 'index.mjs': 'export const engine = 1' }, 'wrong-shape', /no default export/],
  ['exports something else', { 'index.mjs': 'export default 7' }, 'wrong-shape', /neither a function nor an object/],
  ['says no contract', { 'index.mjs': 'export default { create: () => ({}) }' }, 'wrong-shape', /which contract/],
  [
    'is of another contract',
    { 'index.mjs': 'export default { contract: 2, create: () => ({}) }' },
    'wrong-contract',
    /contract 2; this Palimpsest keeps contract 1/,
  ],
  [
    'makes an engine of another contract',
    { 'index.mjs': `export default () => ({ ...${engineText('e')}, contract: 0 })` },
    'wrong-contract',
    /contract 0/,
  ],
  [
    'throws when it is made',
    { 'index.mjs': 'export default () => { throw new Error("no licence") }' },
    'create-failed',
    /no licence/,
  ],
  ['makes nothing', { 'index.mjs': 'export default async () => undefined' }, 'wrong-shape', /is no object/],
  [
    'makes half an engine',
    { 'index.mjs': `export default () => ({ ...${engineText('e')}, compress: 1 })` },
    'wrong-shape',
    /no function "compress"/,
  ],
  [
    'has an unknown hook',
    {
      'index.mjs': `export default { contract: 1, hooks: { 'on-compaction': () => {} }, create: () => (${engineText('e')}) }`,
    },
    'wrong-shape',
    /hook "on-compaction"/,
  ],
] as const)('an engine that %s is an error that says so', async (_, files, kind, words) => {
  const own = Object.entries(files).map(([name, text]) => [`context_engine/e/${name}`, text])
  const folder = pluginHome({ 'outside.mjs': factory('e'), ...Object.fromEntries(own) })
  const found = await problem('e', folder)
  expect(found).toMatchObject({ kind, message: expect.stringMatching(words), remedy: expect.stringMatching(/\.$/) })
  expect(found.message).not.toContain(secret)
})

test.each(['../x', '..', '.', '', '/etc', 'a/b', '@a/../b', 'context_engine', 'a\\b', '.hidden'])(
  'the name %j leads nowhere',
  async (name) => {
    const folder = join(pluginHome({ 'x/index.mjs': factory('x') }), 'plugins')
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.mjs'), factory('x'))
    expect(await problem(name, folder)).toMatchObject({ kind: 'bad-name' })
    expect(await problem('plain', folder, name)).toMatchObject({ kind: 'bad-name' })
  },
)

test('a plugin that is listed and cannot be loaded is an error that names it', async () => {
  const folder = pluginHome({ 'p/index.mjs': 'throw new Error("half done")' })
  expect(await problem('plain', folder, 'p')).toMatchObject({
    kind: 'import-failed',
    message: expect.stringMatching(/"p".*half done/),
  })
  expect(await problem('plain', folder, 'q')).toMatchObject({
    kind: 'missing',
    remedy: expect.stringContaining('npm install q'),
  })
})

test('the list tells what is active, ready and broken, each by itself', async () => {
  const folder = pluginHome({
    'context_engine/good/index.mjs': factory('good'),
    'context_engine/bad/index.mjs': 'export default 7',
    'p/index.mjs': registering('more'),
    'q/index.mjs': 'throw new Error("half done")',
  })
  const rows = await listPlugins({ pluginsFolder: folder, listed: ['p', 'q', 'gone'], builtIn }, 'good', trialPorts)
  expect(rows.map(({ name, kind, state, contract }) => [name, kind, state, contract])).toEqual([
    ['bad', 'engine', 'broken', undefined],
    ['good', 'engine', 'active', 1],
    ['more', 'engine', 'ready', 1],
    ['plain', 'engine', 'ready', 1],
    ['p', 'plugin', 'active', 1],
    ['q', 'plugin', 'broken', undefined],
    ['gone', 'plugin', 'broken', undefined],
  ])
  expect(rows.find(({ name }) => name === 'q')?.problem?.message).toContain('half done')
})

test('an active engine that is not there is listed as broken', async () => {
  const rows = await listPlugins({ pluginsFolder: pluginHome({}), listed: [], builtIn }, 'lost', trialPorts)
  expect(rows.at(-1)).toMatchObject({ name: 'lost', state: 'broken', problem: { kind: 'missing' } })
})

test('no code is loaded from a folder that is worked in, be it a home, a package or what a link leads to', async () => {
  const workspace = pluginHome({
    'home/plugins/context_engine/plain/index.js': traced('folder'),
    'home/plugins/p/index.js': traced('plugin'),
    'node_modules/q/index.js': traced('package'),
    'mine/index.js': traced('link'),
  })
  const outside = pluginHome({ 'context_engine/.keep': '' })
  symlinkSync(join(workspace, 'mine'), join(outside, 'context_engine', 'mine'))
  const notFrom = [workspace]
  const within = join(workspace, 'home', 'plugins')
  for (const [name, pluginsFolder, listed] of [
    ['plain', within, []],
    ['other', within, ['p']],
    ['other', within, ['q']],
    ['mine', outside, []],
  ] as const) {
    const result = await openEngine(name, { pluginsFolder, notFrom, listed, builtIn }, trialPorts)
    if (result.kind === 'found') expect.unreachable('it was found')
    expect(result.problem.message).toMatch(new RegExp(`lies in ${workspace}, where you work|there is no plugin "q"`))
    expect(result.problem.remedy).toMatch(/PALIMPSEST_HOME|Put it into/)
  }
  expect(world.ran).toBeUndefined()
  // The same code is loaded where nobody works in that folder.
  expect((await opened('mine', outside)).engine.name).toBe('link')
  expect(world.ran).toEqual(['link'])
})

/** Code that leaves a trace when it is run. */
function traced(name: string): string {
  return `(globalThis.ran ??= []).push('${name}')\n${factory(name)}`
}

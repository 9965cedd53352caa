import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
let scratch = ''

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'palimpsest-rules-'))
  for (const file of ['biome.json', '.gitignore', 'package.json']) copyFileSync(join(root, file), join(scratch, file))
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
})

afterEach(() => rmSync(scratch, { recursive: true }))

/** Lints files planted in an empty copy of the workspace with the workspace's own rules; returns the rules broken. */
function lint(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [file, text] of Object.entries(files)) {
    const path = join(scratch, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', ...Object.keys(files)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { category: string }[] }
  return [...new Set(diagnostics.map(({ category }) => category.replace(/^lint\/\w+\//, '')))].toSorted()
}

const imports = (from: string) => `import { thing } from '${from}'\n\nexport const copy = thing\n`

describe('an import that crosses a border is refused', () => {
  test.each([
    ['core imports a package', 'packages/core/src/message/a.ts', 'zod'],
    ['core imports another package of ours', 'packages/core/src/message/a.ts', '@palimpsest/simulator'],
    ['core imports its testing folder', 'packages/core/src/message/a.ts', '../testing/build.ts'],
    ['core/testing imports a package', 'packages/core/src/testing/a.ts', 'fast-check'],
    ['an engine imports core by its front door', 'packages/engines/src/a.ts', '@palimpsest/core'],
    ['an engine imports a store', 'packages/engines/src/a.ts', '@palimpsest/stores'],
    ['an engine imports a package', 'packages/engines/src/a.ts', 'openai'],
    ['a store imports the agent', 'packages/stores/src/a.ts', '@palimpsest/agent'],
    ['a store imports an engine', 'packages/stores/src/a.ts', '@palimpsest/engines'],
    ['the library imports the agent', 'packages/context/src/a.ts', '@palimpsest/agent'],
    ['the library imports the simulator', 'packages/context/src/a.ts', '@palimpsest/simulator/server'],
    ['the agent imports an engine', 'packages/agent/src/a.ts', '@palimpsest/engines'],
    ['the agent imports a store', 'packages/agent/src/step/a.ts', '@palimpsest/stores'],
    ['the gateway imports the agent', 'packages/gateway/src/a.ts', '@palimpsest/agent'],
    ['the simulator imports the agent', 'packages/simulator/src/a.ts', '@palimpsest/agent'],
    ['a command imports a store', 'packages/cli/src/commands/a.ts', '@palimpsest/stores'],
    ['a command imports the simulator', 'packages/cli/src/commands/a.ts', '@palimpsest/simulator'],
    ['a command imports testing', 'packages/cli/src/commands/a.ts', '@palimpsest/core/testing'],
    ['a deep import by name', 'packages/cli/src/commands/a.ts', '@palimpsest/core/src/json.ts'],
    ['a deep import into what was built', 'packages/agent/src/a.ts', '@palimpsest/core/dist/json.js'],
    ['a deep import by path', 'packages/cli/src/commands/a.ts', '../../../core/src/json.ts'],
    ['a deep import by path from a test', 'packages/cli/src/a.test.ts', '../../core/src/json.ts'],
  ])('%s', (_, file, from) => {
    expect(lint({ [file]: imports(from) })).toContain('noRestrictedImports')
  })

  test('core imports a part of Node', () => {
    expect(lint({ 'packages/core/src/a.ts': imports('node:fs') })).toContain('noNodejsModules')
  })
})

test.each([
  'Date.now()',
  'new Date()',
  'process.env',
  "fetch('x')",
  'setTimeout(() => 1, 1)',
  'setInterval(() => 1, 1)',
  'console',
  'performance.now()',
  'crypto.randomUUID()',
  'globalThis',
])('core does not use %s', (use) => {
  expect(lint({ 'packages/core/src/a.ts': `export const it = () => ${use}\n` })).toContain('noRestrictedGlobals')
})

test('core does not roll dice', () => {
  expect(lint({ 'packages/core/src/a.ts': 'export const it = Math.random()\n' })).toContain('noJsRestrictedProperties')
})

test.each(['', 'type '])('a circle of %simports is refused', (kind) => {
  const files = {
    'packages/core/src/a.ts': `import ${kind}{ B } from './b.ts'\n\nexport type A = B | 1\n`,
    'packages/core/src/b.ts': `import ${kind}{ A } from './a.ts'\n\nexport type B = A | 2\n`,
  }
  expect(lint(files)).toContain('noImportCycles')
})

describe('a file that grows too large is refused', () => {
  test('over 300 lines', () => {
    const lines = Array.from({ length: 301 }, (_, i) => `export const a${i} = ${i}`)
    expect(lint({ 'packages/core/src/a.ts': `${lines.join('\n')}\n` })).toEqual(['noExcessiveLinesPerFile'])
  })

  test('a function over 50 lines', () => {
    const lines = Array.from({ length: 51 }, (_, i) => `  x.push(${i})`)
    expect(
      lint({ 'packages/core/src/a.ts': `export function a(x: number[]): void {\n${lines.join('\n')}\n}\n` }),
    ).toEqual(['noExcessiveLinesPerFunction'])
  })

  test('more than four parameters', () => {
    const file = { 'packages/core/src/a.ts': 'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => [b, c, d, e, f]\n' }
    expect(lint(file)).toEqual(['useMaxParams'])
  })
})

test('what the rules allow passes', () => {
  const files = {
    'packages/core/src/message/a.ts': "import { b } from './b.ts'\n\nexport const a = b\n",
    'packages/core/src/message/b.ts': 'export const b = 1\n',
    'packages/core/src/wire/c.ts': "import { a } from '../message/a.ts'\n\nexport const c = a\n",
    'packages/core/src/testing/d.ts': "import { a } from '../message/a.ts'\n\nexport const d = a\n",
    'packages/core/src/message/a.test.ts':
      "import { expect, test } from 'vitest'\nimport { d } from '../testing/d.ts'\n\ntest('a', () => expect(d).toBe(1))\n",
    'packages/engines/package.json': '{ "name": "engines", "dependencies": { "@palimpsest/core": "0" } }\n',
    'packages/engines/src/e.ts': "import type { Plan } from '@palimpsest/core/engine'\n\nexport type E = Plan\n",
  }
  expect(lint(files)).toEqual([])
})

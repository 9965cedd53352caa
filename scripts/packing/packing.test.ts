import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { outdatedFiles } from './derived-files.mjs'
import { inspectNames, inspectPackage } from './inspect-package.mjs'
import { listPacked } from './pack.mjs'
import { workspaces } from './workspaces.mjs'

test('licences, shared fields of manifests and llms.txt are what follows from the root, the READMEs and the doors', () => {
  expect(outdatedFiles().map(({ path }: { path: string }) => path)).toEqual([])
})

test('a package packs what it needs, and no test, private file or remains of an old build', async () => {
  // The smallest stands for all: their lists of files are the same, and packing them all takes too long here.
  expect(inspectNames(await listPacked('@palimpsest/engines'))).toEqual([])
})

test('packages come after those they depend on, so that each can be installed once it is published', () => {
  const names = workspaces().map(({ name }: { name: string }) => name)
  for (const { name, manifest } of workspaces())
    for (const needed of Object.keys(manifest.dependencies ?? {}).filter((one) => names.includes(one)))
      expect(names.indexOf(needed)).toBeLessThan(names.indexOf(name))
})

test.each([
  'src/a.test.ts',
  'src/log/entry.arbitrary.ts',
  'dist/.tsbuildinfo',
  '.env',
  'src/.npmrc',
  'state.db',
  'dist/gone.js',
])('%s is not let into a package', (path) => {
  const fine = ['package.json', 'README.md', 'LICENSE', 'llms.txt', 'dist/a.js', 'src/a.ts']
  expect(inspectNames(fine)).toEqual([])
  expect(inspectNames([...fine, path])).toHaveLength(1)
})

describe('inside a package', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-packing-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const problems = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    const manifest = { name: '@palimpsest/here', dependencies: { zod: '4.6.7' } }
    return inspectPackage(folder, manifest, [{ name: 'DEPLOY_TOKEN', value: 'correct-horse-battery' }])
  }

  test.each([
    ['a folder of this machine', 'src/a.ts', `const here = '${homedir()}/notes'`],
    ['the value of a secret variable', 'src/a.ts', `const key = 'correct-horse-battery'`],
    ['a key of a registry', 'src/a.ts', `const key = 'npm_${'a1B2'.repeat(9)}'`],
    ['a map that leads nowhere', 'dist/a.js.map', JSON.stringify({ sources: ['../src/a.ts'] })],
    ['a link that leads nowhere', 'llms.txt', '- [door](dist/index.d.ts)'],
    ['an import of a package that is not declared', 'dist/a.js', `import pg from 'pg'\n`],
    ['a late import of such a package', 'dist/a.js', `const text = \`\`\nawait import('pg/lib')\n`],
  ])('%s is noticed', (_, path, text) => {
    expect(problems(path, text)).toHaveLength(1)
  })

  test.each([
    [
      'imports of what is declared, built in or its own',
      `import { z } from 'zod'\nimport 'node:fs'\nexport * from './b.js'\n`,
    ],
    ['a text that looks like an import', `export const file = \`\nimport { Pool } from 'pg'\n\``],
    ['a constant', `export const from = 'pg'\n`],
  ])('%s is fine', (_, text) => {
    expect(problems('dist/a.js', text)).toEqual([])
  })
})

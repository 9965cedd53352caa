import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderCircles } from './folder-circles.ts'
import { root, sourceFiles } from './linear/source-files.ts'

/** Circles that are still to be broken. Nothing is ever added here, and what is broken leaves. */
const unbroken: readonly string[] = []

const found = folderCircles(
  Object.fromEntries(sourceFiles.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
)

test('the folders of a package stack: none depends on a folder that depends on it', () => {
  expect(found.filter(({ folders }) => !unbroken.includes(folders))).toEqual([])
})

test('a circle that is broken, or smaller than it was, is no longer listed as it was', () => {
  const names = found.map(({ folders }) => folders)
  expect(unbroken.filter((folders) => !names.includes(folders))).toEqual([])
})

describe('a circle is found, with the imports that close it', () => {
  const imports = (...names: readonly string[]) => names.map((name) => `import { a } from '${name}'\n`).join('')

  test.each([
    "import { b } from '../low/b.ts'",
    "import type { B } from '../low/b.ts'",
    "import '../low/b.ts'",
    "export { b } from '../low/b.ts'",
    "const { b } = await import('../low/b.ts')",
    "import {\n  b,\n  c,\n} from '../low/deep/../b.ts'",
  ])('made by %j', (text) => {
    const files = {
      'packages/p/src/high/a.ts': text,
      'packages/p/src/low/b.ts': imports('./c.ts'),
      'packages/p/src/low/deep/d.ts': imports('../../high/a.ts', '../../high/e.ts'),
    }
    const closedBy = ['packages/p/src/high/a.ts -> packages/p/src/low/b.ts']
    expect(folderCircles(files)).toEqual([{ folders: 'p/high p/low', closedBy }])
  })

  test('of three folders, and beside another', () => {
    const files = {
      'packages/p/src/a/a.ts': imports('../b/b.ts'),
      'packages/p/src/b/b.ts': imports('../c/c.ts', '../c/d.ts'),
      'packages/p/src/c/c.ts': imports('../a/a.ts', '../a/b.ts'),
      'packages/q/src/a/a.ts': imports('../b/b.ts', '../b/c.ts'),
      'packages/q/src/b/b.ts': imports('../a/a.ts'),
      'packages/q/src/c/c.ts': imports('../a/a.ts', '../b/b.ts'),
    }
    expect(folderCircles(files)).toEqual([
      { folders: 'p/a p/b p/c', closedBy: ['packages/p/src/a/a.ts -> packages/p/src/b/b.ts'] },
      { folders: 'q/a q/b', closedBy: ['packages/q/src/b/b.ts -> packages/q/src/a/a.ts'] },
    ])
  })
})

test('what stacks is no circle: files of one folder, doors, and files beside the folders', () => {
  const files = {
    'packages/p/src/a/a.ts': "import { b } from './deep/b.ts'\nimport { c } from '../c.ts'\n",
    'packages/p/src/a/deep/b.ts': "import { e } from '../e.ts'\nimport { d } from '../../d/d.ts'\n",
    'packages/p/src/c.ts': "import { a } from './a/f.ts'\n",
    'packages/p/src/d/index.ts': "export { a } from '../a/a.ts'\n",
  }
  expect(folderCircles(files)).toEqual([])
})

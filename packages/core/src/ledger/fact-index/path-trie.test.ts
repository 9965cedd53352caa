import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTrie, spellOut, trieTitle, writeTrie } from './path-trie.ts'

const name = fc.string({
  unit: fc.constantFrom('a', 'b', '.', '-', '_', ' ', '*', '[', 'é'),
  minLength: 1,
  maxLength: 5,
})
const path = fc
  .tuple(fc.constantFrom('', '/', '~/'), fc.array(name, { minLength: 1, maxLength: 4 }))
  .map(([root, names]) => `${root}${names.join('/')}`)
  .filter((each) => each.trim() === each && !each.endsWith('*'))

test('every path that a tree lists is read back, folders by their own lines', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path), (paths) => {
      const { files, folders } = readTrie(writeTrie(paths.map((each) => ({ path: each }))).split('\n'))
      const read = new Set([...files.map((file) => file.path), ...folders])
      const isFolder = (each: string) => paths.some((other) => other.startsWith(`${each}/`))
      expect(paths.filter((each) => !read.has(each) && !isFolder(each))).toEqual([])
    }),
  )
})

test('a root is named once, the files of a folder are on its line, and what was done to them is marked', () => {
  const tree = writeTrie([
    { path: '/repo/src/a.ts', touch: 'changed' },
    { path: '/repo/src/b.ts', touch: 'deleted' },
    { path: '/repo/src/log/c.ts', touch: 'read' },
    { path: 'README.md' },
  ])
  expect(tree).toBe('README.md\n/repo/src/ a.ts* b.ts(deleted)\n log/ c.ts')
  expect(readTrie(tree.split('\n')).files).toContainEqual({ path: '/repo/src/b.ts', touch: 'deleted' })
})

test('a text shows the paths of a tree in it spelt out', () => {
  expect(spellOut(`x\n${trieTitle}\n/r/ a.ts*\nErrors:\n- y`)).toBe('x\n- /r/a.ts\nErrors:\n- y')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trieTitle } from '../fact-index/path-trie.ts'
import { baseName, isSuffixPath, normalisePath } from '../files/paths.ts'
import { shownPaths } from './shown-paths.ts'

const names = fc.string({ unit: fc.constantFrom('a', 'b', '.', 't', 's', '-', 'é', '漢'), minLength: 1, maxLength: 6 })
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const ends = fc.constantFrom('', ':12', '.', '/', ',', ':3-4', '\\', '#L7')
const words = fc.tuple(fc.constantFrom('', './', '/', '(', 'file://'), paths, ends).map((parts) => parts.join(''))

/** Every word is looked at. */
function isShown(path: string, text: string): boolean {
  const all = text.split(/[\s"'`<>|,;=(){}[\]]/).map(normalisePath)
  const alike = all.filter((each) => baseName(each) === baseName(path))
  return alike.some((each) => each === path || (path.includes('/') && isSuffixPath(path, each)))
}

test('shows just the paths that looking at every word would find', () => {
  fc.assert(
    fc.property(fc.array(words), fc.array(words), fc.constantFrom(' ', '\n', ', '), (said, asked, between) => {
      const text = said.join(between)
      const known = [...asked, ...said].map(normalisePath).filter((path) => path !== '')
      const shows = shownPaths(text, known)
      for (const path of known) expect([path, shows(path)]).toEqual([path, isShown(path, text)])
    }),
  )
})

test.each(['b', 'a/b', '/a/b', 'C:\\a\\', '漢/字.ts', '.env'])('shows %s at either end of a text', (path) => {
  expect(shownPaths(`${path} x`, [path])(path)).toBe(true)
  expect(shownPaths(`x ${path}`, [path])(path)).toBe(true)
  expect(shownPaths('x y', [path])(path)).toBe(false)
})

test('shows what the tree of an index lists', () => {
  const text = `Index:\n${trieTitle}\n/repo/src/ c.ts\n core/ a.ts(created) b.ts*\nErrors:\n- none`
  const known = ['/repo/src/core/a.ts', '/repo/src/core/b.ts', '/repo/src/c.ts', '/repo/d/a.ts']
  expect(known.map(shownPaths(text, known))).toEqual([true, true, true, false])
})

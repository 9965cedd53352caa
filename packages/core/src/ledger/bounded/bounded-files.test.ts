import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { createBoundedFiles } from './bounded-files.ts'

test('files that were changed outlive those that were read since', () => {
  const files = createBoundedFiles([], 10_000, 0)
  const touch = (path: string, how: 'changed' | 'read', at: number) => {
    files.add({ path, touch: how }, { entry: entryId(`e${at}`), at })
    files.trim(at)
  }
  const changed = Array.from({ length: 50 }, (_, i) => `src/part-${i}/store.ts`)
  for (const [at, path] of changed.entries()) touch(path, 'changed', at)
  for (let at = 50; at < 1_000; at++) touch(`docs/page-${at % 200}.md`, 'read', at)
  expect(files.dropped()).toBeGreaterThan(0)
  expect(files.values().flatMap(({ path, touch: how }) => (how === 'changed' ? [path] : []))).toEqual(changed)
})

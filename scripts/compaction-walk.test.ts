import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './linear/source-files.ts'

/** A newcomer reads this many files in an afternoon, and keeps their way among so many turns. */
const mostFiles = 45
const mostEntries = 3

const text = readFileSync(join(root, 'docs/compaction.md'), 'utf8')
const steps = [...text.matchAll(/^(\d+)\. \[`([^`]+)`\]\(\.\.\/([^)]+)\): (.+)$/gm)].map(
  ([, number, name = '', path = '', sentence = '']) => ({ number: Number(number), name, path, sentence }),
)
const walk = steps.map(({ path }) => path)

test('the walk is numbered from 1 without a gap, and every numbered line is a step of it', () => {
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, i) => i + 1))
  expect(steps).toHaveLength([...text.matchAll(/^\d+\. /gm)].length)
  expect(steps.length).toBeGreaterThan(20)
})

test('every file of the walk exists, under the name that is shown, and is listed once', () => {
  expect(walk.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(steps.filter(({ name, path }) => path !== `packages/${name.replace('/', '/src/')}`)).toEqual([])
  expect(walk).toEqual([...new Set(walk)])
})

test('the walk is short', () => {
  expect(walk.length).toBeLessThanOrEqual(mostFiles)
})

test('no folder is entered more than three times', () => {
  const folders = walk.map((path) => posix.dirname(path))
  const entered = folders.filter((folder, i) => folder !== folders[i - 1])
  expect(entered.filter((folder) => entered.filter((other) => other === folder).length > mostEntries)).toEqual([])
})

import { expect, test } from 'vitest'
import { columnsIn } from './io.ts'
import { clip, fitColumns, width } from './width.ts'

const path = '/home/someone/projects/shop/packages/cli/src/commands/parse-flags.ts'

test('a long path is cut in its middle: where it starts and the name of its file stay', () => {
  expect(clip(path, 40)).toBe('/home/someone/projects/s…/parse-flags.ts')
  expect(clip(`${path} (changed)`, 50)).toBe('/home/someone/projects/s…/parse-flags.ts (changed)')
  expect(clip('C:\\Users\\someone\\projects\\shop\\src\\parse-flags.ts', 32)).toBe(
    'C:\\Users\\someone…\\parse-flags.ts',
  )
})

test('a file whose name alone is too long keeps its beginning and its end', () => {
  const long = `/home/someone/${'very-long-'.repeat(5)}name.ts`
  expect(clip(long, 30)).toMatch(/^\/home\/someo.*….*name\.ts$/)
})

test('whatever is cut has the width it was given', () => {
  for (const text of [
    path,
    `${path} and more words`,
    `read ${path} then ${path}`,
    '漢字/漢字漢字漢字漢字漢字/漢字漢字.ts',
    'plain words only',
  ])
    for (let columns = 6; columns <= 100; columns++) {
      expect(width(fitColumns(text, columns))).toBe(columns)
      expect(width(clip(text, columns))).toBeLessThanOrEqual(columns)
    }
})

test('words without a path lose their end', () => {
  expect(clip('one two three four', 10)).toBe('one two t…')
})

test('the variable COLUMNS tells a width where nothing else does; nonsense does not', () => {
  expect(columnsIn({ COLUMNS: '60' })).toBe(60)
  for (const COLUMNS of [undefined, '', '0', '-5', 'wide', '1e9']) expect(columnsIn({ COLUMNS })).toBe(80)
})

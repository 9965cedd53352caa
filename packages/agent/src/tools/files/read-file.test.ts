import { open } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { readFile } from './read-file.ts'
import { readLines } from './read-lines.ts'

let stand: Stand
beforeAll(() => {
  stand = createStand()
})
afterAll(() => stand.remove())

const read = async (input: object, maxChars?: number) =>
  stand.run(readFile, input, maxChars === undefined ? {} : { maxChars })

test('shows a file as it is, and says that this is all', async () => {
  stand.write('a.txt', 'one\n\ttwo  \n')
  expect((await read({ path: 'a.txt' })).text).toBe('one\n\ttwo  \n[All of it: 2 lines.]')
})

test('shows the lines asked for, numbered on demand, and how to read on', async () => {
  stand.write('b.txt', Array.from({ length: 100 }, (_, at) => `line ${at + 1}\n`).join(''))
  expect((await read({ path: 'b.txt', offset: 10, limit: 2, line_numbers: true })).text).toBe(
    '10\tline 10\n11\tline 11\n[Lines 10 to 11 of 100 lines. Read on with offset 12.]',
  )
  expect((await read({ path: 'b.txt', offset: '99' })).text).toBe(
    'line 99\nline 100\n[Lines 99 to 100 of 100 lines: the end.]',
  )
  expect((await read({ path: 'b.txt', offset: 101 })).text).toContain('has 100 lines')
})

test('a long line is read in pieces that join to the whole', async () => {
  const line = 'aé漢😀'.repeat(500)
  stand.write('long.txt', `${line}\nend`)
  let text = ''
  let at = { offset: 1, column: 1 }
  for (let page = 0; page < 30; page++) {
    const result = (await read({ path: 'long.txt', ...at }, 700)).text
    const end = result.lastIndexOf('\n[')
    const next = /offset (\d+)(?:, column (\d+))?/.exec(result.slice(end))
    text += result.slice(0, end) + (next !== null && next[2] === undefined ? '\n' : '')
    if (next === null) break
    at = { offset: Number(next[1]), column: Number(next[2] ?? 1) }
  }
  expect(text).toBe(`${line}\nend`)
})

test('pages of any size join to the bytes of the file', async () => {
  const piece = fc.constantFrom('a', '\n', '\r\n', 'é', '漢', '😀', ' ', '\n\n')
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 4, max: 30 }),
      fc.integer({ min: 1, max: 5 }),
      async (pieces, maxBytes, maxLines) => {
        const path = stand.write('law.txt', pieces.join(''))
        const handle = await open(path)
        const found: Buffer[] = []
        let next: { line: number; column: number } | undefined = { line: 1, column: 1 }
        while (next !== undefined) {
          const lines = await readLines(handle, { ...next, maxLines, maxBytes }, new AbortController().signal)
          found.push(lines.bytes)
          next = lines.next
        }
        await handle.close()
        expect(Buffer.concat(found).toString()).toBe(pieces.join(''))
      },
    ),
    { numRuns: 60 },
  )
})

test('a large file is counted without being held', async () => {
  stand.write('huge.txt', 'x'.repeat(99).concat('\n').repeat(300_000))
  const { text } = await read({ path: 'huge.txt', offset: 299_999 })
  expect(text).toContain('[Lines 299999 to 300000 of 300,000 lines: the end.]')
  expect((await read({ path: 'huge.txt' })).text.length).toBeLessThan(51_000)
})

test('says what it could not show as it is', async () => {
  stand.write('crlf.txt', 'a\r\nb\r\n')
  expect((await read({ path: 'crlf.txt' })).text).toBe('a\nb\n[All of it: 2 lines. Lines end in CRLF.]')
  stand.write('latin.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  const latin = (await read({ path: 'latin.txt' })).text
  expect(latin).toContain('caf\ufffd')
  expect(latin).toContain('not UTF-8')
  expect(latin).toContain('No line break at the end')
  stand.write('empty.txt', '')
  expect((await read({ path: 'empty.txt' })).text).toBe('[The file is empty.]')
})

test.each([
  ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'binary file (7 bytes)'],
  ['wide.txt', Buffer.from('\ufeffabc', 'utf16le'), 'UTF-16'],
])('does not show %s as text', async (path, bytes, reason) => {
  stand.write(path, bytes)
  const { text, isError } = await read({ path })
  expect(isError).toBe(true)
  expect(text).toContain(reason)
})

test('a folder and a missing file are told apart', async () => {
  expect((await read({ path: '.' })).text).toContain('folder')
  expect((await read({ path: 'none/at/all.txt' })).text).toContain('There is no file none/at/all.txt')
  expect((await read({ path: 'a.txt/b' })).text).toContain('a file, not a folder')
})

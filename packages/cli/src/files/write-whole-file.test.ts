import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWholeFile } from './write-whole-file.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'write-whole-'))

test('a device stays a device', async () => {
  const link = join(folder(), 'null')
  symlinkSync('/dev/null', link)
  await writeWholeFile(link, ['gone'])
  expect([lstatSync(link).isSymbolicLink(), statSync('/dev/null').isCharacterDevice()]).toEqual([true, true])
})

test('a pipe is written to, so that a reader at its other end gets the text', async () => {
  const pipe = join(folder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readFile(pipe, 'utf8'), writeWholeFile(pipe, ['one ', 'two'])])
  expect([read, lstatSync(pipe).isFIFO()]).toEqual(['one two', true])
})

test('a file behind a link is replaced, the link and the rights of the file stay', async () => {
  const place = folder()
  writeFileSync(join(place, 'kept.json'), 'old')
  chmodSync(join(place, 'kept.json'), 0o600)
  symlinkSync('kept.json', join(place, 'link.json'))
  await writeWholeFile(join(place, 'link.json'), ['new'])
  expect(readFileSync(join(place, 'kept.json'), 'utf8')).toBe('new')
  expect(statSync(join(place, 'kept.json')).mode & 0o777).toBe(0o600)
  expect(lstatSync(join(place, 'link.json')).isSymbolicLink()).toBe(true)
})

test('what breaks off half-way leaves the file as it was, and nothing beside it', async () => {
  const file = join(folder(), 'kept.json')
  writeFileSync(file, 'old')
  const broken = (function* () {
    yield 'half'
    throw new RangeError('no more')
  })()
  await expect(writeWholeFile(file, broken)).rejects.toThrow('no more')
  expect([readFileSync(file, 'utf8'), readdirSync(join(file, '..'))]).toEqual(['old', ['kept.json']])
})

test('a folder is no file, and that is told', async () => {
  const place = join(folder(), 'sub')
  mkdirSync(place)
  await expect(writeWholeFile(place, ['x'])).rejects.toThrow(`${place} cannot be written (EISDIR)`)
})

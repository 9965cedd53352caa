import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openHistory, rememberInput } from './history.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-history-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what was typed is there the next time, lines and all', async () => {
  const path = join(folder, 'deep', 'history')
  const history = await openHistory(path)
  await history.add('one\ntwo')
  await history.add('three')
  expect((await openHistory(path)).entries).toEqual(['one\ntwo', 'three'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('no secret is kept', async () => {
  const path = join(folder, 'secret')
  const secret = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}-AAAAAAAA`
  await (await openHistory(path)).add(`use ${secret} please`)
  expect(readFileSync(path, 'utf8')).not.toContain(secret)
  expect(readFileSync(path, 'utf8')).toContain('please')
})

test('a damaged file loses its bad lines only', async () => {
  const path = join(folder, 'damaged')
  writeFileSync(path, '"good"\n{broken\n42\n"also"\n')
  expect((await openHistory(path)).entries).toEqual(['good', 'also'])
})

test('a repeated message moves to the end, and a blank one is not kept', async () => {
  expect(await rememberInput(['a', 'b'], 'a')).toEqual(['b', 'a'])
  expect(await rememberInput(['a'], '  ')).toEqual(['a'])
})

test('a history that cannot be written is still there for this chat', async () => {
  const history = await openHistory(join('/dev/null', 'history'))
  await history.add('hello')
  expect(history.entries).toEqual(['hello'])
})

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemory } from './memory.ts'

/** What another process does between our reading of the file and our writing. */
const meanwhile = vi.hoisted((): { acts: ((path: string) => void)[] } => ({ acts: [] }))

vi.mock('../config/write-small-file.ts', async (original) => {
  const { writeSmallFile } = await original<typeof import('../config/write-small-file.ts')>()
  return {
    writeSmallFile: (path: string, text: string, mayReplace: () => boolean) =>
      writeSmallFile(path, text, () => {
        meanwhile.acts.shift()?.(path)
        return mayReplace()
      }),
  }
})

let path = ''
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'race-'))
  path = join(folder, 'MEMORY.md')
  onTestFinished(() => {
    meanwhile.acts = []
    rmSync(folder, { recursive: true })
  })
})

test('entries that two processes add at once are both kept', async () => {
  meanwhile.acts = [(at) => writeFileSync(at, '- theirs\n'), (at) => appendFileSync(at, '- theirs too\n')]
  const answer = await createMemory(folder).change('MEMORY.md', { kind: 'add', text: 'ours' })
  expect(answer).toMatchObject({ kind: 'changed' })
  expect(readFileSync(path, 'utf8')).toBe('- theirs\n- theirs too\n- ours\n')
})

test('an entry that another process removed meanwhile is not replaced', async () => {
  writeFileSync(path, '- a\n- b\n')
  meanwhile.acts = [(at) => writeFileSync(at, '- b\n')]
  const answer = await createMemory(folder).change('MEMORY.md', { kind: 'replace', old: 'a', text: 'c' })
  expect(answer).toMatchObject({ kind: 'refused' })
  expect(readFileSync(path, 'utf8')).toBe('- b\n')
})

test('an entry that was overwritten right after it was kept is added anew', async () => {
  setTimeout(() => writeFileSync(path, '- theirs\n'), 5)
  await createMemory(folder).change('MEMORY.md', { kind: 'add', text: 'ours' })
  expect(readFileSync(path, 'utf8')).toBe('- theirs\n- ours\n')
})

test('changes that are asked for at once happen one after the other', async () => {
  const memory = createMemory(folder)
  await Promise.all([
    memory.change('MEMORY.md', { kind: 'add', text: 'a' }),
    memory.change('MEMORY.md', { kind: 'replace', old: 'a', text: 'b' }),
    memory.change('MEMORY.md', { kind: 'add', text: 'c' }),
  ])
  expect(readFileSync(path, 'utf8')).toBe('- b\n- c\n')
})

test('a file that never rests is left alone in the end', async () => {
  writeFileSync(path, '')
  meanwhile.acts = Array.from({ length: 100 }, () => (at: string) => appendFileSync(at, '- more\n'))
  const answer = await createMemory(folder).change('MEMORY.md', { kind: 'add', text: 'ours' })
  expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining('Try again') })
  expect(readFileSync(path, 'utf8')).not.toContain('ours')
})

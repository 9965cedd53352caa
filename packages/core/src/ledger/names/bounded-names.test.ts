import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedNames } from './bounded-names.ts'
import { readNames, writeNames } from './name-list.ts'

function namesOf(text: string, asked = false): readonly string[] {
  const names = createBoundedNames(undefined)
  names.read({ text, from: 0, to: text.length }, 0, asked)
  return readNames(names.list(1)).map((name) => name.text)
}

test('identifiers of code are names, plain words are none', () => {
  const text = 'const readFacts = MAX_BYTES + self.user_id; // plain words, e.g. up-to-date ones\nclass LedgerDraft'
  expect(namesOf(text)).toEqual(['LedgerDraft', 'MAX_BYTES', 'readFacts', 'user_id'])
})

test('flags and keys with dashes are names as a whole', () => {
  expect(namesOf('run --dry-run job-42a')).toEqual(['--dry-run', 'job-42a'])
})

test('a path is one name, however it is quoted, numbered or escaped', () => {
  const text = 'see "src/log/a.ts":12, `./src/log/a.ts`, a/src/log/a.ts and \\nsrc/log/a.ts; https://x.io/src/b.ts'
  expect(namesOf(text).filter((name) => name.includes('log'))).toEqual(['src/log/a.ts'])
})

test('keys of arguments are no names, their values are', () => {
  expect(namesOf('{"old_string":"readFacts","file_path":"src/a/b.ts"}', true)).toEqual(['readFacts', 'src/a/b.ts'])
})

test('however many names there are, at least 800 paths and 1,000 identifiers are kept, and few more', () => {
  const text = Array.from({ length: 9_000 }, (_, i) => `src/dir/file${i}.ts some_name_${i}`).join('\n')
  const names = createBoundedNames(undefined)
  names.read({ text, from: 0, to: text.length }, 0, false)
  const kept = readNames(names.list(1))
  const paths = kept.filter(({ kind }) => kind === 'path').length
  expect([paths >= 800, kept.length - paths >= 1_000, kept.length < 3_000]).toEqual([true, true, true])
})

const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '_', '.', '1', 'é'), minLength: 1, maxLength: 8 })
const number = fc.nat(5_000)
const name = fc.record({ text, kind: fc.constantFrom('path' as const, 'identifier' as const), asked: fc.boolean() })

test('names are read back as they were written', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { selector: (each) => each.text }), number, number, (names, first, since) => {
      const facts = names.map((each, i) => ({ ...each, times: i + 1, first, last: first + since }))
      expect(new Set(readNames(writeNames(facts)))).toEqual(new Set(facts))
    }),
  )
})

test('what is no list of names has none', () => {
  expect(readNames('so long\n\n1 2')).toEqual([])
  expect(readNames(undefined)).toEqual([])
})

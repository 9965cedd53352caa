import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Shown } from '../contract/occasion.ts'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { readNames } from './names/name-list.ts'
import { readFacts } from './read-facts.ts'

const shown = (messages: readonly Message[], from = 0): readonly Shown[] =>
  messages.map((message, i) => ({ id: entryId(`e${from + i}`), message }))
const read = (...messages: readonly Message[]): Ledger => readFacts(emptyLedger, shown(messages))
const files = (ledger: Ledger) => ledger.files.map(({ path, touch }) => `${touch} ${path}`)
const ran = (command: string, output = 'ok', more = {}) => [
  assistant(call('any', { command })),
  result('any', output, more),
]

describe('files', () => {
  test.each([
    [{ file_path: '/r/a.ts' }, 'read /r/a.ts'],
    [{ filePath: './src/a.ts' }, 'read src/a.ts'],
    [{ path: 'a.ts', content: 'x' }, 'created a.ts'],
    [{ path: 'a.ts', old_string: 'x', new_string: 'y' }, 'changed a.ts'],
    [{ path: 'a.ts', oldText: 'x', newText: 'y' }, 'changed a.ts'],
    [{ command: 'view', path: '/r/a.ts' }, 'read /r/a.ts'],
    [{ command: 'str_replace', path: '/r/a.ts', old_str: 'x', new_str: 'y' }, 'changed /r/a.ts'],
    [{ uri: 'file:///r/a.ts' }, 'read /r/a.ts'],
    [{ edits: [{ file: 'src/a.ts', new_text: 'y' }] }, 'changed src/a.ts'],
    [{ input: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch' }, 'changed src/a.ts'],
    [{ patch: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-x\n+y' }, 'changed src/a.ts'],
    [{ patch: '--- a/src/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x' }, 'deleted src/a.ts'],
    [{ command: 'cat src/a.ts | head -5' }, 'read src/a.ts'],
    [{ cmd: ['bash', '-lc', "sed -i 's/x/y/' src/a.ts"] }, 'changed src/a.ts'],
    [{ command: 'echo hi > out/a.txt' }, 'created out/a.txt'],
    [{ command: "cat > src/a.ts <<'EOF'\nconst b = 'src/b.ts'\nEOF" }, 'created src/a.ts'],
    [{ command: 'rm -rf src/a.ts' }, 'deleted src/a.ts'],
    [{ command: 'cd /r && git rm src/a.ts' }, 'deleted src/a.ts'],
  ])('%j touches by its shape', (input, touched) => {
    expect(files(read(assistant(call('anything', input))))).toContain(touched)
  })

  test('a move deletes one path and creates the other', () => {
    expect(files(read(...ran('mv src/a.ts src/b.ts')))).toEqual(['deleted src/a.ts', 'created src/b.ts'])
  })

  test('patterns, flags and addresses are no files', () => {
    expect(files(read(...ran("grep -rn 'a/b.ts' --color=auto && sed 's/a.b/c.d/' && curl https://x.io/a.js")))).toEqual(
      [],
    )
  })

  test('two spellings of one file are one, under the spelling used most', () => {
    const ledger = read(...['src/a.ts', '/r/src/a.ts', '/r/src/a.ts'].map((path) => assistant(call('read', { path }))))
    expect(ledger.files).toMatchObject([{ path: '/r/src/a.ts', times: 3, also: { path: 'src/a.ts', times: 1 } }])
  })

  test('a short spelling that could mean two files stays apart', () => {
    const ledger = read(...['/r/src/a.ts', '/q/src/a.ts', 'src/a.ts'].map((path) => assistant(call('read', { path }))))
    expect(ledger.files).toHaveLength(3)
  })

  test('what the user names is a file, and paths of an output are names', () => {
    const ledger = read(
      user('look at lib/x.py'),
      ...ran('make', 'built src/a.ts:12:5 and ./src/b.ts, see "docs/c.md".'),
    )
    expect(ledger.files.map(({ path, named }) => [path, named])).toEqual([['lib/x.py', true]])
    const paths = readNames(ledger.names).filter(({ kind }) => kind === 'path')
    expect(paths.map(({ text }) => text)).toEqual(['docs/c.md', 'lib/x.py', 'src/a.ts', 'src/b.ts'])
  })
})

describe('commands', () => {
  test.each([
    ['{"output":"boom","metadata":{"exit_code":2}}', 2],
    ['{"stdout":"","returncode":1}', 1],
    ['Process exited with code 3\nOutput:\nboom', 3],
    ['Exit code 1\nboom', 1],
    ['boom\n<returncode>4</returncode>', 4],
    ['boom\n<shellId: 0 completed with exit code 0>', 0],
    ['boom\nexited with 2', 2],
    ['boom', undefined],
  ])('%j ended with %s', (output, exitCode) => {
    expect(read(...ran('make', output)).commands[0]?.exitCode).toBe(exitCode)
  })

  test('a failed command tells its last failure, a good one its last words', () => {
    expect(read(...ran('make', 'Error: no disk\ncleaning up\nexit code: 1')).commands[0]?.outcome).toBe(
      'Error: no disk',
    )
    expect(read(...ran('make', 'a\nall good\n\nexit code: 0')).commands[0]?.outcome).toBe('all good')
  })

  test('a command run again is one command that tells its latest end', () => {
    const ledger = read(...ran('make', 'exit code: 1'), ...ran('make', 'exit code: 0'))
    expect(ledger.commands).toMatchObject([{ command: 'make', exitCode: 0, times: 2 }])
  })

  test('an error without a code is a failure', () => {
    expect(read(...ran('make', 'nope', { isError: true })).commands[0]).toMatchObject({ failed: true })
  })
})

describe('errors', () => {
  test.each([
    'TypeError: x is not a function',
    "src/a.ts(4,2): error TS2322: Type 'a' is not assignable",
    'error[E0308]: mismatched types',
    'FAILED tests/test_a.py::test_b - assert 1 == 2',
    'panic: runtime error: index out of range',
    'fatal: not a git repository',
    'npm ERR! code ELIFECYCLE',
    'E   AssertionError: assert 3 == 4',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'HTTP/1.1 503 Service Unavailable',
    '错误：连接超时',
    'エラー: 接続できません',
    '오류: 연결 실패',
    'Ошибка: нет связи',
  ])('%s is kept word for word', (line) => {
    expect(read(...ran('make', `start\n${line}\nend`)).errors.map((fact) => fact.line)).toEqual([line])
  })

  test.each([
    '0 errors',
    '  throw new TypeError("x");',
    '12→ catch (error) {',
    'console.error(message)',
    '✓ reports an error: yes',
  ])('%s states no failure', (line) => {
    expect(read(...ran('make', line)).errors).toEqual([])
  })

  test('failures that differ in numbers are one, as it was last stated', () => {
    const ledger = read(...ran('make', 'Error: job 1 failed\nError: job 22 failed'))
    expect(ledger.errors).toMatchObject([{ line: 'Error: job 22 failed', times: 2, varied: true }])
  })

  test('lines that differ are not taken for one line that came again, in one output or in several', () => {
    const again = read(
      ...ran('make', 'Error: job 1 failed\nError: job 1 failed'),
      ...ran('make', 'Error: job 1 failed'),
    )
    expect(again.errors).toMatchObject([{ times: 3 }])
    expect(again.errors[0]).not.toHaveProperty('varied')
    const other = readFacts(again, shown(ran('make', 'Error: job 2 failed'), 9))
    expect(other.errors).toMatchObject([{ line: 'Error: job 2 failed', times: 4, varied: true }])
    const once = readFacts(other, shown(ran('make', 'Error: job 2 failed'), 19))
    expect(once.errors).toMatchObject([{ times: 5, varied: true }])
  })

  test('a line of ours that stands for a result is no statement of a tool, but tells how it ended', () => {
    const line = '[any] make it -> exit 2, 40 lines, "FAILED: no disk" (#12): build-77'
    const ledger = read(...ran('make it', line))
    expect(ledger.errors).toEqual([])
    expect(ledger.commands).toMatchObject([{ exitCode: 2, outcome: 'FAILED: no disk' }])
    expect(ledger.identifiers.map(({ text }) => text)).not.toContain('#12')
    for (const other of ['[Same output as #3, which is newer]', '[Old tool output cleared to save context space] (#4)'])
      expect(read(...ran('make it', other)).commands[0]).not.toHaveProperty('outcome')
    expect(read(...ran('make it', '[bash] FAILED: no disk')).errors).toHaveLength(1)
  })

  test('the one failure in the middle of a very long output is found', () => {
    const filler = 'all is well here and there\n'.repeat(60_000)
    expect(read(...ran('make', `${filler}Error: needle 7\n${filler}`)).errors.map(({ line }) => line)).toEqual([
      'Error: needle 7',
    ])
  })

  test('the content of a file that was read states none', () => {
    expect(read(assistant(call('read', { path: 'a.md' })), result('read', 'Error: an example')).errors).toEqual([])
  })
})

test('identifiers are read by kind', () => {
  const text = `see https://x.io/a?b=1, ${'a1b2c3d'} 123e4567-e89b-12d3-a456-426614174000 #12 o/r#3 ABC-42 v1.2.3 localhost:3000 2024-05-20 $12.50 HK7D2Q mia_li_3668`
  expect(read(user(text)).identifiers.map(({ kind, text: name }) => `${kind} ${name}`)).toEqual([
    'url https://x.io/a?b=1',
    'sha a1b2c3d',
    'uuid 123e4567-e89b-12d3-a456-426614174000',
    'issue #12',
    'issue o/r#3',
    'issue ABC-42',
    'version v1.2.3',
    'port localhost:3000',
    'date 2024-05-20',
    'amount $12.50',
    'name HK7D2Q',
    'name mia_li_3668',
  ])
})

test.each([
  "Let's go with SQLite.",
  'Let us put a cache in front of it.',
  'We decided to drop the cache.',
  'Scegliamo SQLite per la cache.',
  'Zdecydowano o usunieciu cache.',
  'Tim memutuskan memakai SQLite.',
  '就用方案二。',
  'この案を採用します。',
  '방법 1로 진행하자.',
])('%s is a decision', (sentence) => {
  expect(read(user(sentence)).decisions.map(({ text }) => text)).toEqual([sentence])
})

const turn = fc.oneof(
  fc
    .constantFrom(
      'Never push to main.',
      'You can push to main now.',
      'Use tabs.',
      'Use spaces instead.',
      'fix src/a.ts',
      'continue',
    )
    .map((text) => [user(text)]),
  fc
    .tuple(
      fc.constantFrom('cat src/a.ts', 'make', 'rm /r/src/a.ts', 'sed -i s/a/b/ lib/b.ts'),
      fc.constantFrom('ok', 'Error: boom 1', 'exit code: 2'),
    )
    .map(([command, output]) => ran(command, output)),
  fc
    .tuple(fc.nat(300), fc.string({ maxLength: 200 }))
    .map(([n, text]) => [
      assistant(call('edit', { path: `/r/src/f${n}.ts`, new_string: text }, `c${n}`)),
      result(`c${n}`, text),
    ]),
  fc.string({ maxLength: 400 }).map((text) => [user(text), assistant(`Let's use ${text}.`)]),
)

test('reading in slices is reading at once', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 40 }), fc.array(fc.nat(40), { maxLength: 5 }), (turns, cuts) => {
      const items = shown(turns.flat())
      let sliced: Ledger = emptyLedger
      let from = 0
      for (const cut of [...cuts.filter((at) => at < turns.length).sort((a, b) => a - b), turns.length]) {
        const to = turns.slice(0, cut).flat().length
        sliced = readFacts(JSON.parse(JSON.stringify(sliced)), items.slice(from, to))
        from = to
      }
      expect(JSON.stringify(sliced)).toBe(JSON.stringify(readFacts(emptyLedger, items)))
    }),
    { numRuns: 200 },
  )
})

test('a huge conversation has a small ledger, the same in slices, with the first and the last request in it', () => {
  const messages = Array.from({ length: 1_500 }, (_, i) => [
    user(`request ${i}: never use module ${i} 不要 ${i}\n${'long story '.repeat(30)}`),
    assistant(
      `Let's go with option ${i}.`,
      call('bash', { command: `make target-${i}`, path: `/repo/pkg${i % 90}/src/file-${i}.ts` }, `c${i}`),
    ),
    result(
      `c${i}`,
      `Error: thing k${String.fromCharCode(97 + (i % 26))}x${'yz'.repeat(i % 40)} failed\nid ABC-${i} at /repo/out/${i}/log-${i}.md\nexit code: ${i % 3}`,
    ),
  ]).flat()
  const items = shown(messages)
  const ledger = readFacts(emptyLedger, items)
  expect(new TextEncoder().encode(JSON.stringify({ ...ledger, names: '' })).length).toBeLessThan(100_000)
  expect(ledger.names?.length).toBeLessThan(60_000)
  expect(ledger.requests[0]?.text).toContain('request 0:')
  expect(ledger.requests.at(-1)?.text).toContain('request 1499:')
  const sliced = readFacts(readFacts(emptyLedger, items.slice(0, 1_500)), items.slice(1_500))
  // Of names the best are put away: those let go between two slices are counted from then on.
  expect({ ...sliced, names: '' }).toEqual({ ...ledger, names: '' })
})

test('text that an engine made is passed over', () => {
  expect(
    readFacts(emptyLedger, [{ id: entryId('s'), message: user('Never do it.'), standsFor: [entryId('a')] }]),
  ).toEqual(emptyLedger)
})

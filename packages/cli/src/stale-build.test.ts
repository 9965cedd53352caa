import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { binary } from './testing/binary.ts'

let checkout = ''

/** A checkout with two packages, built a minute ago, whose command prints JSON. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'palimpsest-stale-'))
  cpSync(dirname(binary), join(checkout, 'packages/cli/bin'), { recursive: true })
  file('packages/cli/dist/main.js', `process.stdout.write('{}\\n')`, 60)
  for (const name of ['cli', 'core']) {
    file(`packages/${name}/dist/.tsbuildinfo`, '{}', 60)
    file(`packages/${name}/src/deep/one.ts`, '', 120)
  }
  file('packages/cli/package.json', '{ "type": "module" }', 120)
})
afterEach(() => rmSync(checkout, { recursive: true }))

function file(name: string, text: string, secondsAgo: number): void {
  const path = join(checkout, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, Date.now() / 1_000 - secondsAgo, Date.now() / 1_000 - secondsAgo)
}

function start() {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(checkout, 'packages/cli/bin/palimpsest.mjs'), '--json'],
    {
      encoding: 'utf8',
    },
  )
  return { stdout, stderr }
}

test('a build that is newer than its sources is started without a word', () => {
  expect(start()).toEqual({ stdout: '{}\n', stderr: '' })
})

test.each(['core/src/deep/one.ts', 'cli/src/new.ts'])('a newer source is told on standard error only: %s', (name) => {
  file(`packages/${name}`, '', 0)
  const { stdout, stderr } = start()
  expect(stdout).toBe('{}\n')
  expect(stderr).toBe(`This build is older than its sources (packages/${name}). Run "npm run build" in the checkout.\n`)
})

test.each(['core/src/one.test.ts', 'core/src/one.arbitrary.ts', 'cli/src/testing/desk.ts', 'core/src/notes.md'])(
  'what is not built does not count: %s',
  (name) => {
    file(`packages/${name}`, '', 0)
    expect(start().stderr).toBe('')
  },
)

test('an installed package, which brings its sources but no record of its build, is never called old', () => {
  file('packages/core/src/deep/one.ts', '', 0)
  rmSync(join(checkout, 'packages/cli/dist/.tsbuildinfo'))
  expect(start()).toEqual({ stdout: '{}\n', stderr: '' })
})

test('what is next to the packages without being one is passed over', () => {
  file('packages/notes.txt', 'x', 0)
  file('packages/half/dist/.tsbuildinfo', '{}', 60)
  expect(start()).toEqual({ stdout: '{}\n', stderr: '' })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as core from '@palimpsest/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
/** A slow machine takes a few seconds for the longest of them. */
const spawnMs = 60_000
const testMs = spawnMs + 30_000

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-examples-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs an example as a reader would, with the built packages, in an empty folder that must be empty again afterwards. */
async function run(name: string): Promise<string> {
  const env = {
    ...process.env,
    NODE_NO_WARNINGS: '1',
    HOME: folder,
    USERPROFILE: folder,
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
  }
  const options = { cwd: folder, env, timeout: spawnMs }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(here, name)], options)
  expect(stderr).toBe('')
  expect(readdirSync(folder)).toEqual([])
  return stdout
}

/** The numbers that a pattern finds, as numbers. */
function numbers(text: string, pattern: RegExp): readonly number[] {
  const found = pattern.exec(text)
  if (found === null) throw new Error(`${pattern} is not in:\n${text}`)
  return found.slice(1).map(Number)
}

test('01 tells what fills the window, and refuses half a file', { timeout: testMs }, async () => {
  const out = await run('01-what-fills-the-window.mjs')
  const [tokens = 0] = numbers(out, /54 messages in the format anthropic: about (\d+) tokens/)
  const [calls, results = 0] = numbers(out, /read_file was called (\d+) times; its results take (\d+) tokens/)
  expect(calls).toBe(25)
  expect(results / tokens).toBeGreaterThan(0.8)
  expect(results).toBeLessThan(tokens)
  const sizes = [...out.matchAll(/^Message \d+ takes (\d+) tokens: src\/import\/step-\d+\.ts$/gm)].map(([, n]) =>
    Number(n),
  )
  expect(sizes).toHaveLength(3)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(out).toContain('Half a file is refused: the JSON ends too early.')
})

test('02 brings a transcript below its threshold, and keeps the rule', { timeout: testMs }, async () => {
  const out = await run('02-compress.mjs')
  const [before = 0, after = 0, threshold = 0] = numbers(
    out,
    /committed: (\d+) tokens became (\d+); the threshold is (\d+)/,
  )
  expect(before).toBeGreaterThan(threshold)
  expect(after).toBeLessThan(threshold)
  const [many = 0, few = 0, summarised] = numbers(out, /(\d+) messages became (\d+), (\d+) of them in a summary/)
  expect(few).toBeLessThan(many)
  expect(summarised).toBeGreaterThan(0)
  expect(out).toContain('The summary is mechanical')
  expect(out).toMatch(/Written as anthropic: \d+ characters, 0 losses/)
  expect(out).toContain('The rule of the user is still there: true')
})

test('03 prices what it can, says what it cannot, and shows no secret', { timeout: testMs }, async () => {
  const out = await run('03-cost-and-secrets.mjs')
  const [cached = 0] = numbers(out, /^claude-sonnet-5: \$(\d+\.\d+)$/m)
  expect(cached).toBeGreaterThan(0)
  expect(out).toMatch(/^gpt-5\.2: \$0\.0\d+$/m)
  // 9,000 tokens at 0.1 and 1,000 at 0.2 dollars a million.
  expect(out).toContain('my-model: $0.0011')
  expect(out).toContain('claude-sonnet-5: unknown, output tokens not reported')
  expect(out).toContain('claude-sonnet-5-mini: unknown, no such model')
  expect(out).toContain('DB_PASSWORD=[REDACTED] npm test # with [REDACTED]')
  expect(out).not.toMatch(/correct-horse|ghp_/)
})

test('04 marks the end of each request, and where the one before it ended', { timeout: testMs }, async () => {
  const out = await run('04-plan-cache-breakpoints.mjs')
  const requests = out.split(/^A request after .*$/m).slice(1)
  const places = requests.map((text) => [...text.matchAll(/^ {2}(\S+) \((?:5m|1h)\)$/gm)].map(([, place]) => place))
  expect(places).toHaveLength(3)
  for (const marked of places) expect(marked[0]).toBe('system.0')
  const ends = places.map((marked) => marked.at(-1))
  expect(ends).toEqual(['messages.6.content.0', 'messages.8.content.0', 'messages.12.content.0'])
  expect(places[1]).toContain(ends[0])
  expect(places[2]).toContain(ends[1])
  expect(Math.max(...places.map(({ length }) => length))).toBe(4)
})

test('05 commits the plan of a sound engine, and refuses that of a forgetful one', { timeout: testMs }, async () => {
  const out = await run('05-write-an-engine.mjs')
  const [before = 0, after = 0, dropped] = numbers(out, /^bookends: (\d+) messages became (\d+), (\d+) were dropped$/m)
  expect(after).toBeLessThan(before)
  expect(dropped).toBeGreaterThan(0)
  expect(out).toContain(`forgetful: ${before} messages became ${before}, 0 were dropped`)
  expect(out).toMatch(/engine\/broken-plan: .*drops-entry.* Nothing was changed\./)
})

test('06 talks for two turns, compacts, takes it back, and leaves nothing behind', { timeout: testMs }, async () => {
  const out = await run('06-run-the-agent.mjs')
  expect(out).toContain("{ kind: 'answered', text: 'No row of log.txt was lost.' }")
  expect(out).toContain("{ kind: 'answered', text: 'You are welcome.' }")
  const [before = 0, after = 0] = numbers(out, /committed \{ before: (\d+), after: (\d+),/)
  expect(after).toBeLessThan(before)
  const [messages, tokens = 0] = numbers(out, /\{ kind: 'undone', messages: (\d+), tokens: (\d+) \}/)
  // Thirty calls with their results, and two turns of two messages.
  expect(messages).toBe(64)
  expect(tokens).toBeGreaterThan(after)
  // One call for each step and each answer, and one for the summary.
  expect(out).toMatch(/^33 calls cost \$\d+\.\d+$/m)
})

test('every example is in the table, and tells in two lines what it shows and how to run it', () => {
  const names = readdirSync(here).filter((name) => /^\d\d-.*\.mjs$/.test(name))
  expect(names).toHaveLength(6)
  const table = readFileSync(join(here, 'README.md'), 'utf8')
  for (const name of names) {
    expect(table).toContain(`](${name})`)
    const [check, first = '', second = '', third = ''] = readFileSync(join(here, name), 'utf8').split('\n')
    expect(check).toBe('// @ts-check')
    expect(`${first}\n${second}`).toMatch(/^\/\/ .*\n\/\/ /)
    expect(second).toContain(`node examples/${name}`)
    expect(third).not.toMatch(/^\/\//)
  }
})

test('docs/commands.md lists the functions at the door of core, all of them and no other', () => {
  const text = readFileSync(join(here, '..', 'docs', 'commands.md'), 'utf8')
  const listed = [...text.slice(text.indexOf('## In code')).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(Object.keys(core).toSorted())
})

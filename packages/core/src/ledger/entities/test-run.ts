import { plainLine } from '../errors/plain-line.ts'
import { entityName } from './entity-name.ts'
import { type TestRunner, testRunners } from './test-runners.ts'

/** A run of tests that has ended, as far as its output shows. */
export interface TestRun {
  readonly failing: ReadonlySet<string>
  /** Names every test that it says passed; looked for when it is asked for. */
  passing(): ReadonlySet<string>
  /** The number that failed, by its own account. */
  readonly failed: number
}

/** Summaries come last; failures before them, at some length. */
const endChars = 2_500
const mostChars = 60_000
const longestLine = 400
/** What every summary holds, so that few other outputs are taken apart. */
const hint =
  /\d (?:pass|fail|skipped|error|xfailed|deselected|examples?,|tests? completed|tests?,|total)|test result: |(?:ok {2}|FAIL)\t|\bfail \d|OK \(\d|Tests run: |Tests: \d|\bRan \d|FAILED \(|(?:Failed|Passed)! /
/** Tools that run the tests of many packages put the name of each before its lines. */
const packaged = /^@?[\w./-]{1,80}[: #]test(?::[\w-]{1,20})?: ?/

/** True if it is worth looking for a run in this output. */
export function mayBeRun(output: string): boolean {
  return hint.test(output.slice(-endChars))
}

export interface TestRunOptions {
  /** Of an output that was filtered, a line does not say where those after it belong. */
  readonly isFiltered: boolean
  /** Nobody asks which tests passed, so a run in which none failed says nothing. */
  readonly onlyFailing: boolean
}

/** Reads a run of tests off an output; `undefined` if there is none, or if it has not ended. */
export function testRun(output: string, { isFiltered, onlyFailing }: TestRunOptions): TestRun | undefined {
  const end = linesOf(output.slice(-endChars))
  const runner = testRunners.find(({ summary }) => end.some((line) => summary.test(line)))
  if (runner === undefined) return undefined
  const isGreen = !runner.addsUp && !end.some((line) => runner.summary.test(line) && failuresIn(runner, line) > 0)
  if (isGreen && onlyFailing) return undefined
  return readRun(isFiltered ? withoutPlace(runner) : runner, linesOf(output.slice(-mostChars)))
}

function withoutPlace({ place, ...runner }: TestRunner): TestRunner {
  return runner
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  // Most outputs have neither colours nor names of packages.
  const isColoured = text.includes('\u001b') || text.includes('\r')
  const isPackaged = text.includes('test: ') || /test:[\w-]{1,20}: /.test(text)
  if (!isColoured && !isPackaged) return lines.map((line) => line.slice(0, longestLine).trimEnd())
  return lines.map((line) => plainLine(line.slice(0, longestLine)).trimEnd().replace(packaged, ''))
}

function readRun(runner: TestRunner, lines: readonly string[]): TestRun {
  const failing = new Set<string>()
  let place = ''
  let waiting: string[] = []
  let failed = 0
  for (const [at, line] of lines.entries()) {
    if (runner.summary.test(line)) {
      const count = failuresIn(runner, line)
      failed = runner.addsUp ? failed + count : Math.max(failed, count)
    }
    const found = runner.place?.exec(line)?.[1]
    if (found !== undefined) {
      place = found
      for (const name of waiting) failing.add(`${place} ${name}`)
      waiting = []
    }
    const name = nameIn(runner, lines, at)
    if (name !== undefined && runner.isPlaceAfter) waiting.push(name)
    else if (name !== undefined) failing.add(placed(runner, place, name))
  }
  for (const name of waiting) failing.add(name)
  return { failing, passing: () => passingIn(runner, lines), failed }
}

/** Where the place follows the names, nobody can tell yet where one belongs. */
function passingIn(runner: TestRunner, lines: readonly string[]): ReadonlySet<string> {
  const passing = new Set<string>()
  if (runner.passing === undefined || runner.isPlaceAfter) return passing
  let place = ''
  for (const line of lines) {
    place = runner.place?.exec(line)?.[1] ?? place
    const name = runner.passing.exec(line)?.[1]
    if (name !== undefined) passing.add(placed(runner, place, plainName(name)))
  }
  return passing
}

function placed({ place: hasPlace }: TestRunner, place: string, name: string): string {
  return hasPlace === undefined || place === '' ? name : entityName(`${place} › ${name}`)
}

/** In some, what is counted is a line itself. */
function failuresIn({ failures }: TestRunner, line: string): number {
  let sum = 0
  for (const [, digits = ''] of line.matchAll(failures)) sum += /^\d/.test(digits) ? Number(digits) : 1
  return sum
}

function nameIn(runner: TestRunner, lines: readonly string[], at: number): string | undefined {
  const found = runner.failing.exec(lines[at] ?? '')?.[1]
  if (found === undefined) return undefined
  return runner.name === 'mocha' ? nestedName(found, lines, at) : plainName(found)
}

/** The titles of suites and of the test in them are on lines of their own, and the last ends in a colon. */
function nestedName(first: string, lines: readonly string[], at: number): string | undefined {
  if (first.endsWith(':')) return plainName(first.slice(0, -1))
  const titles = [first]
  for (const line of lines.slice(at + 1, at + 6)) {
    titles.push(line.trim())
    if (line.trim().endsWith(':')) return plainName(titles.join(' ').slice(0, -1))
    if (!/^ {7,}\S/.test(line)) return undefined
  }
  return undefined
}

/** Without what changes from run to run: a line number, a repeated file, a ruler. */
function plainName(text: string): string {
  return entityName(
    text
      .replace(/ \[ \S+ \]$/, '')
      .replace(/(\.\w{1,5})(?::\d{1,6}){1,2}(?= [#›])/, '$1')
      .replace(/─{1,200}$/, ''),
  )
}

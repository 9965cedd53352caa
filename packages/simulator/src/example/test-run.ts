import type { Random } from './random.ts'
import type { World } from './world.ts'

/** The result that the test runner printed. */
export interface TestRun {
  readonly output: string
  readonly failed: boolean
  readonly seconds: number
}

interface Suite {
  readonly path: string
  readonly titles: readonly string[]
  readonly broken: readonly string[]
}

const rule = '⎯'.repeat(24)

/** Runs the test files of the world: their titles come from their text, their failures from `world.failing`. */
export function runTests(world: World, random: Random, filter: string): TestRun {
  const suites = suitesOf(world, filter)
  const broken = suites.reduce((sum, suite) => sum + suite.broken.length, 0)
  const seconds = 0.6 + suites.length * 0.11
  const output = [
    ` RUN  v${runnerVersion(world)} /srv/harbor`,
    '',
    ...suites.map((suite) => heading(suite, random)),
    ...(broken === 0 ? [] : ['', `${rule} Failed Tests ${broken} ${rule}`, '']),
    ...suites.flatMap((suite) => suite.broken.map((title) => report(world, suite.path, title))),
    '',
    ...counts(suites, seconds),
  ]
  return { output: output.join('\n'), failed: broken > 0, seconds }
}

/** The runner's version follows the manifest, so an upgrade shows. */
export function runnerVersion(world: World): string {
  return world.read('package.json')?.match(/"vitest": "(.+?)"/)?.[1] ?? '3.0.5'
}

/** The tests of a repository, by file. */
export function suitesOf(world: World, filter: string): readonly Suite[] {
  return world
    .paths('src/')
    .filter((path) => path.endsWith('.test.ts') && path.includes(filter))
    .map((path) => {
      const titles = [...(world.read(path) ?? '').matchAll(/^test\('(.+?)',/gm)].map(([, title]) => title ?? '')
      return { path, titles, broken: titles.filter((title) => world.failing.has(title)) }
    })
}

function heading(suite: Suite, random: Random): string {
  const count = suite.titles.length === 1 ? '1 test' : `${suite.titles.length} tests`
  if (suite.broken.length === 0) return ` ✓ ${suite.path} (${count}) ${random.int(4, 48)}ms`
  const lines = suite.broken.map((title) => `   × ${title} ${random.int(3, 19)}ms`)
  return [` ❯ ${suite.path} (${count} | ${suite.broken.length} failed) ${random.int(20, 90)}ms`, ...lines].join('\n')
}

function report(world: World, path: string, title: string): string {
  const line = world.lineOf(path, `test('${title}'`) + 2
  const frame = (world.read(path) ?? '').split('\n').slice(line - 3, line + 2)
  return [
    ` FAIL  ${path} > ${title}`,
    world.failing.get(title) ?? 'Error: unknown',
    ` ❯ ${path}:${line}:${18}`,
    ...frame.map((text, i) => `${i === 2 ? '   > ' : '     '}${line - 2 + i}| ${text}`),
    '',
  ].join('\n')
}

function counts(suites: readonly Suite[], seconds: number): readonly string[] {
  const tests = suites.reduce((sum, suite) => sum + suite.titles.length, 0)
  const brokenTests = suites.reduce((sum, suite) => sum + suite.broken.length, 0)
  const brokenFiles = suites.filter((suite) => suite.broken.length > 0).length
  const line = (broken: number, all: number) =>
    `${broken === 0 ? '' : `${broken} failed | `}${all - broken} passed (${all})`
  return [
    ` Test Files  ${line(brokenFiles, suites.length)}`,
    `      Tests  ${line(brokenTests, tests)}`,
    `   Duration  ${seconds.toFixed(2)}s`,
  ]
}

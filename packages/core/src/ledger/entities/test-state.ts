import { shellWords } from '../commands/shell-words.ts'
import type { EntityFact, FactOrigin } from '../ledger.ts'
import type { BoundedEntities } from './bounded-entities.ts'
import type { CallOutcome } from './call-outcome.ts'
import { entityName } from './entity-name.ts'
import { mayBeRun, type TestRun, testRun } from './test-run.ts'

/** Of a run in which more failed, the others are counted. */
const mostNamed = 15

/** Takes in which tests a run left failing, and which of those that failed before it passed. */
export function readTests(entities: BoundedEntities, { command, output }: CallOutcome, origin: FactOrigin): void {
  if (!mayBeRun(output)) return
  const known = entities.of('test').filter(({ state }) => state === 'fails')
  const isFiltered = command !== undefined && filtered.test(command)
  const run = testRun(output, { isFiltered, onlyFailing: known.length === 0 })
  if (run === undefined || (run.failing.size > 0 && run.failed === 0)) return
  const { entry, at } = origin
  const reach = command === undefined ? undefined : reachOf(command)
  const told = reach === undefined ? {} : { command: reach.text }
  const failing = finder(run.failing)
  const isOver = passedBy(run, reach)
  for (const fact of known) {
    if (failing(fact.name) || (fact.count !== undefined && isOver(fact))) entities.delete('test', fact.name)
    else if (isOver(fact)) entities.put({ ...fact, ...told, entry, at, state: 'passes' })
  }
  const named = [...run.failing].slice(0, mostNamed)
  for (const name of named) entities.put({ entry, at, kind: 'test', name, state: 'fails', ...told })
  const count = Math.max(run.failed, run.failing.size) - named.length
  if (count > 0 && reach !== undefined)
    entities.put({ entry, at, kind: 'test', name: reach.text, state: 'fails', count, ...told })
}

const filtered = /\|\s{0,4}(?:e?grep|rg|awk|sed)\b/

/** Finds a test among names of which some say in which file it is. */
function finder(names: ReadonlySet<string>): (name: string) => boolean {
  const titles = new Set([...names].map(titleOf))
  const bare = new Set([...names].filter((name) => titleOf(name) === name))
  return (name) => names.has(name) || bare.has(titleOf(name)) || (titleOf(name) === name && titles.has(name))
}

const file = /^\S{1,150}\.\w{1,5} › /

function titleOf(name: string): string {
  return name.replace(file, '')
}

/** A run that names all its failures has passed whatever else it covers; it may also say so test by test. */
function passedBy(run: TestRun, reach: Reach | undefined): (fact: EntityFact) => boolean {
  const namesAll = run.failing.size >= run.failed
  let passing: ReturnType<typeof finder> | undefined
  return (fact) => {
    if (namesAll && reach !== undefined && covers(reach, fact)) return true
    passing ??= finder(run.passing())
    return passing(fact.name)
  }
}

const besides = new Set([
  'tail',
  'head',
  'grep',
  'egrep',
  'rg',
  'cat',
  'echo',
  'tee',
  'export',
  'source',
  'sed',
  'awk',
  'true',
  'sleep',
])
const filterFlag =
  /^(?:-k|-t|-g|-m|-run|--grep|--testNamePattern|--test-name-pattern|--filter|--tests|-Dtest|--run|-e|--only|--example)(?:=(.+))?$/
const pathLike = /\/|::|\.\w{1,5}$/

interface Reach {
  /** The command without what only shows its output. */
  readonly text: string
  readonly words: readonly string[]
  /** Files, folders and packages that it is limited to. */
  readonly targets: readonly string[]
  /** Names that it is limited to. */
  readonly filters: readonly string[]
}

/** True for a test that a command runs, as far as its words show: in doubt it does not. */
function covers({ text, words, targets, filters }: Reach, { name, command: before = name }: EntityFact): boolean {
  if (before === text) return true
  if (filters.length > 0 && !filters.some((filter) => name.includes(filter))) return false
  const earlier = reachOf(before)
  if (targets.length > 0) {
    const isWithin = (target: string) => targets.some((each) => target === each || target.startsWith(`${each}/`))
    return (
      targets.some((target) => name.includes(target)) || (earlier.targets.length > 0 && earlier.targets.every(isWithin))
    )
  }
  if (filters.length > 0) return true
  const known = new Set(earlier.words)
  return words.length > 0 && words.every((word) => known.has(word))
}

function reachOf(command: string): Reach {
  const ran = shellWords(command).filter(({ words }) => !besides.has(words[0] ?? ''))
  const targets: string[] = []
  const filters: string[] = []
  for (const { words } of ran) {
    // The folder is a part of the command: in another one the same words run other tests.
    if (words[0] === 'cd') continue
    for (let at = 1; at < words.length; at++) {
      const word = words[at] ?? ''
      const flag = filterFlag.exec(word)
      if (flag !== null) filters.push(...(flag[1] ?? words[++at] ?? '').split('|').map(bareFilter))
      else if (!word.startsWith('-') && pathLike.test(word)) targets.push(bareTarget(word))
    }
  }
  return {
    text: entityName(ran.map(({ words }) => words.join(' ')).join(' && ')),
    words: ran.flatMap(({ words }) => words.filter((word) => !word.startsWith('-'))),
    targets: targets.filter((word) => word !== ''),
    filters: filters.filter((word) => word !== ''),
  }
}

function bareFilter(text: string): string {
  return text.replace(/^\^|\$$/g, '').trim()
}

/** `./internal/parse/...` and `internal/parse` are one place. */
function bareTarget(word: string): string {
  return word
    .replace(/^\.\//, '')
    .replace(/\/?\.\.\.$/, '')
    .replace(/\/$/, '')
}

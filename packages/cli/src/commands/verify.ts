import type { StoreProblem } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'
import { type DatabaseOptions, locationOf, resultsFolders, shownLocation } from '../home/location.ts'
import { checkCoverage } from '../store/check-coverage.ts'
import { checkResults } from '../store/check-results.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { oneLine } from '../terminal/width.ts'

export interface VerifyOptions extends DatabaseOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

/** `palimpsest verify`: proves a store sound, or lists what is wrong with it. */
export async function verify(options: VerifyOptions, io: Io): Promise<void> {
  const location = locationOf(options, io)
  const { found, left } = await withStore({ ...options, mayBeDamaged: true }, io, async (store) => {
    const found = await store.verify()
    // What cannot be read says nothing about the files it points at.
    const results = found.every(({ derived }) => derived) ? await checkResults(store, resultsFolders(options, io)) : []
    const uncovered = found.length === 0 ? await checkCoverage(store) : []
    const left = options.repair && found.length > 0 ? await store.repair() : found
    return { found: [...found, ...results, ...uncovered], left: [...left, ...results, ...uncovered] }
  })
  const db = shownLocation(location)
  const repaired = found.filter((problem) => !left.some((other) => isSame(problem, other)))
  if (options.json) printJson({ db, sound: left.length === 0, problems: left, repaired }, io)
  else show(db, left, repaired, io)
  if (left.length > 0)
    throw new UserError(`${db} is not sound: ${countNoun(left.length, 'problem')}`, {
      remedy: remedyFor(left, options),
      exitCode: 1,
    })
}

function isSame(a: StoreProblem, b: StoreProblem): boolean {
  return a.code === b.code && a.where === b.where
}

function show(db: string, left: readonly StoreProblem[], repaired: readonly StoreProblem[], io: Io): void {
  const { red, green } = coloursFor(io)
  for (const problem of repaired) io.out(`${green('repaired')}  ${line(problem)}\n`)
  for (const problem of left) io.out(`${red('wrong')}  ${line(problem)}\n`)
  if (left.length === 0) io.out(`${db} is sound.\n`)
}

function line({ code, where, detail }: StoreProblem): string {
  return oneLine(`${code}  ${where}  ${detail}`)
}

function remedyFor(left: readonly StoreProblem[], { repair }: VerifyOptions): string {
  const derived = left.filter((problem) => problem.derived).length
  const backup = 'It cannot be rebuilt from what is there: bring back a backup, or export what is sound.'
  // A file that is damaged itself is not written to.
  if (repair || derived === 0 || left.some(({ code }) => code === 'file-damaged')) return backup
  const rebuild = 'Run it with --repair to rebuild what can be derived.'
  const rest = left.length - derived
  return rest === 0 ? rebuild : `${rebuild} ${countNoun(rest, 'problem')} will stay: bring back a backup.`
}

import { UserError } from '../errors/user-error.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { said } from '../terminal/said.ts'
import type { Imported } from './import-file.ts'

/** Reports the imported files, for people: one line for each that is not a plain import, and one for all. */
export function importReport(done: readonly Imported[], isSingle: boolean): readonly string[] {
  if (isSingle) return done.map((one) => (one.outcome === 'imported' ? importedOne(one) : (noteOn(one) ?? '')))
  const notes = done.flatMap((one) => noteOn(one) ?? [])
  return [...notes, summary(done)]
}

function importedOne(one: Imported): string {
  const note = noteOn(one)
  return `Imported ${countNoun(one.added, 'message')}.${note === undefined ? '' : ` ${note}`}`
}

function noteOn({ file, outcome, conversation: { id }, added, parted }: Imported): string | undefined {
  const name = file === '-' ? 'Standard input' : said(file)
  if (outcome === 'already-here') return `${name} is already here as ${id}.`
  if (outcome === 'continued') return `${name} has grown: added ${countNoun(added, 'message')} to ${id}.`
  if (parted === undefined) return undefined
  return `${name} begins with the same ${countNoun(parted.shared, 'message')} as ${parted.id} and goes on differently: it is a conversation of its own, ${id}.`
}

function summary(done: readonly Imported[]): string {
  const of = (outcome: Imported['outcome']) => done.filter((one) => one.outcome === outcome)
  const sum = (some: readonly Imported[]) =>
    countNoun(
      some.reduce((total, { added }) => total + added, 0),
      'message',
    )
  const [fresh, grown, here] = [of('imported'), of('continued'), of('already-here')]
  return [
    `Imported ${countNoun(fresh.length, 'file')} (${sum(fresh)})`,
    ...(grown.length > 0 ? [`continued ${grown.length} (${sum(grown)})`] : []),
    ...(here.length > 0 ? [`${here.length} already here`] : []),
  ]
    .join('; ')
    .concat('.')
}

/** Says what a stop left behind: a conversation is kept whole or not at all. */
export function wholeSoFar(done: readonly Imported[], files: number): string {
  if (done.length === 0) return 'Nothing was imported.'
  return `${done.length} of ${countNoun(files, 'file')} done, each of them whole; nothing of the others was kept.`
}

/** One error that lists every file which could not be imported, and why. */
export function leftOut(failures: readonly UserError[], files: number): UserError {
  const reasons = failures.map(
    ({ message }) =>
      `\n  ${message
        .split('\n')
        .map((line) => said(line))
        .join('\n    ')}`,
  )
  return new UserError(`${failures.length} of ${countNoun(files, 'file')} could not be imported${reasons.join('')}`, {
    remedy: 'All other files are in the database.',
    exitCode: 1,
  })
}

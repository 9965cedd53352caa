import { countedLines, cutText, lineCount } from '../in-words.ts'
import { nearestMatch } from './nearest-match.ts'
import { replaceAt, type TouchedLines, touchedLines } from './touched-lines.ts'

/** A text to find in a file, and its replacement. */
export interface Edit {
  readonly old: string
  readonly new: string
  /** True to replace every occurrence, rather than the only one. */
  readonly all?: boolean | undefined
}

export type Edited =
  | {
      readonly kind: 'edited'
      readonly text: string
      readonly told: readonly string[]
      /** The effects of the edits. */
      readonly done: readonly DoneEdit[]
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** An edit by what it changes. */
export interface DoneEdit {
  readonly places: number
  readonly touched: readonly TouchedLines[]
  /** Places that are not among these lines. */
  readonly more: number
}

/** Limit on places shown by their lines: a letter may occur in a file a million times. */
const mostTouched = 200
const mostNearChars = 1_500
const mostPlaces = 10

/** Makes the edits one after the other: all of them, or none. */
export function applyEdits(text: string, edits: readonly Edit[]): Edited {
  const told: string[] = []
  const done: DoneEdit[] = []
  let now = text
  for (const [at, edit] of edits.entries()) {
    const name = edits.length === 1 ? 'The edit' : `Edit ${at + 1} of ${edits.length}`
    const fitted = fitBreaks(now, edit)
    if (fitted.old === fitted.new) return refused(`${name} changes nothing: \`old\` and \`new\` are the same.`)
    const places = placesOf(now, fitted.old)
    const [first] = places
    if (first === undefined) return refused(`${name} was not made: ${notFound(now, fitted.old)}`)
    if (places.length > 1 && edit.all !== true) return refused(`${name} was not made: ${notUnique(now, places)}`)
    told.push(tell(now, fitted, places))
    done.push(doneEdit(now, fitted, places))
    now = replaceAt(now, fitted, edit.all === true ? places : [first])
  }
  return { kind: 'edited', text: now, told, done }
}

function doneEdit(text: string, edit: Edit, places: readonly number[]): DoneEdit {
  const first = places.slice(0, mostTouched)
  return { places: places.length, touched: touchedLines(text, edit, first), more: places.length - first.length }
}

function refused(reason: string): Edited {
  return { kind: 'refused', reason: `${reason}\nThe file is as it was.` }
}

/** In a file whose lines all end in CRLF, a model's line breaks mean these. */
function fitBreaks(text: string, edit: Edit): Edit {
  const isWindows = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text)
  if (!isWindows) return edit
  return { ...edit, old: windowsBreaks(edit.old), new: windowsBreaks(edit.new) }
}

function windowsBreaks(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

function placesOf(text: string, sought: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) places.push(at)
  return places
}

function lineOf(text: string, place: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line++
  return line
}

function tell(text: string, edit: Edit, places: readonly number[]): string {
  const lines = `${countedLines(lineCount(edit.old), 'line')} became ${lineCount(edit.new)}`
  return places.length === 1
    ? `line ${lineOf(text, places[0] ?? 0)}: ${lines}`
    : `${countedLines(places.length, 'place')}, from line ${lineOf(text, places[0] ?? 0)} on: ${lines} in each`
}

function notUnique(text: string, places: readonly number[]): string {
  const lines = places.slice(0, mostPlaces).map((place) => lineOf(text, place))
  const more = places.length > mostPlaces ? ' and more' : ''
  return `\`old\` stands in ${places.length} places (lines ${lines.join(', ')}${more}). Add lines around it until it is unique, or set \`all\`.`
}

function notFound(text: string, sought: string): string {
  const near = nearestMatch(text, sought)
  if (near === undefined) return '`old` is not in the file, nor anything like it. Read the file again.'
  const why = near.isSpacing ? 'It differs only in spaces, tabs or line ends. ' : ''
  return `\`old\` is not in the file. ${why}The nearest is at line ${near.line}:\n${cutText(near.text, mostNearChars)}`
}

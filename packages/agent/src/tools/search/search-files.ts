import { lstat } from 'node:fs/promises'
import { z } from 'zod'
import type { ToolLimits } from '../agent-tool.ts'
import { answerRoom, defineTool } from '../define-tool.ts'
import { refuseSpecial } from '../files/open-file.ts'
import { countedLines } from '../in-words.ts'
import { locatePath } from '../locate-path.ts'
import { printableLine } from '../printable.ts'
import { ToolRefusal } from '../tool-refusal.ts'
import { fileFilter, filterOptions } from './file-filter.ts'
import { createNamesFilter } from './names-filter.ts'
import { plainPath, type RipgrepEnd, ripgrep } from './ripgrep.ts'

const limits: ToolLimits = { maxChars: 40_000 }
/** Of a longer line only its start is shown. */
const mostLineChars = 400
/** A search that finds this many must be rephrased anyway. */
const mostCounted = 100_000

const input = z.strictObject({
  pattern: z.string().min(1).describe('Regular expression (Rust syntax), or plain text with `literal`.'),
  path: z.string().default('.').describe('File or folder to search, from the root of the workspace.'),
  glob: z.array(z.string()).default([]).describe('Only files like these, e.g. "*.ts" or "src/**"; "!…" leaves out.'),
  literal: z.boolean().default(false).describe('The pattern is plain text.'),
  ignore_case: z.boolean().default(false),
  context: z.int().min(0).max(20).default(0).describe('Lines to show around each match.'),
  limit: z.int().min(1).max(1_000).default(100).describe('Most matching lines.'),
  offset: z.int().min(0).default(0).describe('Matching lines to leave out at the start.'),
  include_ignored: z.boolean().default(false).describe('Also search what git ignores.'),
})

/** Finds lines in the files of the workspace. */
export const searchFiles = defineTool({
  name: 'search_files',
  description:
    'Finds lines in the files of the workspace by regular expression or plain text, leaving out what git ignores and binary files. Answers by file, with line numbers (`12:` a match, `12-` context).',
  input,
  limits,
  async run(wanted, context, signal) {
    const place = await locatePath(wanted.path, context, 'read')
    if (!place.exists) throw new ToolRefusal(`There is no file or folder ${place.shown}.`)
    const stats = await lstat(place.path)
    if (!stats.isDirectory()) refuseSpecial(stats, place)
    const filter = { globs: wanted.glob, isIgnoredIncluded: wanted.include_ignored }
    const isChosen = stats.isDirectory() ? await fileFilter(place, filter, signal) : () => true
    const names = createNamesFilter(place.root, context)
    const page = createPage(wanted, answerRoom(limits, context), (path) => isChosen(path) && names.isShown(path))
    const options = [...searchOptions(wanted), ...filterOptions(filter)]
    const end = await ripgrep({ place, options, onLine: page.add }, signal)
    if (page.matches() === 0 && end.exitCode === 2) throw new ToolRefusal(reasonOf(end.errors))
    return { text: [page.text(end), ...names.notes()].join('\n') }
  },
})

function searchOptions({ pattern, literal, ignore_case, context }: z.output<typeof input>): readonly string[] {
  return [
    '--null',
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--sort=path',
    `--max-columns=${mostLineChars}`,
    '--max-columns-preview',
    `--context=${context}`,
    ...(literal ? ['--fixed-strings'] : []),
    ...(ignore_case ? ['--ignore-case'] : []),
    `--regexp=${pattern}`,
  ]
}

function reasonOf(errors: string): string {
  const hint = errors.includes('regex parse error') ? '\nFor plain text, set `literal` to true.' : ''
  return `The search did not work.\n${errors}${hint}`
}

interface ResultPage {
  readonly add: (line: string) => boolean
  readonly matches: () => number
  readonly text: (end: RipgrepEnd) => string
}

/** Gathers the lines of one page, and counts the rest. */
function createPage(
  { limit, offset }: Pick<z.output<typeof input>, 'limit' | 'offset'>,
  room: number,
  isChosen: (path: string) => boolean,
): ResultPage {
  const sheet = createSheet(room)
  /** Context that may turn out to precede a match of this page. */
  let before: string[] = []
  let isAfterMatch = false
  let matches = 0
  let shown = 0
  const isOnPage = (): boolean => matches > offset && matches <= offset + limit
  const addMatch = (path: string, said: string): void => {
    matches++
    if (isOnPage() && sheet.add(path, [...before, said])) shown++
    before = []
    isAfterMatch = true
  }
  return {
    add(line) {
      const at = line.indexOf('\0')
      if (at === -1) {
        // Without a file's name it is a divider between two stretches of context.
        before = []
        isAfterMatch = false
        return true
      }
      const path = plainPath(line.slice(0, at))
      const said = line.slice(at + 1)
      if (!isChosen(path)) return true
      if (/^\d+:/.test(said)) addMatch(path, said)
      else if (!isAfterMatch) before.push(said)
      else if (isOnPage()) sheet.add(path, [said])
      return matches < mostCounted
    },
    matches: () => matches,
    text: ({ isPartial }) => [...sheet.lines, closing({ matches, shown }, offset, isPartial)].join('\n'),
  }
}

/** Lines under the names of their files, as long as there is room. */
function createSheet(room: number): {
  readonly lines: readonly string[]
  add(path: string, said: readonly string[]): boolean
} {
  const lines: string[] = []
  let file: string | undefined
  let chars = 0
  let isFull = false
  return {
    lines,
    add(path, said) {
      const heading = path === file ? [] : [...(file === undefined ? [] : ['']), printableLine(path)]
      const added = [...heading, ...said]
      chars += added.reduce((sum, line) => sum + line.length + 1, 0)
      isFull ||= chars > room && file !== undefined
      if (isFull) return false
      lines.push(...added)
      file = path
      return true
    },
  }
}

function closing(
  { matches, shown }: { readonly matches: number; readonly shown: number },
  offset: number,
  isPartial: boolean,
): string {
  const total = `${isPartial ? 'at least ' : ''}${countedLines(matches, 'matching line')}`
  if (matches === 0) return isPartial ? '[None found before the time was up.]' : '[No match.]'
  const left = matches - offset - shown
  if (left <= 0) return `[${total}]`
  return `[${total}; ${left.toLocaleString('en-US')} more: go on with offset ${offset + shown}, or narrow it down.]`
}

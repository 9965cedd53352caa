import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ToolLimits } from '../agent-tool.ts'
import { answerRoom, defineTool } from '../define-tool.ts'
import { countedLines, sized } from '../in-words.ts'
import { locatePath, type ToolPath } from '../locate-path.ts'
import { printableLine } from '../printable.ts'
import { ToolRefusal } from '../tool-refusal.ts'
import { fileFilter, filterOptions } from './file-filter.ts'
import { eachFile } from './ripgrep.ts'

const limits: ToolLimits = { maxChars: 40_000 }

const input = z.strictObject({
  path: z.string().default('.').describe('Folder, from the root of the workspace.'),
  glob: z.array(z.string()).default([]).describe('Only files like these, e.g. "*.ts" or "src/**"; "!…" leaves out.'),
  depth: z.int().min(1).max(100).optional().describe('Deeper folders are shown as one line with a count.'),
  limit: z.int().min(1).max(2_000).default(300).describe('Most lines.'),
  offset: z.int().min(0).default(0).describe('Lines to leave out at the start.'),
  sizes: z.boolean().default(false).describe('Tell the size of each file.'),
  include_ignored: z.boolean().default(false).describe('Also what git ignores.'),
})

/** Lists the files of a folder, without those that git ignores. */
export const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists files below a folder of the workspace, sorted, leaving out what git ignores. Folders deeper than `depth` are counted.',
  input,
  limits,
  async run(wanted, context, signal) {
    const place = await locatePath(wanted.path, context, 'read')
    const lines = await collect(place, wanted, signal)
    if (lines.all.length === 0)
      return { text: `No files in ${place.shown}${lines.isPartial ? ' (not all seen)' : ''}.` }
    const shown = await fit(
      lines.all.slice(wanted.offset, wanted.offset + wanted.limit),
      answerRoom(limits, context),
      (line) => (wanted.sizes ? withSize(place, line) : Promise.resolve(printableLine(line))),
    )
    return { text: [...shown, closing(lines, wanted.offset, shown.length)].join('\n') }
  },
})

interface Listing {
  /** Files, and folders that are too deep to be opened: these end in a slash and a count. */
  readonly all: readonly string[]
  readonly files: number
  readonly isPartial: boolean
}

async function collect(place: ToolPath, wanted: z.output<typeof input>, signal: AbortSignal): Promise<Listing> {
  if (!place.exists) throw new ToolRefusal(`There is no folder ${place.shown}.`)
  if (!(await lstat(place.path)).isDirectory()) throw new ToolRefusal(`${place.shown} is a file. Use read_file.`)
  const filter = { globs: wanted.glob, isIgnoredIncluded: wanted.include_ignored }
  const isChosen = await fileFilter(place, filter, signal)
  const base = place.shown === '.' ? 0 : place.shown.split('/').length
  const seen: string[] = []
  const folded = new Map<string, number>()
  let files = 0
  const onFile = (path: string): boolean => {
    if (!isChosen(path)) return true
    files++
    const names = path.split('/')
    const depth = wanted.depth ?? Number.POSITIVE_INFINITY
    if (names.length - base <= depth) seen.push(path)
    else {
      const folder = `${names.slice(0, base + depth).join('/')}/`
      folded.set(folder, (folded.get(folder) ?? 0) + 1)
    }
    return true
  }
  const { isPartial, exitCode, errors } = await eachFile(place, filterOptions(filter), onFile, signal)
  if (files === 0 && exitCode === 2) throw new ToolRefusal(`That did not work: ${errors}`)
  const folders = [...folded].map(([folder, count]) => `${folder} (${countedLines(count, 'file')})`)
  return { all: [...seen, ...folders].sort(), files, isPartial }
}

async function withSize(place: ToolPath, line: string): Promise<string> {
  if (line.endsWith(')') && line.includes('/ (')) return printableLine(line)
  const stats = await lstat(join(place.root, line)).catch(() => undefined)
  return stats === undefined ? printableLine(line) : `${printableLine(line)}\t${sized(stats.size)}`
}

async function fit(
  lines: readonly string[],
  room: number,
  print: (line: string) => Promise<string>,
): Promise<readonly string[]> {
  const shown: string[] = []
  let chars = 0
  for (const line of lines) {
    const printed = await print(line)
    chars += printed.length + 1
    if (chars > room && shown.length > 0) break
    shown.push(printed)
  }
  return shown
}

function closing({ all, files, isPartial }: Listing, offset: number, shown: number): string {
  const total = `${isPartial ? 'at least ' : ''}${countedLines(files, 'file')}`
  const left = all.length - offset - shown
  if (left <= 0) return `[${total}]`
  return `[${total}; ${countedLines(left, 'more line')}: go on with offset ${offset + shown}, or narrow it down.]`
}

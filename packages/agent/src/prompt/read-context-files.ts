import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { leaveOutInjected } from '../memory/leave-out-injected.ts'
import { tidy } from '../memory/tidy.ts'
import { realPlaces } from '../real-places.ts'
import { type ContextFile, contextFileNames } from './context-file.ts'
import { isInside, readInside } from './read-inside.ts'

export interface ContextFilesOptions {
  /** The folder that work is done in; its files come first, then those of each folder above it. @default the workspace */
  readonly folder?: string
  /** Absolute; places that are not read although a link may lead there. @default none */
  readonly offLimits?: readonly string[]
  /** Largest piece of one file. @default 20_000 */
  readonly fileBytes?: number
  /** Largest size of all together. @default 60_000 */
  readonly totalBytes?: number
}

/** A page is some 1,000 tokens; these are paid for in every request. */
export const contextFilesDefaults = { fileBytes: 20_000, totalBytes: 60_000 } as const

/** Instructions from the workspace to the assistant, and notices about them for the user. */
export interface ReadContextFiles {
  /** Nearest first. */
  readonly files: readonly ContextFile[]
  readonly notices: readonly string[]
}

/** Reads the context files of a workspace, from a folder in it up to its root. */
export function readContextFiles(workspace: string, options: ContextFilesOptions = {}): ReadContextFiles {
  const { fileBytes, totalBytes } = { ...contextFilesDefaults, ...options }
  if (!existsSync(workspace))
    return { files: [], notices: [`There is no folder ${workspace} to read context files from.`] }
  const root = realpathSync(workspace)
  const files: ContextFile[] = []
  const notices: string[] = []
  const seen = new Set<string>()
  let room = totalBytes
  const offLimits = realPlaces(options.offLimits ?? [])
  const paths = candidates(root, options.folder)
  for (const path of paths) {
    const name = relative(root, path).split(sep).join('/')
    const read = readInside(path, { root, offLimits, names: paths }, Math.min(fileBytes, room))
    if (read.kind === 'refused') notices.push(`${name} is not used: ${read.reason}.`)
    if (read.kind !== 'read' || seen.has(read.real)) continue
    const { text, leftOut } = leaveOutInjected(tidy(read.isCut ? wholeLines(read.text) : read.text))
    const isNew = text !== '' && !seen.has(text)
    seen.add(read.real).add(text)
    for (const { line, reason } of leftOut) notices.push(`${name}:${line} is left out: ${reason}.`)
    if (read.isCut) notices.push(`${name} is shown in part: ${Buffer.byteLength(text)} of ${read.bytes} bytes.`)
    if (!isNew) continue
    room -= Buffer.byteLength(text)
    files.push({ path: name, text, ...(read.isCut && { note: 'only its start; read the file for the rest' }) })
  }
  return { files, notices }
}

/** Nearest folder first; a folder elsewhere has no say here. */
function candidates(root: string, folder: string | undefined): readonly string[] {
  const start = folder === undefined ? root : realpathSync(folder)
  const folders = [isInside(start, root) ? start : root]
  for (let at = folders[0] ?? root; at !== root; ) {
    at = dirname(at)
    folders.push(at)
  }
  return folders.flatMap((at) => contextFileNames.map((name) => join(at, name)))
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1
  return end === 0 ? text : text.slice(0, end)
}

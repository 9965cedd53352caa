import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isIn, realPlaces } from '../real-places.ts'
import type { ToolContext } from './agent-tool.ts'
import { printableLine } from './printable.ts'
import { systemCode, ToolRefusal } from './tool-refusal.ts'

/** The real target of a path that a tool was given: inside one of its roots. */
export interface ToolPath {
  /** Absolute, without links. */
  readonly path: string
  /** The root it lies in, absolute and without links. */
  readonly root: string
  readonly exists: boolean
  /** The name that the model sees. */
  readonly shown: string
  /** Places that are left out although they may lie in the root; absolute, without links. */
  readonly offLimits?: readonly string[]
}

/** Finds the place of a path in the workspace, or for reading in the results folder too; any other is refused. */
export async function locatePath(asked: string, context: ToolContext, purpose: 'read' | 'write'): Promise<ToolPath> {
  refuseStrange(asked)
  const wanted = resolve(context.workspace, asked)
  const kept = purpose === 'read' ? await inside(context.resultsFolder, wanted) : undefined
  if (kept !== undefined) return { ...kept, shown: kept.path }
  const place = await inside(context.workspace, wanted)
  const offLimits = realPlaces(context.offLimits ?? [])
  const isOwn = place !== undefined && isIn(offLimits, place.path)
  if (place !== undefined && !isOwn) {
    if (purpose === 'write') refuseGit(place)
    return { ...place, shown: shownFrom(place.root, place.path), offLimits }
  }
  const moved = purpose === 'read' ? await keptAs(basename(wanted), context) : undefined
  if (moved !== undefined) return moved
  if (isOwn) throw ownPlace(named(asked))
  if (await isGone(context.workspace))
    throw new ToolRefusal('The folder of the workspace is gone. Do nothing more; tell the user.')
  throw new ToolRefusal(`${named(asked)} is outside the workspace. Use a path inside it, relative to its root.`)
}

/** A view may name a kept output by the folder that it was in before; files are known by their names alone. */
async function keptAs(name: string, { resultsFolder }: ToolContext): Promise<ToolPath | undefined> {
  if (!/^(?:terminal-)?[0-9a-f]{20,64}\.txt$/.test(name)) return undefined
  const place = await inside(resultsFolder, join(resultsFolder, name))
  return place?.exists ? { ...place, shown: place.path } : undefined
}

function ownPlace(name: string): ToolRefusal {
  return new ToolRefusal(
    `${name} belongs to Palimpsest itself, whose settings, memory and conversations are not for tools. What was said is found with recall.`,
  )
}

async function isGone(workspace: string): Promise<boolean> {
  return (await realpath(workspace).catch(systemCode)) === 'ENOENT'
}

/** Returns a path as the model sees it: from the root, with slashes. */
export function shownFrom(root: string, path: string): string {
  return relative(root, path).split(sep).join('/') || '.'
}

/** True if a path is the folder or lies in it; both absolute. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** Refuses an open file that is not where it was found: a folder on its way may have been exchanged for a link. */
export async function checkOpened(
  fd: number,
  { path, root, offLimits = [] }: Pick<ToolPath, 'path' | 'root' | 'offLimits'>,
): Promise<void> {
  const now = await openedPath(fd).catch(() => realpath(path))
  if (!isInFolder(root, now) || isIn(offLimits, now))
    throw new ToolRefusal('The path was changed while it was opened, and now leads elsewhere.')
}

/** Only Linux reports the path of an open file. */
function openedPath(fd: number): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`)
}

function refuseStrange(asked: string): void {
  if (asked.includes('\0')) throw new ToolRefusal('A path cannot hold a NUL character.')
  if (asked.trim() === '') throw new ToolRefusal('The path is empty.')
  if (/^[A-Za-z]:[\\/]/.test(asked) || asked.startsWith('\\\\') || /(?:^|[\\/])\.\.\\|\\\.\.(?:[\\/]|$)/.test(asked))
    throw new ToolRefusal(`${named(asked)} leads out of the workspace. Use a path inside it, relative to its root.`)
  if (process.platform === 'win32' && /:|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$|[\\/])/i.test(asked))
    throw new ToolRefusal(`${named(asked)} names a device.`)
}

/** Letters that some file systems leave out when they compare names. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Git runs files from there, and file systems that fold case accept other spellings of its name. */
function refuseGit({ root, path }: Pick<ToolPath, 'root' | 'path'>): void {
  if (
    relative(root, path)
      .split(sep)
      .some((name) => /^(?:\.git[. ]*|git~1)$/i.test(name.replace(unseen, '')))
  )
    throw new ToolRefusal('Files of git itself are not written to directly. Use git in the terminal.')
}

async function inside(folder: string, wanted: string): Promise<Omit<ToolPath, 'shown' | 'offLimits'> | undefined> {
  const root = await realpath(folder).catch(() => undefined)
  // What is outside by its name is not even looked at.
  if (root === undefined || !(isInFolder(folder, wanted) || isInFolder(root, wanted))) return undefined
  const found = await follow(wanted)
  return isInFolder(root, found.path) ? { ...found, root } : undefined
}

/** Follows the links in the existing part of a path; the rest is left as it is. */
async function follow(wanted: string): Promise<Pick<ToolPath, 'path' | 'exists'>> {
  const missing: string[] = []
  for (let at = wanted; ; at = dirname(at)) {
    try {
      return { path: join(await realpath(at), ...missing), exists: missing.length === 0 }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || at === dirname(at)) throw error
      if (await isLink(at)) throw new ToolRefusal(`${named(basename(at))} is a link that leads nowhere.`)
      missing.unshift(basename(at))
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false
}

function named(asked: string): string {
  return `"${printableLine(asked.slice(0, 300))}"`
}

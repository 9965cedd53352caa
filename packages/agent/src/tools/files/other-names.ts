import type { Stats } from 'node:fs'
import type { ToolContext } from '../agent-tool.ts'
import { ToolRefusal } from '../tool-refusal.ts'

/** Package managers, compilers and git link what lies here to stores of their own, thousands of files at a time. */
const linkedByPrograms: ReadonlySet<string> = new Set([
  'node_modules',
  '.pnpm-store',
  '.yarn',
  '.venv',
  'venv',
  'site-packages',
  'target',
  '.git',
])

const readByAll = 0o004

/**
 * True if a file may be one from outside: a hard link is as good as a symbolic one, but does not say where else the file
 * lies. Files that programs link are read without a question as long as everybody may read them, which excludes keys.
 */
export function mayBeFromOutside({ nlink, mode }: Pick<Stats, 'nlink' | 'mode'>, shown: string): boolean {
  if (nlink <= 1) return false
  return (mode & readByAll) === 0 || !shown.split('/').some((name) => linkedByPrograms.has(name))
}

/** The part of a context that asking takes; a conversation always has the same archive. */
export type LinkQuestion = Pick<ToolContext, 'archive' | 'confirm'>

/** A user's consent holds for the conversation, as long as the process lives. */
const agreed = new WeakMap<LinkQuestion['archive'], Set<string>>()

/** True once the user has agreed that this file may be read. */
export function isAgreed({ archive }: Pick<LinkQuestion, 'archive'>, stats: Stats): boolean {
  return agreed.get(archive)?.has(nameOf(stats)) ?? false
}

/** Asks before a file is read that may be one from outside. Writing needs no such care: a file is replaced, so that its other names keep what they had. */
export async function askAboutNames(stats: Stats, shown: string, { archive, confirm }: LinkQuestion): Promise<void> {
  if (!mayBeFromOutside(stats, shown) || isAgreed({ archive }, stats)) return
  const text = `Read ${shown}? It is a hard link: the same file has ${stats.nlink} names, and the others may lie outside the workspace.`
  if ((await confirm({ text, about: 'hard links' })) !== true)
    throw new ToolRefusal(
      `${shown} is a hard link to a file that may lie outside the workspace, and the user did not agree to its being read. Go on without it, or ask for a copy.`,
    )
  const files = agreed.get(archive) ?? new Set()
  agreed.set(archive, files.add(nameOf(stats)))
}

/** A number may be given to another file once its own is gone; the time of the last change then differs. */
function nameOf({ dev, ino, ctimeMs }: Stats): string {
  return `${dev}:${ino}:${ctimeMs}`
}

import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import { checkFile } from './read-text.ts'

/** The files that were meant. */
export interface FoundTranscripts {
  readonly files: readonly {
    readonly file: string
    /** True when named itself: it is read, or the error reported. Others, by folder or pattern, may be skipped. */
    readonly isNamed: boolean
  }[]
  /** Exactly one file was named. */
  readonly isSingle: boolean
}

const pattern = /[*?[\]{}]/

/** Files as they are, folders with all transcripts below them, patterns with all that fits. */
export async function findTranscripts(names: readonly string[]): Promise<FoundTranscripts> {
  const found = await Promise.all(names.map(find))
  const isSingle = names.length === 1 && found[0]?.kind === 'file'
  const named = new Set(found.flatMap(({ kind, files }) => (kind === 'file' ? files : [])))
  const files = [...new Set(found.flatMap(({ files }) => files))]
  return { files: files.map((file) => ({ file, isNamed: named.has(file) })), isSingle }
}

interface Meant {
  readonly kind: 'file' | 'many'
  readonly files: readonly string[]
}

async function find(name: string): Promise<Meant> {
  if (name === '-') return { kind: 'file', files: [name] }
  const info = await stat(name).catch(() => undefined)
  if (info?.isDirectory()) return { kind: 'many', files: await below(name, name) }
  if (info === undefined && pattern.test(name)) return { kind: 'many', files: await fitting(name) }
  // Known before the first file is replayed, which may take long.
  if (info === undefined) await checkFile(name)
  return { kind: 'file', files: [name] }
}

async function below(folder: string, named: string): Promise<readonly string[]> {
  const files = (await walk(folder)).filter((file) => /\.jsonl?$/.test(file))
  if (files.length > 0) return files
  throw new UserError(`${named} holds no transcript`, { remedy: 'Transcripts end in .json or .jsonl.' })
}

async function fitting(name: string): Promise<readonly string[]> {
  const pieces = name.split('/')
  const from = pieces
    .slice(
      0,
      pieces.findIndex((piece) => pattern.test(piece)),
    )
    .join('/')
  const base = from === '' ? (name.startsWith('/') ? '/' : '.') : from
  const expression = expressionOf(name)
  const files = (await walk(base)).filter((file) => expression.test(file.split(sep).join('/')))
  if (files.length > 0) return files
  throw new UserError(`${name} fits no file`, { remedy: 'Check the pattern: * stands for a name, ** for folders.' })
}

/**
 * Sorted, so that the same folder gives the same result. Folders that may not be read are left out. A link to a file is
 * followed as it is when it is named; one to a folder could lead in a circle.
 */
async function walk(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  const files: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') for (const file of await walk(path)) files.push(file)
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) files.push(path)
  }
  return files
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

/** `**` is any number of folders, `*` and `?` stay within a name, `{a,b}` is a choice. */
function expressionOf(name: string): RegExp {
  const plain = join(name).split(sep).join('/')
  const source = plain.replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|\[[^\]]{1,200}\]|[.+^$()|\\{}[\]]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    if (token.length > 1 && token.startsWith('{')) return `(?:${token.slice(1, -1).split(',').map(literal).join('|')})`
    return token.length > 1 ? token.replace(/^\[!/, '[^') : `\\${token}`
  })
  return new RegExp(`^${source}$`)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

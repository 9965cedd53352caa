import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A kept output as it was found; files are named after their content, so what changed is known. */
export type KeptFile =
  | { readonly kind: 'sound'; readonly path: string }
  | { readonly kind: 'changed'; readonly path: string }
  | { readonly kind: 'missing' }

/** Looks for a kept output where it was put, then below the folder where those of its database are now. */
export async function findKept(path: string, results: string): Promise<KeptFile> {
  const moved = join(results, basename(dirname(path)), basename(path))
  const first = await examine(path)
  if (first.kind === 'sound') return first
  const second = await examine(moved)
  return second.kind === 'missing' ? first : second
}

/** The text of a kept output; `undefined` where it is not there, or not what it was. */
export async function readKept(path: string, results: string): Promise<string | undefined> {
  const found = await findKept(path, results)
  return found.kind === 'sound' ? readFile(found.path, 'utf8') : undefined
}

async function examine(path: string): Promise<KeptFile> {
  const hash = await hashOf(path)
  if (hash === undefined) return { kind: 'missing' }
  const [, named] = /^(?:terminal-)?([0-9a-f]{20,64})\.txt$/.exec(basename(path)) ?? []
  return { kind: named === undefined || hash.startsWith(named) ? 'sound' : 'changed', path }
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

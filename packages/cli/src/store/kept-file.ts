import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isKeptName, isNamedAfter } from '@palimpsest/core/message'
import { resultsFolderNames } from '@palimpsest/core/output'
import type { ConversationId } from '@palimpsest/core/store'

/** A kept output as it was found; files are named after their content, so what changed is known. */
export type KeptFile =
  | { readonly kind: 'sound'; readonly path: string }
  | { readonly kind: 'changed'; readonly path: string }
  | { readonly kind: 'missing' }

/** The folders that may hold what was kept for a conversation, below those of its database. */
export function keptFolders(results: readonly string[], conversation: ConversationId): readonly string[] {
  const names = resultsFolderNames(conversation)
  return [...new Set(results)].flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Looks for a kept output in the folders of its conversation, by its name alone. */
export async function findKept(file: string, folders: readonly string[]): Promise<KeptFile> {
  if (!isKeptName(file)) return { kind: 'missing' }
  let found: KeptFile = { kind: 'missing' }
  for (const folder of folders) {
    const path = join(folder, file)
    const hash = await hashOf(path)
    if (hash === undefined) continue
    if (isNamedAfter(file, hash)) return { kind: 'sound', path }
    found = { kind: 'changed', path }
  }
  return found
}

/** The text of a kept output; `undefined` where it is not there, or not what it was. */
export async function readKept(file: string, folders: readonly string[]): Promise<string | undefined> {
  if (!isKeptName(file)) return undefined
  for (const folder of folders) {
    const bytes = await withKept(join(folder, file), (handle) => handle.readFile())
    if (bytes !== undefined && isNamedAfter(file, createHash('sha256').update(bytes).digest('hex')))
      return bytes.toString('utf8')
  }
  return undefined
}

function hashOf(path: string): Promise<string | undefined> {
  return withKept(path, async (handle) => {
    const hash = createHash('sha256')
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk)
    return hash.digest('hex')
  })
}

/** A folder of results may have come with a database of others: no link is followed, and no pipe waited for. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Reads a regular file; `undefined` where there is none, or it cannot be read. */
async function withKept<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  const handle = await open(path, flags).catch(() => undefined)
  try {
    return (await handle?.stat())?.isFile() && handle !== undefined ? await read(handle) : undefined
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

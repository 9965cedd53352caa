import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { resultsFolderNames } from '@palimpsest/core/output'
import type { ConversationId } from '@palimpsest/core/store'

/** Moves outputs that an earlier version kept for a conversation to where they are looked for now. */
export async function adoptResults(results: string, conversation: ConversationId): Promise<void> {
  const [name = '', former] = resultsFolderNames(conversation)
  if (former === undefined) return
  const from = join(results, former)
  const files = await readdir(from).catch(() => [])
  if (files.length === 0) return
  try {
    await mkdir(join(results, name), { recursive: true, mode: 0o700 })
    for (const file of files) await rename(join(from, file), join(results, name, file))
    await rmdir(from)
  } catch {
    // Another process moves them at the same time, or nothing can be moved here: that must not keep anyone from talking.
  }
}

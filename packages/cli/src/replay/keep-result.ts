import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Kept, resultsFolderName } from '@palimpsest/core/output'
import type { ConversationId } from '@palimpsest/core/store'

/** Keeps the text of a result and says where. */
export type KeepResult = (conversation: ConversationId, text: string) => Promise<Pick<Kept, 'path' | 'file'>>

/** Writes results below a folder, whole or not at all; the same text is written once. */
export function keepResultsIn(folder: string): KeepResult {
  return async (conversation, text) => {
    const { path, file } = placeIn(folder, conversation, text)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${randomUUID()}.tmp`
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
    await rename(draft, path)
    return { path, file }
  }
}

/** Keeps nothing: the text stays in the transcript it came from. */
export const keepNoResults: KeepResult = async (conversation, text) => placeIn('results', conversation, text)

/** Named by what they hold, below a folder for their conversation. */
function placeIn(folder: string, conversation: ConversationId, text: string): Pick<Kept, 'path' | 'file'> {
  const file = `${createHash('sha256').update(text).digest('hex')}.txt`
  return { file, path: join(folder, resultsFolderName(conversation), file) }
}

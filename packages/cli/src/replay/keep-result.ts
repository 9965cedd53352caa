import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ConversationId } from '@palimpsest/core'
import { conversationFolder } from '../store/location.ts'

/** Keeps the text of a result and says where. */
export type KeepResult = (conversation: ConversationId, text: string) => Promise<string>

/** Writes results below a folder, whole or not at all; the same text is written once. */
export function keepResultsIn(folder: string): KeepResult {
  return async (conversation, text) => {
    const path = join(folder, pathOf(conversation, text))
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}.tmp`
    await writeFile(draft, text)
    await rename(draft, path)
    return path
  }
}

/** Where nothing is kept, the text stays in the transcript it came from. */
export const keepNoResults: KeepResult = async (conversation, text) => join('results', pathOf(conversation, text))

/** Named by what they hold, below a folder for their conversation. */
function pathOf(conversation: ConversationId, text: string): string {
  return join(conversationFolder(conversation), `${createHash('sha256').update(text).digest('hex')}.txt`)
}

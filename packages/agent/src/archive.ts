import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore } from '@palimpsest/core/store'
import { originalText } from '@palimpsest/core/wire'
import { searchKept } from './kept/search-kept.ts'
import type { ArchivePort } from './tools/agent-tool.ts'

/** Everything ever said in one conversation, for the tools that look back; `folder` is where its long outputs are kept. */
export function createArchive(store: SessionStore, conversation: string, folder: string): ArchivePort {
  const id = conversationId(conversation)
  const find = async (name: number | string) => {
    if (typeof name === 'string') return store.message(entryId(name))
    const [original] = await store.originals(id, { from: name, limit: 1 })
    return original
  }
  return {
    recall: (text, limit) => store.search({ text, limit, conversation: id }),
    recallKept: (query, limit, signal) => searchKept({ store, conversation, folder }, query, limit, signal),
    readOriginal: async (name, offset, limit) => {
      const found = await find(name)
      if (found === undefined || found.conversation !== id) return undefined
      const characters = [...originalText(found.message)]
      const end = Math.min(characters.length, offset + limit)
      return {
        id: found.id,
        role: found.message.role,
        text: characters.slice(offset, end).join(''),
        totalChars: characters.length,
        ...(found.index !== undefined && { index: found.index }),
        ...(end < characters.length && { nextOffset: end }),
      }
    },
  }
}

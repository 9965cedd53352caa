import type { EntryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import type { ConversationLog, LogEntry, LogHit } from './conversation-log.ts'

/** A log over a list of entries, such as a transcript in a file: a search goes through all of them. */
export function createListLog(entries: () => Iterable<LogEntry>): ConversationLog {
  const originals = () => [...entries()].filter(({ standsFor }) => standsFor === undefined)
  return {
    size: async () => originals().length,
    entries: async (ids: readonly EntryId[]) => {
      const known = new Map([...entries()].map((entry) => [entry.id, entry]))
      return ids.flatMap((id) => known.get(id) ?? [])
    },
    originals: async (from, limit) => originals().slice(from, from + limit),
    search: async (text, limit) => {
      const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
      const said = originals()
      const found = words.length === 0 ? [] : said.flatMap((entry, at) => hitIn(entry, at, words))
      return { hits: found.slice(0, limit), searched: said.length, capped: found.length > limit }
    },
    whole: async (entry) => entry,
  }
}

const snippetChars = 200

function hitIn({ id, message, index, at }: LogEntry, place: number, words: readonly string[]): readonly LogHit[] {
  const text = wordsOf(message)
  const lower = text.toLowerCase()
  if (!words.every((word) => lower.includes(word))) return []
  const first = Math.max(0, lower.indexOf(words[0] ?? '') - snippetChars / 4)
  const snippet = text.slice(first, first + snippetChars).toWellFormed()
  return [{ id, role: message.role, index: index ?? place, score: 1, snippet, ...(at !== undefined && { at }) }]
}

function wordsOf({ parts }: Message): string {
  return parts
    .map((part) =>
      part.type === 'text' ? part.text : part.type === 'tool-call' ? `${part.name} ${part.arguments}` : '',
    )
    .join('\n')
}

import { entryId, type SessionStore, type StoredMessage } from '@palimpsest/core'
import { keptOutputs } from '../compose.ts'
import { everyConversation } from '../store/every-conversation.ts'
import { checkPrefix, onlyOne } from '../store/id-prefix.ts'
import { readKept } from '../store/kept-file.ts'
import { type DatabaseOptions, locationOf, resultsFolder } from '../store/location.ts'
import { messageText, silentParts } from '../store/message-text.ts'
import { withStore } from '../store/with-store.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { UserError } from '../user-error.ts'

export interface ReadOptions extends DatabaseOptions {
  /** In characters. */
  readonly offset?: number
  readonly limit?: number
  readonly json?: boolean
}

/** `palimpsest read ID`: a message in its original words, to the byte. */
export async function read(id: string, options: ReadOptions, io: Io): Promise<void> {
  await withStore(options, io, async (store) => {
    const found = await findMessage(store, id)
    const { message, missing } = await wholeOf(found, options, io)
    const stored = { ...found, message }
    if (options.json) printJson(stored, io)
    else print(stored, options, io)
    for (const path of missing)
      io.err(`\nThe whole was kept as ${path}, which is not there, or not what it was; this is what was shown of it.\n`)
  })
}

/** With what was too long to show back in its place. */
async function wholeOf({ message }: StoredMessage, options: DatabaseOptions, io: Io) {
  if (message.role !== 'tool') return { message, missing: [] }
  const { wholeMessage } = await keptOutputs()
  const results = resultsFolder(locationOf(options, io), io)
  return wholeMessage(message, (path) => readKept(path, results))
}

async function findMessage(store: SessionStore, id: string): Promise<StoredMessage> {
  const exact = await store.message(entryId(id))
  if (exact !== undefined) return exact
  checkPrefix(id)
  const found = onlyOne(id, await startingWith(store, id))
  if (found !== undefined) return found
  throw new UserError(`there is no message "${id}"`, { remedy: 'Find messages by what they say: palimpsest recall' })
}

/** Messages asked for at a time. */
const pageSize = 500

async function startingWith(store: SessionStore, prefix: string): Promise<readonly StoredMessage[]> {
  const matches: StoredMessage[] = []
  for (const conversation of await everyConversation(store)) {
    for (let from = 0; from < conversation.messages; from += pageSize) {
      const page = await store.originals(conversation.id, { from, limit: pageSize })
      matches.push(...page.filter(({ id }) => id.startsWith(prefix)))
    }
  }
  return matches
}

function print(stored: StoredMessage, { offset = 0, limit }: ReadOptions, io: Io): void {
  const text = messageText(stored.message)
  const shown = slice(text, offset, limit)
  io.out(shown.text)
  if (shown.end < shown.total)
    io.err(`\nCharacters ${offset} to ${shown.end} of ${shown.total}; go on with --offset ${shown.end}.\n`)
  const silent = silentParts(stored.message)
  if (silent.length > 0) io.err(`\nIt also holds ${silent.join(', ')}; --json prints all of it.\n`)
}

/** Counts whole characters, so that no page ever ends inside one. */
function slice(text: string, offset: number, limit = Number.POSITIVE_INFINITY) {
  const characters = [...text]
  const end = Math.min(characters.length, offset + limit)
  return { text: characters.slice(offset, end).join(''), end, total: characters.length }
}

import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import type { SessionStore, StoredMessage } from '@palimpsest/core/store'
import { loadKeptOutputs } from '../../compose.ts'
import { UserError } from '../../errors/user-error.ts'
import { type DatabaseOptions, resultsFolders } from '../../home/location.ts'
import { everyConversation } from '../../store/every-conversation.ts'
import { checkPrefix, onlyOne } from '../../store/id-prefix.ts'
import { keptFolders, readKept } from '../../store/kept-file.ts'
import { messageText, silentParts } from '../../store/message-text.ts'
import { namedInText } from '../../store/named-in-text.ts'
import { withStore } from '../../store/with-store.ts'
import { type Io, quote } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { oneLine } from '../../terminal/width.ts'

export interface ReadMessageOptions extends DatabaseOptions {
  /** In characters. */
  readonly offset?: number
  readonly limit?: number
  readonly json?: boolean
}

/** `palimpsest read ID`: a message in its original words, to the byte. */
export async function read(id: string, options: ReadMessageOptions, io: Io): Promise<void> {
  await withStore(options, io, async (store) => {
    const found = await findMessage(store, id)
    const folders = keptFolders(resultsFolders(options, io), found.conversation)
    const { message, missing } = await wholeOf(found, folders)
    const stored = { ...found, message }
    if (options.json) printJson(stored, io)
    else print(stored, options, io)
    for (const file of missing)
      io.err(
        `\nThe whole was kept as ${join(folders[0] ?? '', file)}, which is not there, or not what it was; this is what was shown of it.\n`,
      )
    for (const path of namedInText(found.message)) io.err(`\n${hintFor(path, folders)}\n`)
  })
}

/** With what was too long to show back in its place. */
async function wholeOf({ message }: StoredMessage, folders: readonly string[]) {
  if (message.role !== 'tool' || message.kept === undefined) return { message, missing: [] }
  const { wholeMessage } = await loadKeptOutputs()
  return wholeMessage(message, (file) => readKept(file, folders))
}

/** Names the file without reading it: a path in a text may be anyone's words. If we keep it, gives our path. */
function hintFor(path: string, folders: readonly string[]): string {
  const here = folders.map((folder) => join(folder, basename(path))).find((file) => existsSync(file))
  const place = here ?? oneLine(path)
  return `This is the message as it is stored. Its text says that the whole is in a file, which an older version or a command may have written; look at it yourself: ${place}`
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

function print(stored: StoredMessage, { offset = 0, limit }: ReadMessageOptions, io: Io): void {
  const text = messageText(stored.message)
  const shown = slice(text, offset, limit)
  quote(shown.text, io)
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

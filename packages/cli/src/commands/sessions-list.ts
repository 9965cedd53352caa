import type { Conversation } from '@palimpsest/core'
import { commandDefaults } from '../command-defaults.ts'
import type { DatabaseOptions } from '../store/location.ts'
import { withStore } from '../store/with-store.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { when } from '../terminal/when.ts'
import { fit } from '../terminal/width.ts'
import { cleanConversation } from '../terminal/without-secrets.ts'

export interface ListOptions extends DatabaseOptions {
  readonly limit?: number
  readonly archived?: boolean
  readonly json?: boolean
}

/** `palimpsest sessions list`: conversations, newest activity first. */
export async function listSessions(options: ListOptions, io: Io): Promise<void> {
  const { limit = commandDefaults.listedConversations, archived = false } = options
  const found = await withStore(options, io, (store) => store.conversations({ limit: limit + 1, archived }))
  const conversations = found.slice(0, limit).map(cleanConversation)
  const more = found.length > limit
  if (options.json) {
    printJson({ conversations, more }, io)
    return
  }
  if (conversations.length === 0) io.err('There are no conversations here.\n')
  else io.out(table(conversations, io))
  if (more) io.err('There are more: raise --limit.\n')
}

function table(conversations: readonly Conversation[], io: Io): string {
  const titleColumns = Math.max(16, (io.isTerminal ? Math.min(io.columns, 140) : 140) - 76)
  const head = `${fit('conversation', 38)}${fit('last activity', 18)}${'messages'.padStart(8)}${'sessions'.padStart(10)}  title`
  const rows = conversations.map(({ id, updatedAt, messages, sessions, title = '' }) => {
    const numbers = `${String(messages).padStart(8)}${String(sessions).padStart(10)}`
    return `${id.padEnd(36)}  ${fit(when(updatedAt), 18)}${numbers}  ${fit(title, titleColumns).trimEnd()}`
  })
  return `${[coloursFor(io).bold(head), ...rows].join('\n')}\n`
}

import type { Conversation } from '@palimpsest/core/store'
import type { DatabaseOptions } from '../../home/location.ts'
import { commandDefaults } from '../../options/command-defaults.ts'
import { withStore } from '../../store/with-store.ts'
import { cleanConversation } from '../../store/without-secrets.ts'
import { coloursFor } from '../../terminal/colours.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { when } from '../../terminal/when.ts'
import { clip } from '../../terminal/width.ts'

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

/** Details of a conversation besides its id and title, most important first. */
const details: readonly { readonly name: string; readonly columns: number; text(one: Conversation): string }[] = [
  { name: 'last activity', columns: 18, text: ({ updatedAt }) => `  ${when(updatedAt)}` },
  { name: 'messages', columns: 10, text: ({ messages }) => String(messages) },
  { name: 'sessions', columns: 10, text: ({ sessions }) => String(sessions) },
]
const idColumns = 36
const leastTitle = 16
const mostColumns = 140

/** In a narrow terminal an id and a title are worth more than numbers. */
function table(conversations: readonly Conversation[], io: Io): string {
  let room = Math.min(io.columns, mostColumns) - idColumns - 2
  const shown = details.filter(({ columns }) => {
    if (room - columns < leastTitle) return false
    room -= columns
    return true
  })
  const head = `${'conversation'.padEnd(idColumns)}${shown.map(({ name, columns }) => name.padStart(columns)).join('')}  title`
  const rows = conversations.map((one) => {
    const cells = shown.map(({ columns, text }) => text(one).padStart(columns)).join('')
    return `${one.id.padEnd(idColumns)}${cells}  ${clip(one.title ?? '', Math.max(leastTitle, room))}`.trimEnd()
  })
  return `${[coloursFor(io).bold(head), ...rows].join('\n')}\n`
}

import type { Conversation } from '@palimpsest/core/store'
import { titleOf } from '../store/title-of.ts'
import { shortId } from '../terminal/short-id.ts'
import { when } from '../terminal/when.ts'
import { clip } from '../terminal/width.ts'
import type { SlashCommand, SlashSession } from './slash-command.ts'

const mostShown = 15

export const sessions: SlashCommand = {
  name: 'sessions',
  help: 'Recent conversations.',
  run: async (session) => sessionLines(session),
}

/** Recent conversations, numbered, so that `/resume 2` can name one. */
export async function sessionLines(session: SlashSession): Promise<readonly string[]> {
  const found = await recent(session)
  if (found.length === 0) return ['There are no other conversations yet.']
  const { colours, columns } = session.look()
  const current = session.runtime().conversation
  const titleColumns = Math.max(16, Math.min(columns, 120) - 47)
  const rows: string[] = []
  for (const [i, conversation] of found.entries()) {
    const { id, messages, updatedAt } = conversation
    const title = clip(await titleOf(session.store, conversation), titleColumns)
    const mark = id === current ? colours.green('●') : ' '
    rows.push(
      `${mark}${String(i + 1).padStart(3)}  ${colours.cyan(shortId(id))}  ${when(updatedAt)} ${String(messages).padStart(5)}  ${title}`,
    )
  }
  const head = colours.dim(`   #  ${'id'.padEnd(13)}  ${'last activity'.padEnd(16)}  msgs  title`)
  return [[head, ...rows].join('\n'), colours.dim('/resume NUMBER or /resume ID goes on with one.')]
}

/** Newest first; those in which nothing was said are left out. */
export async function recent({ store }: SlashSession): Promise<readonly Conversation[]> {
  const found = await store.conversations({ limit: mostShown * 2 })
  return found.filter(({ messages }) => messages > 0).slice(0, mostShown)
}

import type { Conversation, Session, StoredMessage } from '@palimpsest/core/store'
import type { Usage } from '@palimpsest/core/tokens'
import type { DatabaseOptions } from '../../home/location.ts'
import { commandDefaults } from '../../options/command-defaults.ts'
import { findConversation } from '../../store/find-conversation.ts'
import { messageText, silentParts } from '../../store/message-text.ts'
import { withStore } from '../../store/with-store.ts'
import { cleanConversation, cleanMessage, cleanSession } from '../../store/without-secrets.ts'
import { coloursFor } from '../../terminal/colours.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import type { Io } from '../../terminal/io.ts'
import { bucketWords } from '../../terminal/plain-words.ts'
import { printJson } from '../../terminal/print-json.ts'
import { when } from '../../terminal/when.ts'
import { clip, fitColumns, oneLine } from '../../terminal/width.ts'
import { wrapLines } from '../../terminal/wrap-lines.ts'
import { sessionTokens } from '../../usage/session-tokens.ts'
import { sessionLine } from './session-line.ts'

export interface ShowOptions extends DatabaseOptions {
  /** Number of most recent messages to show. */
  readonly limit?: number
  readonly json?: boolean
}

interface Shown {
  readonly conversation: Conversation
  readonly sessions: readonly Session[]
  readonly usage: Usage
  /** The session whose end is shown. */
  readonly session: Session
  readonly messages: readonly StoredMessage[]
}

/** `palimpsest sessions show ID`: what a conversation is, its sessions, and what was said last. */
export async function showSession(id: string, options: ShowOptions, io: Io): Promise<void> {
  const { limit = commandDefaults.lastMessages } = options
  const shown = await withStore(options, io, async (store): Promise<Shown> => {
    const { conversation, session: asked } = await findConversation(store, id)
    const session = asked ?? (await store.compressionTip(conversation.tip))
    const sessions = await store.lineage(session.id)
    const messages = await store.view(session.id, { from: Math.max(0, session.nextSeq - limit), limit })
    return {
      conversation: cleanConversation(conversation),
      sessions: sessions.map(cleanSession),
      usage: await sessionTokens(store, conversation.id, sessions),
      session: cleanSession(session),
      messages: messages.map(cleanMessage),
    }
  })
  if (options.json) printJson(shown, io)
  else io.out(report(shown, io))
}

function report({ conversation, sessions, usage, session, messages }: Shown, io: Io): string {
  const colours = coloursFor(io)
  return `${[
    ...header(conversation, usage, io),
    '',
    colours.bold('Sessions'),
    ...sessions.map((one) => indented(sessionLine(one, { colours, columns: io.columns - 2 }))),
    ...(sessions.length > 1 ? [colours.dim(wrapLines(`  ${sessionsMeaning}`, io.columns))] : []),
    '',
    colours.bold(`Last of ${countNoun(session.nextSeq, 'message')} in ${session.id}`),
    ...messages.map((message) => messageLine(message, io)),
  ].join('\n')}\n`
}

/** Why a conversation has more than one. */
const sessionsMeaning =
  'Each compaction ends a session and begins the next, which takes over what the model is still shown. Nothing is lost.'

function indented(lines: string): string {
  return `  ${lines.replaceAll('\n', '\n  ')}`
}

function header(conversation: Conversation, usage: Usage, io: Io): readonly string[] {
  const { id, title, channel, createdAt, updatedAt, sessions, messages, archivedAt } = conversation
  const tokens = Object.entries(usage).map(
    ([name, value]) => `${bucketWords[name] ?? name} ${value.toLocaleString('en-US')}`,
  )
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['conversation', id],
    ['channel', channel],
    ['started', when(createdAt)],
    ['last activity', when(updatedAt)],
    ['archived', archivedAt === undefined ? undefined : when(archivedAt)],
    ['holds', `${countNoun(messages, 'message')} in ${countNoun(sessions, 'session')}`],
    ['tokens', tokens.length === 0 ? undefined : tokens.join(', ')],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [wrapLines(`  ${fitColumns(name, 16)}${oneLine(value)}`, io.columns)],
  )
  return [coloursFor(io).bold(clip(title ?? 'Untitled', io.columns)), ...lines]
}

function messageLine({ index, message }: StoredMessage, io: Io): string {
  const place = index === undefined ? 'made' : `#${index}`
  const said = messageText(message).slice(0, 1000) || silentParts(message).join(', ')
  const columns = Math.max(20, Math.min(io.columns, 160) - 22)
  return `  ${place.padStart(7)}  ${fitColumns(message.role, 11)}${fitColumns(said.trim(), columns).trimEnd()}`
}

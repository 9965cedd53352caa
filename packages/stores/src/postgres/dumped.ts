import {
  type Conversation,
  type EntryId,
  isList,
  isObject,
  type Json,
  type Session,
  type StoredMessage,
  type Version,
} from '@palimpsest/core'
import { dumpFormat, dumpVersion } from './dump.ts'
import { checkIds, invalid } from './refuse.ts'

/** The lines of a dump, sorted by kind. */
export interface Dumped {
  readonly conversation: Conversation
  readonly sessions: readonly Session[]
  readonly messages: readonly StoredMessage[]
  readonly lists: ReadonlyMap<string, readonly EntryId[]>
  readonly versions: readonly (Version & { readonly kind: 'receipt' | 'ledger' })[]
}

/** Reads the lines of a dump and refuses what does not hold together. */
export function readDumped([header, ...lines]: readonly Json[]): Dumped {
  const sessions: Session[] = []
  const messages: StoredMessage[] = []
  const lists = new Map<string, readonly EntryId[]>()
  const versions: (Version & { readonly kind: 'receipt' | 'ledger' })[] = []
  for (const [i, line] of lines.entries()) {
    const kind = isObject(line) ? line.kind : undefined
    if (!isObject(line)) throw invalid(`line ${i + 2} of the dump is not an object`)
    else if (kind === 'session' && isObject(line.session)) sessions.push(line.session as unknown as Session)
    else if (kind === 'message' && isObject(line.message)) messages.push(line.message as unknown as StoredMessage)
    else if (kind === 'list' && isList(line.entries)) lists.set(String(line.session), line.entries as EntryId[])
    else if (kind === 'receipt' || kind === 'ledger') versions.push({ ...(line as unknown as Version), kind })
    else throw invalid(`line ${i + 2} of the dump is of an unknown kind`)
  }
  const dumped = { conversation: readHeader(header), sessions, messages, lists, versions }
  check(dumped)
  return dumped
}

function readHeader(header: Json | undefined): Conversation {
  if (!isObject(header) || header.format !== dumpFormat || !isObject(header.conversation)) {
    throw invalid('the first line is not the header of a dumped conversation')
  }
  if (header.version !== dumpVersion) throw invalid(`the dump has version ${header.version}; known is ${dumpVersion}`)
  return header.conversation as unknown as Conversation
}

/** A file that was cut off or mixed up must not pass for a conversation. */
function check({ conversation, sessions, messages, lists, versions }: Dumped): void {
  checkIds([conversation.id])
  checkIds(sessions.map(({ id }) => id))
  checkIds(messages.map(({ id }) => id))
  const own = new Map(sessions.map((session) => [session.id as string, session]))
  const known = new Set<string>(messages.map(({ id }) => id))
  if (!own.has(conversation.tip)) throw invalid('the dump does not hold its tip')
  if (sessions.filter(({ endReason }) => endReason !== 'undone').length !== conversation.sessions)
    throw invalid('the dump lacks sessions')
  if (sessions.some((session) => session.conversation !== conversation.id)) {
    throw invalid('the dump holds a session of another conversation')
  }
  for (const { id, nextSeq } of sessions) {
    const list = lists.get(id) ?? []
    if (list.length !== nextSeq || new Set(list).size !== nextSeq)
      throw invalid(`the list of session "${id}" is damaged`)
    if (!list.every((entry) => known.has(entry))) throw invalid(`the dump lacks messages of session "${id}"`)
  }
  if ([...lists.keys(), ...versions.map(({ session }) => session)].some((session) => !own.has(session))) {
    throw invalid('the dump speaks of a session that it does not hold')
  }
  const originals = messages.filter(
    (message) => message.conversation === conversation.id && message.index !== undefined,
  )
  const places = new Set(originals.map(({ index }) => index))
  const isWhole = originals.every((_, i) => places.has(i)) && originals.length === conversation.messages
  if (!isWhole) throw invalid('the dump lacks messages')
}

import type { Json } from '../../json.ts'
import { type EntryId, entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import {
  type ConversationId,
  conversationId,
  type Instant,
  type Session,
  type SessionId,
  sessionId,
} from '../../store/session.ts'
import type { NewEntry, SessionStore, StoredMessage } from '../../store/store.ts'
import type { Usage } from '../../tokens/usage.ts'
import { user } from '../build.ts'
import type { OpenStore } from './store-case.ts'

/** A conversation under test, with ids and instants that never repeat. */
export interface Talk {
  readonly store: SessionStore
  readonly conversation: ConversationId
  readonly root: SessionId
  readonly mint: Mint
}

/** Hands out ids in the form of real ones, and a clock that moves a second each time it is read. */
export interface Mint {
  conversation(): ConversationId
  session(): SessionId
  entry(): EntryId
  now(): Instant
}

export function createMint(): Mint {
  let count = 0
  let seconds = 0
  const id = () => `01900000-0000-7000-8000-${(++count).toString(16).padStart(12, '0')}`
  return {
    conversation: () => conversationId(id()),
    session: () => sessionId(id()),
    entry: () => entryId(id()),
    now: () => 1_700_000_000_000 + ++seconds * 1000,
  }
}

/** An empty conversation in a fresh store. */
export async function startTalk(open: OpenStore): Promise<Talk> {
  return talkIn(await open(), createMint())
}

/** Another conversation in the same store. */
export async function talkIn(store: SessionStore, mint: Mint): Promise<Talk> {
  const talk = { store, mint, conversation: mint.conversation(), root: mint.session() }
  await store.begin({
    id: talk.root,
    conversation: talk.conversation,
    at: mint.now(),
    system: 'Be brief.',
    model: 'm-1',
  })
  return talk
}

/** Entries that a person says. */
export function entries(mint: Mint, ...texts: readonly string[]): readonly NewEntry[] {
  return texts.map((text) => ({ id: mint.entry(), message: user(text) }))
}

/** Appends texts at the end of a session and returns their ids. */
export async function say(talk: Talk, session: SessionId, ...texts: readonly string[]): Promise<readonly EntryId[]> {
  const said = entries(talk.mint, ...texts)
  await talk.store.append(session, await nextSeq(talk, session), said, talk.mint.now())
  return said.map(({ id }) => id)
}

/** Appends one message at the end of a session and returns its id. */
export async function tell(talk: Talk, session: SessionId, message: Message, usage?: Usage): Promise<EntryId> {
  const id = talk.mint.entry()
  const entry: NewEntry = usage === undefined ? { id, message } : { id, message, usage }
  await talk.store.append(session, await nextSeq(talk, session), [entry], talk.mint.now())
  return id
}

export interface SummariseOptions {
  /** @default all that is there */
  readonly basedOnSeq?: number
  /** Entries that stay as they are, after the summary. @default none */
  readonly keep?: readonly EntryId[]
  readonly text?: string
  readonly receipt?: Json
  readonly ledger?: Json
}

/** Compacts a session: one made message stands for all entries that are not kept. */
export async function summarise(talk: Talk, session: SessionId, options: SummariseOptions = {}): Promise<Session> {
  const { keep = [], text = 'summary', receipt, ledger } = options
  const basedOnSeq = options.basedOnSeq ?? (await nextSeq(talk, session))
  const seen = await viewIds(talk, session)
  const standsFor = seen.slice(0, basedOnSeq).filter((id) => !keep.includes(id))
  const made = { kind: 'made' as const, id: talk.mint.entry(), message: user(text), standsFor }
  return talk.store.compact({
    session,
    basedOnSeq,
    continuation: talk.mint.session(),
    view: [made, ...keep.map((id) => ({ kind: 'kept' as const, id }))],
    at: talk.mint.now(),
    ...(receipt === undefined ? {} : { receipt }),
    ...(ledger === undefined ? {} : { ledger }),
  })
}

export async function viewIds(talk: Talk, session: SessionId): Promise<readonly EntryId[]> {
  return (await talk.store.view(session)).map(({ id }) => id)
}

export async function viewTexts(talk: Talk, session: SessionId): Promise<readonly string[]> {
  return textsOf(await talk.store.view(session))
}

export async function originalTexts(talk: Talk): Promise<readonly string[]> {
  return textsOf(await talk.store.originals(talk.conversation))
}

export function textsOf(messages: readonly StoredMessage[]): readonly string[] {
  return messages.map(({ message }) => message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

export async function nextSeq(talk: Talk, session: SessionId): Promise<number> {
  return (await talk.store.session(session))?.nextSeq ?? 0
}

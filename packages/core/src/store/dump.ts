import { defined, type Json, type JsonObject } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import type { Conversation, Session, SessionId } from './session.ts'
import type { StoredMessage, Version } from './store.ts'

export const dumpFormat = 'palimpsest-conversation'
export const dumpVersion = 1

/** The line counts of each kind that end a dump: nothing else would show that lines were cut off. */
export interface DumpCounts {
  readonly receipts: number
  readonly ledgers: number
  readonly states: number
}

export interface DumpHeader {
  readonly kind: 'header'
  readonly conversation: Conversation
  readonly counts: DumpCounts
}

/** A fact that the store keeps under the id of the conversation. */
export interface DumpState {
  readonly kind: 'state'
  readonly key: string
  readonly value: Json
}

/** A line after the header. */
export type DumpBody =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'message'; readonly message: StoredMessage }
  | { readonly kind: 'list'; readonly session: SessionId; readonly entries: readonly EntryId[] }
  | ({ readonly kind: 'receipt' } & Version)
  | ({ readonly kind: 'ledger' } & Version)
  | DumpState

/**
 * One line of a dumped conversation. They come in this order of kinds; sessions come parents first, their lists in the
 * same order, and states by key. A header is known by its format, and has no `kind` where it is written.
 */
export type DumpLine = DumpHeader | DumpBody

export function headerLine(conversation: Conversation, counts: DumpCounts): Json {
  const { receipts, ledgers, states } = counts
  const header = { format: dumpFormat, version: dumpVersion, conversation: asJson(conversation) }
  return { ...header, counts: { receipts, ledgers, states } }
}

export function dumpSessionLine(session: Session): Json {
  return { kind: 'session', session: asJson(session) }
}

export function messageLine(message: StoredMessage): Json {
  return { kind: 'message', message: asJson(message) }
}

export function listLine(session: SessionId, entries: readonly EntryId[]): Json {
  return { kind: 'list', session, entries }
}

export function versionLine(kind: 'receipt' | 'ledger', { session, at, value }: Version): Json {
  return { kind, session, at, value }
}

/** The lines of a whole scope, in the order that every store gives them in. */
export function stateLines(scope: Readonly<Record<string, Json>>): readonly Json[] {
  const sorted = Object.entries(scope).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([key, value]) => ({ kind: 'state', key, value }))
}

/** Our records are JSON by construction; only their types do not say so. */
function asJson(value: object): JsonObject {
  return defined(value) as JsonObject
}

export { Failure, type Failures, isFailure } from '../errors.ts'
export { defined, equalJson, isList, isObject, type Json, type JsonObject, parseJson } from '../json.ts'
export { type EntryId, entryId } from '../log/entry.ts'
export type { Message } from '../message/message.ts'
export { addUsage, type Usage } from '../tokens/usage.ts'
export { checkNewIds } from './check-new-ids.ts'
export { type Clue, clueScore, cluesOf, clueWeight, leastClueShare } from './clues.ts'
export {
  type DumpState,
  headerLine,
  listLine,
  messageLine,
  sessionLine,
  stateLines,
  versionLine,
} from './dump.ts'
export { checkDepth } from './dump-line.ts'
export { isSameDump } from './dump-same.ts'
export { type Dump, readDump } from './dump-whole.ts'
export { madeUsage } from './made-usage.ts'
export { searchDefaults } from './search-defaults.ts'
export { indexTerms, matchesText, type ParsedQuery, parseQuery, searchText, snippetOf } from './search-terms.ts'
export {
  type Conversation,
  type ConversationId,
  conversationId,
  type EndReason,
  type Instant,
  type Progress,
  type Session,
  type SessionId,
  type SessionKind,
  sessionId,
} from './session.ts'
export type {
  Compaction,
  Hit,
  LeaseStore,
  NewEntry,
  NewSession,
  Page,
  Problem,
  Query,
  SearchResult,
  SessionStore,
  StateStore,
  StoredMessage,
  Version,
  ViewItem,
} from './store.ts'

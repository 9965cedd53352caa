export { Failure, type Failures, isFailure } from '../errors.ts'
export { defined, equalJson, isList, isObject, type Json, type JsonObject, parseJson } from '../json.ts'
export { type EntryId, entryId } from '../log/entry.ts'
export type { Message } from '../message/message.ts'
export { addUsage, type Usage } from '../tokens/usage.ts'
export { checkNewIds } from './check-new-ids.ts'
export { type Clue, cluesOf } from './clues.ts'
export {
  type DumpBody,
  type DumpCounts,
  type DumpHeader,
  type DumpLine,
  type DumpState,
  dumpFormat,
  dumpSessionLine,
  dumpVersion,
  headerLine,
  listLine,
  messageLine,
  stateLines,
  versionLine,
} from './dump.ts'
export { checkDepth } from './dump-line.ts'
export { createDumpReader, type DumpReader } from './dump-reader.ts'
export { isSameDump } from './dump-same.ts'
export { type Dump, readDump } from './dump-whole.ts'
export { type EventLog, keptEvents, type LoggedEvent } from './event-log.ts'
export type { GatewayStore } from './gateway-store.ts'
export {
  type Arrival,
  type Backlog,
  type Inbox,
  keptSourceDays,
  type Lane,
  type NewArrival,
  type PutArrival,
} from './inbox.ts'
export { madeUsage } from './made-usage.ts'
export type { NewPiece, Outbox, Piece, PieceFailure } from './outbox.ts'
export { type DraftRanking, draftRanking, type MessageLine } from './ranking/draft-ranking.ts'
export { type LooseMatch, type NearbyMessage, rankExactly } from './ranking/rank-exactly.ts'
export { mostSignWords, readSigns, type TextSigns } from './ranking/read-signs.ts'
export {
  type MeaningOptions,
  meaningDefaults,
  type SemanticScorer,
  searchByMeaning,
} from './ranking/search-by-meaning.ts'
export { type FoundClue, type WeighedClue, weighClues } from './ranking/weigh-clues.ts'
export { searchDefaults } from './search-defaults.ts'
export { indexTerms, matchesText, type ParsedQuery, parseQuery, searchText, snippetOf } from './search-terms.ts'
export {
  type Conversation,
  type ConversationId,
  conversationId,
  type EndReason,
  type Instant,
  type Session,
  type SessionId,
  type SessionKind,
  type SessionProgress,
  sessionId,
} from './session.ts'
export type {
  Compaction,
  EntryPage,
  LeaseStore,
  NewEntry,
  NewSession,
  Query,
  SearchHit,
  SearchResult,
  SessionStore,
  StateStore,
  StoredMessage,
  StoreProblem,
  Version,
  ViewItem,
} from './store.ts'
export {
  addUnbilled,
  billsJson,
  billsKey,
  type KeptUsage,
  keepUsage,
  keptUsage,
  type ModelBill,
  readBills,
  readUnbilled,
  type UnbilledUsage,
  unbilledKey,
  unbilledOf,
} from './unbilled.ts'

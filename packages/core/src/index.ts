export { Failure, type Failures, isFailure } from './errors.ts'
export { equalJson, isList, isObject, type Json, type JsonObject, parseJson } from './json.ts'
export {
  type Entry,
  type EntryId,
  entryId,
  type Log,
  type MessageEntry,
  type PatchEntry,
  type UndoEntry,
} from './log/entry.ts'
export { append, checkPatch, emptyView, messagesOf, type PatchFault, type Span, type View, viewOf } from './log/view.ts'
export { callsOf, type Group, groups } from './message/group.ts'
export {
  type AssistantMessage,
  type Breakpoint,
  type CallId,
  type ContentPart,
  callId,
  type FilePart,
  type Format,
  type FunctionTool,
  type ImagePart,
  type Message,
  type OpaquePart,
  type OpaqueTool,
  type Part,
  type Residue,
  type Source,
  type SystemMessage,
  type TextPart,
  type ThinkingPart,
  type Tool,
  type ToolCallPart,
  type ToolMessage,
  type Transcript,
  type UserMessage,
} from './message/message.ts'
export { catalogue, catalogueSource } from './models/catalogue.ts'
export { type Catalogue, createCatalogue, type ModelOverride } from './models/find-model.ts'
export type { Caching, ModelInfo, Prices } from './models/model-info.ts'
export { type BilledUsage, type Cost, costUsd, pricesAt } from './models/price.ts'
export {
  indexTerms,
  matchesText,
  type ParsedQuery,
  parseQuery,
  searchText,
  snippetOf,
} from './store/search-terms.ts'
export {
  type Conversation,
  type ConversationId,
  conversationId,
  type EndReason,
  type Instant,
  type Session,
  type SessionId,
  type SessionKind,
  sessionId,
} from './store/session.ts'
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
} from './store/store.ts'
export {
  type Calibration,
  calibrate,
  projectTokens,
  type Reading,
  type RouteRatio,
  startCalibration,
} from './tokens/calibration.ts'
export {
  type ContextMap,
  type ContextMapOptions,
  contextMap,
  type LargeItem,
  type Share,
  type ToolShare,
} from './tokens/context-map.ts'
export { type Counter, type CountOptions, type CountText, type CountTokens, createCounter } from './tokens/count.ts'
export { estimateText } from './tokens/estimate-text.ts'
export { inPieces } from './tokens/in-pieces.ts'
export { addUsage, promptTokens, readUsage, totalTokens, type Usage, type UsageApi } from './tokens/usage.ts'
export type { Codec, Encoded, EncodeOptions } from './wire/codec.ts'
export { codecs, formats } from './wire/codecs.ts'
export type { Loss, LossKind } from './wire/loss.ts'
export { type ReadOptions, type ReadTranscript, readTranscript } from './wire/transcript/read-transcript.ts'
export { type WrittenTranscript, writeTranscript } from './wire/transcript/write-transcript.ts'

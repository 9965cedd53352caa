export {
  type Budget,
  deriveBudget,
  summarySize,
  type Window,
} from './budget/budget.ts'
export { type BudgetOptions, budgetDefaults } from './budget/budget-options.ts'
export type { Anchor, ChooseAnchors } from './cache/anchor.ts'
export { beginCall, type CacheCall } from './cache/begin-call.ts'
export {
  addSilence,
  type CacheMemory,
  type ChannelPauses,
  forgetCached,
  type Pauses,
  startMemory,
} from './cache/cache-memory.ts'
export type { CacheRequest, Planned, Planner } from './cache/cache-request.ts'
export type { CacheRoute, Channel } from './cache/cache-route.ts'
export { type CachingChoice, cachingFor, cachingStatus, type ProviderRoute } from './cache/caching-for.ts'
export { keepPauses, learnChannel, readPauses } from './cache/channel-pauses.ts'
export { chooseTtl } from './cache/choose-ttl.ts'
export { type CompactionCosts, cheapestThreshold, cliffWindow } from './cache/economic.ts'
export { coldBudget, type Economy, economicBudget } from './cache/economic-budget.ts'
export { isWarm, type NextPing, nextPing, notePing } from './cache/keep-alive.ts'
export { anchorings, type CacheStrategy, planners } from './cache/planners.ts'
export { summaryIndex } from './cache/summary-index.ts'
export { type Ttl, ttlMs, writeRate } from './cache/ttl.ts'
export {
  type CompactionOutcome,
  type ConversationHost,
  type ConversationPressure,
  compactConversation,
  noteReading,
} from './compaction/compact-conversation.ts'
export {
  type CompactionHost,
  type CompactionRequest,
  compactSession,
  type HostHooks,
  type SessionOutcome,
  type SurvivorTexts,
} from './compaction/compact-session.ts'
export { freshGuard, type Guard } from './compaction/decide/guard.ts'
export { judgePressure } from './compaction/decide/judge-pressure.ts'
export { fadingNotice, pressureNotice } from './compaction/decide/notices.ts'
export { putOffTokens } from './compaction/decide/put-off.ts'
export type { PressureSituation, SkipReason, Verdict } from './compaction/decide/verdict.ts'
export { originalsOf } from './compaction/originals-of.ts'
export { checkPlan, type PlanFault, plannedMessages, textOf } from './compaction/plan/check-plan.ts'
export { joinSummary } from './compaction/plan/join-summary.ts'
export { planFault } from './compaction/plan/plan-fault.ts'
export { type ContextEngine, type EngineTool, engineContract } from './contract/engine.ts'
export type { EnginePorts, Occasion, Shown, SummaryModel, Trigger } from './contract/occasion.ts'
export type { Plan, Saved, SummaryFailure, SummaryNote, Survival, UnchangedReason } from './contract/plan.ts'
export type { Receipt, SavedTokens } from './contract/receipt.ts'
export type {
  CompactionHooks,
  CompactionNote,
  EngineFactory,
  EngineKit,
  EnginePlugin,
  MustSurvive,
  Plugin,
} from './engine/plugin.ts'
export { Failure, type Failures, isFailure } from './errors.ts'
export { defined, equalJson, isList, isObject, type Json, type JsonObject, parseJson } from './json.ts'
export { type EntryId, entryId } from './log/entry.ts'
export { idRule, isId, quoteId } from './log/is-id.ts'
export { canonicalJson } from './message/canonical-json.ts'
export { checkMessage } from './message/check-message.ts'
export { checkEnvelope } from './message/check-message-envelope.ts'
export { declinedText, isDeclined, unaskedText } from './message/declined.ts'
export { callsOf, type Group, groups } from './message/group.ts'
export { inOrder, inOrderSoFar, interrupted } from './message/in-order.ts'
export { isKeptName, isNamedAfter } from './message/is-kept-name.ts'
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
  type KeptText,
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
export { messageIdentity } from './message/message-identity.ts'
export { fillTurns, joinUsers, joinWhere, takesTurns, turnOf } from './message/turns.ts'
export { bindsThinking } from './models/binds-thinking.ts'
export { catalogue, catalogueSource } from './models/catalogue.ts'
export { type Catalogue, createCatalogue, type ModelOverride } from './models/find-model.ts'
export { isSameModel } from './models/is-same-model.ts'
export type { Caching, ModelInfo, Prices } from './models/model-info.ts'
export { type Cost, costUsd, pricesAt } from './models/price.ts'
export { type Defence, defend, type ToolOutput } from './output/defend.ts'
export { type OutputLimits, outputLimits } from './output/output-limits.ts'
export { resultsFolderName, resultsFolderNames } from './output/results-folder-name.ts'
export { type Kept, showPersisted } from './output/show-persisted.ts'
export { assumeLimit, type Bounds, raiseLimit } from './overflow/assume-limit.ts'
export {
  type LearnedAt,
  type LearnedLimits,
  learnLimit,
  limitFor,
  readLimits,
  storedLimits,
} from './overflow/learn-limit.ts'
export {
  type Attempts,
  freshAttempts,
  type NextAttempt,
  nextAttempt,
  type RecoveryStep,
} from './overflow/next-attempt.ts'
export { readRefusal } from './overflow/read-refusal.ts'
export type { Refusal, RefusalFacts, RefusedRequest } from './overflow/refusal.ts'
export { recordedHabits, recordedPauses } from './recorded/recorded-pauses.ts'
export { lastRecordedTime, recordedTime } from './recorded/recorded-times.ts'
export { type Redacted, redact, redactedMark } from './redact/redact.ts'
export { redactMessage } from './redact/redact-message.ts'
export { type Variables, withoutSecrets } from './redact/without-secrets.ts'
export { type RequestOrigin, refuseForeign } from './refuse-foreign.ts'
export { clipText } from './slice-whole.ts'
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
} from './store/dump.ts'
export { createDumpReader, type DumpReader } from './store/dump-reader.ts'
export { isSameDump } from './store/dump-same.ts'
export { type Dump, readDump } from './store/dump-whole.ts'
export { searchDefaults } from './store/search-defaults.ts'
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
  type SessionProgress,
  sessionId,
} from './store/session.ts'
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
} from './store/store.ts'
export {
  billsJson,
  billsKey,
  type ModelBill,
  readBills,
  readUnbilled,
  type UnbilledUsage,
  unbilledKey,
} from './store/unbilled.ts'
export { textHash } from './text-hash.ts'
export { findRefused } from './thinking/find-refused.ts'
export { omittedEntries, showThinking, type ThinkingRule } from './thinking/show-thinking.ts'
export {
  afterRefusal,
  freshRecord,
  readThinkingRecord,
  storedThinkingRecord,
  type ThinkingRecord,
  thinkingKey,
  underSetting,
  withoutEntries,
} from './thinking/thinking-record.ts'
export { hasSeal, hasThinking, withoutThinking } from './thinking/without-thinking.ts'
export {
  type Calibration,
  calibrate,
  projectTokens,
  type RouteRatio,
  startCalibration,
  type TokenReading,
} from './tokens/calibration.ts'
export {
  type ContextMap,
  contextMap,
  type LargeItem,
  type Share,
  type ToolShare,
} from './tokens/context-map.ts'
export { type ContextMapOptions, contextMapDefaults } from './tokens/context-map-options.ts'
export { type Counter, type CountOptions, type CountText, type CountTokens, createCounter } from './tokens/count.ts'
export { estimateText } from './tokens/estimate-text.ts'
export { inPieces } from './tokens/in-pieces.ts'
export {
  addBilled,
  addUsage,
  type BilledUsage,
  promptTokens,
  readUsage,
  totalTokens,
  type Usage,
  type UsageApi,
} from './tokens/usage.ts'
export { isSynthetic } from './wire/claude-code/is-synthetic.ts'
export type { Codec, Encoded, EncodeOptions } from './wire/codec.ts'
export { codecs, formats } from './wire/codecs.ts'
export { type ErrorWords, errorWords } from './wire/error/error-words.ts'
export type { Loss, LossKind } from './wire/loss.ts'
export { repeatable } from './wire/repeatable.ts'
export { type Reply, readReply, type StopReason } from './wire/reply/read-reply.ts'
export { standIn } from './wire/source.ts'
export { anthropicStream } from './wire/stream/anthropic-stream.ts'
export { openaiChatStream } from './wire/stream/openai-chat-stream.ts'
export { openaiResponsesStream } from './wire/stream/openai-responses-stream.ts'
export type { StreamEnd, StreamProtocol, StreamState } from './wire/stream/stream.ts'
export { type ReadTranscript, type ReadTranscriptOptions, readTranscript } from './wire/transcript/read-transcript.ts'
export { type WrittenTranscript, writeTranscript } from './wire/transcript/write-transcript.ts'
export { uniqueIds } from './wire/unique-ids.ts'

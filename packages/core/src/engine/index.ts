export { type Budget, deriveBudget, summarySize } from '../budget/budget.ts'
export { type BudgetOptions, budgetDefaults } from '../budget/budget-options.ts'
export { alignTurns } from '../compaction/plan/align-turns.ts'
export { assemble, assembleWithSummary, staysOf } from '../compaction/plan/assemble.ts'
export { checkPlan, type PlanFault, plannedMessages, textOf } from '../compaction/plan/check-plan.ts'
export { planFault } from '../compaction/plan/plan-fault.ts'
export { planOfView } from '../compaction/plan/plan-of-view.ts'
export { insertSummary, type NewSummary, type Seat, type Seated, seatOf } from '../compaction/plan/seat-summary.ts'
export {
  type DraftItem,
  draftTokens,
  floorTokens,
  groupStarts,
  startDraft,
  type ViewDraft,
} from '../compaction/plan/view-draft.ts'
export { mustSurviveText, withMustSurvive } from '../compaction/plan/with-must-survive.ts'
export { clear } from '../compaction/reduce/clear.ts'
export { type Cut, type CutOptions, cut, cutOptions, hasMiddle, isMiddle } from '../compaction/reduce/cut.ts'
export { deduplicate } from '../compaction/reduce/deduplicate.ts'
export { chooseQuotes } from '../compaction/reduce/importance.ts'
export { type Notables, notablesOf } from '../compaction/reduce/notables.ts'
export { shorten } from '../compaction/reduce/shorten.ts'
export { type SpillOptions, spill } from '../compaction/reduce/spill.ts'
export { type Fit, type SqueezeOptions, squeeze } from '../compaction/reduce/squeeze.ts'
export { widen } from '../compaction/reduce/widen.ts'
export type { ConversationLog, LogEntry, LogFindings, LogHit } from '../contract/conversation-log.ts'
export {
  type ContextEngine,
  type EnginePressure,
  type EngineTool,
  engineContract,
  type PreparationNeeds,
  type SessionNote,
} from '../contract/engine.ts'
export { createListLog } from '../contract/list-log.ts'
export { messageNumber } from '../contract/message-number.ts'
export type { EnginePorts, Occasion, Shown, SummaryModel, Trigger } from '../contract/occasion.ts'
export type {
  Plan,
  PreparedNote,
  Saved,
  SummaryFailure,
  SummaryNote,
  Survival,
  UnchangedReason,
} from '../contract/plan.ts'
export type { Receipt, SavedTokens, ToolChoice, Waited } from '../contract/receipt.ts'
export type { TaskEntity, TaskState } from '../contract/task-state.ts'
export { equalJson, isList, isObject, type Json, type JsonObject, parseJson } from '../json.ts'
export { isRealUser } from '../ledger/authorship/is-real-user.ts'
export { isStateLine, renderState, type StateOptions } from '../ledger/entities/render-state.ts'
export { taskState } from '../ledger/entities/task-state.ts'
export { lessErrors } from '../ledger/errors/less-errors.ts'
export { type ListedNames, listedNames } from '../ledger/fact-index/listed-names.ts'
export { recentCalls } from '../ledger/fact-index/recent-calls.ts'
export { mostIndexTokens, renderConstraints, renderIndex } from '../ledger/fact-index/render-index.ts'
export { type EntityFact, emptyLedger, type Ledger, openLedger, type RequestFact } from '../ledger/ledger.ts'
export { type LedgerMemo, ledgerSince } from '../ledger/ledger-since.ts'
export { createFactReader, type FactReader, readFacts } from '../ledger/read-facts.ts'
export { activeTask } from '../ledger/requests/active-task.ts'
export { answerText, referredAnswers } from '../ledger/requests/referred-answers.ts'
export { survivalOf } from '../ledger/survival/survival-of.ts'
export { textHolder } from '../ledger/survival/text-holder.ts'
export { type EntryId, entryId } from '../log/entry.ts'
export { type Group, groups } from '../message/group.ts'
export type { CallId, Message, Part, Tool } from '../message/message.ts'
export { joinUsers, takesTurns, turnOf } from '../message/turns.ts'
export type { OutlineKind } from '../outline/detect-kind.ts'
export { type Outline, type OutlineOptions, outlineText } from '../outline/outline-text.ts'
export { type Redacted, redact, redactedMark } from '../redact/redact.ts'
export { redactMessage } from '../redact/redact-message.ts'
export { redactSlowly } from '../redact/redact-slowly.ts'
export { indexNote, isIndexNote, withoutOwnText } from '../sealed/own-text.ts'
export { type LeadingSummary, leadingSummary, readSummary } from '../sealed/read-summary.ts'
export { type RecordText, readRecord, writeRecord } from '../sealed/record-text.ts'
export { type Quote, type WrappedSummary, wrapSummary } from '../sealed/wrap-summary.ts'
export { searchText } from '../store/search-terms.ts'
export type { Instant } from '../store/session.ts'
export type { ViewItem } from '../store/store.ts'
export { createKeptDigests, type KeptDigests } from '../summary/call/kept-digests.ts'
export { ledgerOfSummary } from '../summary/ledger-of-summary.ts'
export { constraintsOf } from '../summary/sections/constraints-of.ts'
export {
  type Heading,
  isEmptySection,
  parseSections,
  type Sections,
  writeSections,
} from '../summary/sections/headings.ts'
export { leaveOutMiddle } from '../summary/sections/leave-out-middle.ts'
export { mergeSections } from '../summary/sections/merge-sections.ts'
export {
  type AskedSummary,
  type DraftedSummary,
  type SummaryRequest,
  type SummaryResult,
  summarise,
} from '../summary/summarise.ts'
export { summaryPlace } from '../summary/summary-place.ts'
export { counted } from '../text/in-words.ts'
export { compilePattern, type LinearPattern } from '../text/pattern/compile-pattern.ts'
export { clipText, sliceWhole } from '../text/slice-whole.ts'
export { type Counter, type CountText, createCounter } from '../tokens/count.ts'
export { originalText } from '../wire/original-text.ts'

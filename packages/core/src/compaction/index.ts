export type { ChooseToolsOptions } from './choose-tools-options.ts'
export {
  type CompactionOutcome,
  type ConversationHost,
  type ConversationPressure,
  compactConversation,
  noteReading,
} from './compact-conversation.ts'
export {
  type CompactionHost,
  type CompactionRequest,
  compactSession,
  type HostHooks,
  type SessionOutcome,
} from './compact-session.ts'
export { grownTokens } from './decide/grown-tokens.ts'
export { freshGuard, type Guard } from './decide/guard.ts'
export { hygieneLevel, judgePressure } from './decide/judge-pressure.ts'
export { fadingNotice, pressureNotice } from './decide/notices.ts'
export { putOffTokens } from './decide/put-off.ts'
export type { PressureSituation, SkipReason, Verdict } from './decide/verdict.ts'
export { originalsOf } from './originals-of.ts'
export { checkPlan, type PlanFault, plannedMessages, textOf } from './plan/check-plan.ts'
export { joinSummary } from './plan/join-summary.ts'
export { planFault } from './plan/plan-fault.ts'
export { type PlanningHooks, type PlanningHost, planCompaction, type SurvivorTexts } from './plan-compaction.ts'
export { type PreparationHost, type PreparationRequest, prepareCompaction } from './prepare-compaction.ts'
export { createStoreLog, type StoreLogOptions } from './store-log.ts'
export { type CalledTool, calledTool, findToolsName } from './tools/called-tool.ts'
export {
  type CandidateTool,
  type ChosenTools,
  chooseTools,
  type ToolSituation,
} from './tools/choose-tools.ts'
export { matchesPin } from './tools/matches-pin.ts'
export { readToolChoice } from './tools/read-tool-choice.ts'
export { usedTools } from './tools/used-tools.ts'
export { type CoverageFault, verifyCoverage } from './verify-coverage.ts'

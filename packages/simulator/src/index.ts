export type { BilledRequest, MarkedPrefix, PromptUsage } from './billing/billed-request.ts'
export { type CacheState, emptyCache } from './billing/cache-state.ts'
export { cachingRefusal } from './billing/caching-refusal.ts'
export { bill, type CallBill } from './billing/call-bill.ts'
export { type OracleCostOptions, oracleCost } from './billing/oracle-cost.ts'
export { extend, extendAll, type Prefix, type PromptBlock, startPrefix } from './billing/prefix.ts'
export { billedUsage, defaultRates, promptCost, type Rates, ratesOf, type Tier, tierOf } from './billing/prompt-cost.ts'
export { type CanonicalRequest, createPromptReader, type PromptReader } from './billing/prompt-reader.ts'
export {
  anthropicBilling,
  type BilledTtl,
  type BreakpointRules,
  type CachingRules,
  cachingRules,
  type EndpointRules,
  openAiBilling,
  type PrefixRules,
  prefixRules,
  type RulesOptions,
} from './billing/rules.ts'
export type { ExampleOptions } from './example/example-session.ts'
export { exampleDefaults, exampleSession } from './example/example-session.ts'
export { createGuide, guideModels } from './guide/guide.ts'
export { guideFiles } from './guide/guide-files.ts'
export { echo } from './model/echo.ts'
export type { ModelRequest, Said, SimulatedModel } from './model/model.ts'
export { readScript } from './model/read-script.ts'
export { replayed } from './model/replayed.ts'
export { type ScriptedCall, type ScriptedReply, type ScriptedTurn, scripted } from './model/scripted.ts'
export { drawnGaps, type Gap, gapName, readGap } from './replay/gap.ts'
export { replay } from './replay/replay.ts'
export type { BilledModel, ReplayEnginePorts, ReplayOptions, ReplayPorts } from './replay/replay-options.ts'
export {
  type BillStrategyTotal,
  type ReplayCall,
  type ReplayCompaction,
  type ReplayResult,
  type ReplayTotals,
  type Strategy,
  strategies,
  type Usd,
  type UsualBill,
} from './replay/replay-result.ts'
export type { BillStrategy } from './replay/strategy-bill.ts'
export type { SummaryFee } from './replay/summary-fee.ts'
export type { CallRecord } from './server/call-record.ts'
export { type Fault, faultKinds, type Injection, readFaultHeader, readInjections } from './server/fault.ts'

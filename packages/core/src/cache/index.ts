export type { Anchor, ChooseAnchors } from './anchor.ts'
export { beginCall, type CacheCall } from './begin-call.ts'
export {
  addSilence,
  type CacheMemory,
  type ChannelPauses,
  forgetCached,
  type Pauses,
  startMemory,
} from './cache-memory.ts'
export type { CacheRequest, Planned, Planner } from './cache-request.ts'
export type { CacheChannel, CacheRoute } from './cache-route.ts'
export { type CachingChoice, cachingFor, cachingStatus, type ProviderRoute } from './caching-for.ts'
export { keepPauses, learnChannel, readPauses } from './channel-pauses.ts'
export { chooseTtl } from './choose-ttl.ts'
export { type CompactionCosts, cheapestThreshold, cliffWindow } from './economic.ts'
export { coldBudget, type Economy, economicBudget } from './economic-budget.ts'
export { isWarm, type NextPing, nextPing, notePing } from './keep-alive.ts'
export { type CachePlanOptions, planCache } from './plan-cache.ts'
export { anchorings, type CacheStrategy, planners } from './planners.ts'
export { requestOfView } from './request-of-view.ts'
export { summaryIndex } from './summary-index.ts'
export { type Ttl, ttlMs, writeRate } from './ttl.ts'

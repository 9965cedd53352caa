export {
  type Calibration,
  calibrate,
  projectTokens,
  type RouteRatio,
  startCalibration,
  type TokenReading,
} from './calibration.ts'
export { type ContextMap, contextMap, type LargeItem, type Share, type ToolShare } from './context-map.ts'
export { type ContextMapOptions, contextMapDefaults } from './context-map-options.ts'
export { type Counter, type CountOptions, type CountText, type CountTokens, createCounter } from './count.ts'
export { estimateText } from './estimate-text.ts'
export { inPieces } from './in-pieces.ts'
export {
  addBilled,
  addUsage,
  type BilledUsage,
  promptTokens,
  readUsage,
  totalTokens,
  type Usage,
  type UsageApi,
} from './usage.ts'

export { findRefused } from './find-refused.ts'
export { omittedEntries, showThinking, type ThinkingRule } from './show-thinking.ts'
export {
  afterRefusal,
  freshRecord,
  readThinkingRecord,
  storedThinkingRecord,
  type ThinkingRecord,
  thinkingKey,
  underSetting,
  withoutEntries,
} from './thinking-record.ts'
export { hasSeal, hasThinking, withoutThinking } from './without-thinking.ts'

export { type EntryId, entryId } from './entry.ts'
export { idRule, isId, quoteId } from './is-id.ts'

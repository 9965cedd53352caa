import { searchKept } from './search-kept.ts'
import { wholeMessage } from './whole-message.ts'

/** All that can be done with outputs that were too long to show. */
export interface KeptOutputs {
  readonly searchKept: typeof searchKept
  readonly wholeMessage: typeof wholeMessage
}

/** A separate entry point, for callers that need no agent. */
export const keptOutputs: KeptOutputs = { searchKept, wholeMessage }

import type { Shown } from '../contract/occasion.ts'
import type { Message } from '../message/message.ts'
import type { CacheRequest } from './cache-request.ts'
import { summaryIndex } from './summary-index.ts'

/**
 * Builds the messages of a request from a view: what opens every request, then what is shown of the view, and the place
 * of the summary among them, which stays as it is until the next compaction.
 */
export function requestOfView<Entry extends Shown>(
  opening: readonly Message[],
  view: readonly Entry[],
  show: (view: readonly Entry[]) => readonly Message[],
): Pick<CacheRequest, 'messages' | 'frontier'> {
  const messages = [...opening, ...show(view)]
  const summary = view[summaryIndex(view) ?? -1]
  const frontier = summary === undefined ? -1 : messages.indexOf(summary.message)
  return frontier === -1 ? { messages } : { messages, frontier }
}
